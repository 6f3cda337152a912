import { gameOf } from '../../engine/registry.ts';
import type { Game } from '../../engine/shape/game.ts';
import { makeSize } from '../../engine/stones/notation.ts';
import type { ChallengeFacts, Choices, CounterFacts, ShownTerms } from '../../intent.ts';
import { type Sentence, say } from '../../sentence.ts';
import { linkedLine, sketchOf } from '../blocks/drawn-blocks.ts';
import { type Content, commandGroup, type Words } from '../content.ts';
import type { ReplyTo } from '../links.ts';
import { type MatchTerms, otherTerms, shownStart } from './terms.ts';

/** What a letter says of a game: `Forms`, and `Steven W. Meyers, 2011`, as far as that is known. */
export const gameFacts = ({ name, author, year }: Game) => ({
  game: name,
  author,
  year,
  origin: [author, year].filter((each) => each !== undefined).join(', '),
});

/** What a letter with a challenge consists of. */
export function challengeContent(
  facts: ChallengeFacts,
  words: Words,
  choices: Choices,
  brief: string | undefined,
): Content {
  const { challenger, number, rules, from } = facts;
  const game = gameOf(rules);
  const { shown, sights } = shownStart(facts, words, choices);
  // A match from a position is taken as it is proposed, or not at all.
  const other = from ? undefined : `counter ${number} ${otherTerms(facts)}`;
  return {
    subject: say('subject-challenge', { challenger, game: game.name, number }),
    data: {
      ...facts,
      ...gameFacts(game),
      first: words(say(`first-${facts.first}`, { userid: challenger })),
      clock: words(clockOf(facts)),
      rated: words(ratedOf(facts)),
      hints: facts.hints && words(hintsOf(facts)),
      start: from && words(say('challenge-start', { board: from.board, ply: from.ply })),
      ...shown,
      brief,
      other,
    },
    sights,
    groups: answersTo(facts, other),
  };
}

/** Both terms side by side, as the reader sees them. */
export function counterContent(
  facts: CounterFacts,
  words: Words,
  choices: Choices,
  brief: string | undefined,
): Content {
  const { number, challenger, before, comment } = facts;
  const other = `counter ${number} ${otherTerms(facts)}`;
  const begins = shownStart(facts, words, choices);
  const [sight] = begins.sights;
  const shown = (terms: ShownTerms, first: string, mine: string) => ({
    game: gameOf(terms.rules).name,
    size: makeSize(terms),
    clock: words(clockInShort(terms)),
    rated: words(ratedOf(terms)),
    hints: words(hintsOf(terms)),
    first: words(
      say('first-in-list', {
        who: first === 'random' ? 'chance' : first === mine ? 'you' : 'they',
      }),
    ),
  });
  const data = {
    ...facts,
    ...shown(facts, facts.first, 'them'),
    // What neither has named is no term of theirs.
    withHints: facts.hints === true || before.hints === true,
    before: { ...before, ...shown(before, before.first, 'me') },
    ...begins.shown,
    brief,
    other,
  };
  return {
    subject: say('subject-counter', { challenger, number }),
    data,
    html: (album, to) => ({
      template: 'player/counter',
      data: {
        ...data,
        ...answersIn(facts, before.number, other, words, to),
        board: sight && sketchOf(sight, words, album),
        comment: comment === '' ? [] : comment.split('\n'),
      },
    }),
    groups: answersTo(facts, other),
  };
}

/** The days that a clock gives, in full; all 0 where there is none. */
const clockOf = ({ pace }: ShownTerms): Sentence =>
  say('clock-of-terms', {
    forfeit: pace?.forfeitDays ?? 0,
    nag: pace?.nagDays ?? 0,
    total: pace?.totalDays ?? 0,
    increment: pace?.incrementDays ?? 0,
  });

const clockInShort = ({ pace }: ShownTerms): Sentence =>
  say('clock-in-short', { forfeit: pace?.forfeitDays ?? 0, total: pace?.totalDays ?? 0 });

const ratedOf = ({ rated }: ShownTerms): Sentence =>
  say('rated-of-terms', { rated: rated ? 'yes' : 'no' });

const hintsOf = ({ hints }: ShownTerms): Sentence =>
  say('hints-of-terms', { hints: hints ? 'yes' : 'no' });

/** How to answer both terms, a line each, and what most want. */
function answersIn(
  terms: CounterFacts,
  before: number,
  other: string,
  words: Words,
  to: ReplyTo | undefined,
) {
  const { number, rules } = terms;
  const links = to ? answersTo(terms, other)(to).flatMap((group) => group.links) : [];
  const lines = [
    say('counter-accept', { before, number }),
    say('counter-decline', { number }),
    say('counter-again', { command: other }),
    say('in-full', { rules }),
  ];
  return { button: links[0], lines: lines.map((line) => linkedLine(words(line), links)) };
}

/** What an answer may consist of: what most want first. */
const answersTo = ({ number, rules }: MatchTerms & { readonly number: number }, other?: string) =>
  commandGroup(
    `accept ${number}`,
    ...(other === undefined ? [] : [other]),
    `decline ${number}`,
    `help ${rules}`,
  );
