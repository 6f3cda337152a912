import { gameOf } from '../../engine/registry.ts';
import { makeSize } from '../../engine/stones/notation.ts';
import type { Message, WaitingMatch } from '../../intent.ts';
import { type Sentence, say } from '../../sentence.ts';
import { drawSight } from '../ascii.ts';
import { type Content, commandGroup, type Words } from '../content.ts';
import { subjectLink } from '../links.ts';
import { gameFacts } from './challenge-letter.ts';
import { smallSample } from './sample-board.ts';
import { shownStart } from './terms.ts';

/** Letters to those who have not played here yet. Each shows what comes, and has the first tap in it. */

type FactsOf<Kind extends Message['kind']> = Extract<Message, { readonly kind: Kind }>['facts'];

/** To somebody without an account, whom a player has named. */
export function invitationContent(
  facts: FactsOf<'invitation'>,
  words: Words,
  brief: string | undefined,
): Content {
  const { inviter, rules, userid } = facts;
  const game = gameOf(rules);
  const first = words(say(`first-${facts.first}`, { userid: inviter }));
  const { shown, sights } = shownStart(facts, words, {});
  return {
    subject: say('subject-invitation', { userid: inviter, game: game.name }),
    data: { ...facts, ...gameFacts(game), first, ...shown, brief },
    sights,
    groups: commandGroup(`signup ${userid ?? 'NAME'}`, `help ${rules}`, words(say('word-no'))),
  };
}

/** To somebody whom nobody knows. The links are new letters: nothing here proves who wrote. */
export function introductionContent({ userid = 'NAME' }: FactsOf<'introduction'>): Content {
  const { sight } = smallSample();
  return {
    subject: say('subject-introduction'),
    data: { board: drawSight(sight) },
    sights: [sight],
    groups: (to) => [
      { title: '', links: [`signup ${userid}`, 'help'].map((line) => subjectLink(to, line)) },
    ],
  };
}

/** To a new player. The first tap is a match: one that waits already, or an offer of one. */
export function welcomeContent(facts: FactsOf<'welcome'>, words: Words): Content {
  const { userid, says = [], waiting } = facts;
  const { sight, move } = smallSample();
  const first = waiting ? waitingIn(waiting) : say('welcome-first');
  const data = {
    userid,
    says: says.map(words),
    first: words(first),
    board: drawSight(sight),
    move,
  };
  return {
    subject: say('subject-welcome', { userid }),
    data,
    sights: [sight],
    groups: commandGroup(
      ...(waiting ? [`accept ${waiting.number}`] : []),
      'challenge open forms',
      'challenges',
      'help tutorial',
      'help forms',
      'games',
      'help',
    ),
  };
}

const waitingIn = ({ number, rules, challenger, invited, ...size }: WaitingMatch): Sentence =>
  say('welcome-match', {
    number,
    challenger,
    whose: invited ? 'yours' : 'theirs',
    game: gameOf(rules).name,
    size: makeSize(size),
  });
