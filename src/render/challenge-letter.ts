import { makeSize } from '../engine/notation.ts';
import { engineOf } from '../engine/registry.ts';
import type { ChallengeFacts, Choices, CounterFacts, OfferedTerms } from '../intent.ts';
import { say } from '../sentence.ts';
import { drawPosition } from './board-page.ts';
import { type Content, commandGroup, type Words } from './content.ts';

/** What a letter with the offer of a match consists of. */
export function challengeContent(facts: ChallengeFacts, words: Words, choices: Choices): Content {
  const { challenger, number, rules, from } = facts;
  const { name: game, author, year } = engineOf(rules);
  return {
    subject: say('subject-challenge', { challenger, game, number }),
    data: {
      ...facts,
      game,
      author,
      year,
      first: words(say(`first-${facts.first}`, { userid: challenger })),
      start: from && words(say('challenge-start', { ...from })),
      ...(from && drawPosition(from.start, words, choices)),
    },
    groups: answersTo(number, rules),
  };
}

/** Both offers side by side, as the reader sees them. */
export function counterContent(facts: CounterFacts, words: Words): Content {
  const { number, challenger, rules, before, comment } = facts;
  const shown = ({ rules: id, cols, rows }: OfferedTerms, first: string, mine: string) => ({
    game: engineOf(id).name,
    size: makeSize({ cols, rows }),
    first: words(
      say('first-in-list', {
        who: first === 'random' ? 'chance' : first === mine ? 'you' : 'they',
      }),
    ),
  });
  const data = {
    ...facts,
    ...shown(facts, facts.first, 'them'),
    before: { ...before, ...shown(before, before.first, 'me') },
  };
  return {
    subject: say('subject-counter', { challenger, number }),
    data,
    html: () => ({
      template: 'player.counter',
      data: { ...data, comment: comment === '' ? [] : comment.split('\n') },
    }),
    groups: answersTo(number, rules),
  };
}

const answersTo = (number: number, rules: string) =>
  commandGroup(`accept ${number}`, `decline ${number}`, `help ${rules}`, 'help counter');
