import { err } from '../../result.ts';
import { say } from '../../sentence.ts';
import { accountLetter } from '../letters/letters.ts';
import { parsed, refuse } from '../shape/decision.ts';
import { openChallengeTo } from '../shape/open-challenge.ts';
import {
  makeTerms,
  makeWishes,
  readWishes,
  settleTerms,
  TERM_OPTIONS,
  TERM_VALUES,
  type Terms,
  termsOf,
} from '../shape/terms.ts';
import type { Command } from '../shape/types.ts';
import { numberOrDefault, parseNumber } from '../shape/words.ts';
import { challengeChanges, challengeProblem, newChallenge, shownTerms } from './new-challenge.ts';

/** Answers a challenge with other terms: closes it, and sends one the other way. */
export const counter: Command = {
  name: 'counter',
  usage:
    'counter N [GAME] [-size=8x8] [-first=me/them/random] [-unrated] [-hints] [-nag=7d] [-forfeit=21d] [-total=90d]',
  summary: 'answers a challenge with other terms',
  example: 'counter 13 -size=6x6',
  audience: 'player',
  need: 'proof',
  takesComment: true,
  options: TERM_OPTIONS,
  values: TERM_VALUES,
  gameWordIndex: ({ words: [first] }) => (parseNumber(first) === undefined ? 0 : 1),

  read(line, letterContext) {
    const written = parseNumber(line.words[0]);
    const number = written ?? numberOrDefault(letterContext, 'received');
    if (number === undefined) return err(say('challenge-number-missing', { command: 'counter' }));
    const [game, ...rest] = line.words.slice(written === undefined ? 0 : 1);
    if (rest.length > 0) return err(say('counter-shape', { number }));
    const wishes = readWishes(game, line);
    if (!wishes.ok) return wishes;
    const named = makeWishes(wishes.value);
    if (named === '') return err(say('counter-shape', { number }));
    return parsed(`counter ${number} ${named}`, (context) => {
      const { player, queries, comment } = context;
      const challenge = openChallengeTo(player, number, queries);
      if (!challenge.ok) return refuse(challenge.error);
      // Terms that are not named stay, seen from the other side.
      const before = swapSides(termsOf(challenge.value));
      const terms = settleTerms(wishes.value, before);
      if (!terms.ok) return refuse(terms.error);
      if (makeTerms(terms.value) === makeTerms(before)) {
        return refuse(say('counter-same', { number }));
      }
      const { challenger, challenged, start } = challenge.value;
      const { userid } = challenger;
      if (!challenged) return refuse(say('counter-open', { number, userid }));
      if (start) return refuse(say('counter-from', { number }));
      const opponent = queries.playerById(challenger.id);
      if (!opponent) return refuse(say('no-such-challenge', { number }));
      const hindrance = challengeProblem(player, opponent, terms.value.game.rules, queries);
      if (hindrance) return refuse(hindrance);
      const replacement = newChallenge(player, opponent, terms.value, queries);
      const facts = {
        ...shownTerms(replacement),
        challenger: player.userid,
        comment,
        before: shownTerms(challenge.value),
      };
      return {
        changes: [
          { do: 'put-challenge', challenge: { ...challenge.value, state: 'countered' } },
          ...challengeChanges(replacement),
        ],
        letters: [accountLetter(opponent, { kind: 'counter', facts }, replacement.number)],
        section: { says: [say('you-countered', { number, instead: replacement.number, userid })] },
      };
    });
  },
};

/** The terms as the other player sees them: `me` and `them` change places. */
const swapSides = (terms: Terms): Terms => ({
  ...terms,
  first: terms.first === 'me' ? 'them' : terms.first === 'them' ? 'me' : 'random',
});
