import { gameOf } from '../../engine/registry.ts';
import { makeSize } from '../../engine/stones/notation.ts';
import type { Intent } from '../../intent.ts';
import type { Challenge } from '../../match/types.ts';
import { err, ok } from '../../result.ts';
import { say } from '../../sentence.ts';
import { withdrawOffer } from '../board/board-offer.ts';
import { noticesTo } from '../letters/letters.ts';
import { refuse } from '../shape/decision.ts';
import type { Command, Reading } from '../shape/types.ts';
import { onlyNumber } from '../shape/words.ts';

/** Takes one's own challenge back before it is answered. */
export const withdraw: Command = {
  name: 'withdraw',
  aliases: [],
  usage: 'withdraw N',
  summary: 'takes a challenge of yours back',
  example: 'withdraw 13',
  audience: 'player',
  need: 'proof',
  takesComment: false,
  options: [],

  read(words, place) {
    const number = onlyNumber(words, place, 'made');
    if (number === undefined) return err(say('challenge-number-missing', { command: 'withdraw' }));
    const text = `withdraw ${number}`;
    return ok({
      text,
      board: number,
      run(asking) {
        const { player, reading } = asking;
        const onBoard = withdrawOffer(text, number, asking);
        if (onBoard && reading.openOffer(number)) return onBoard;
        const challenge = reading.challenge(number);
        if (!challenge || challenge.challenger.id !== player.id) {
          return onBoard ?? refuse(text, say('not-your-challenge', { number }));
        }
        const { state, challenged } = challenge;
        if (state !== 'open') return refuse(text, say(`challenge-${state}`, { number }));
        return {
          changes: [{ do: 'put-challenge', challenge: { ...challenge, state: 'withdrawn' } }],
          letters: withdrawnLetters(challenge, reading),
          section: {
            understood: text,
            says: [
              challenged
                ? say('you-withdrew', { number, userid: challenged.userid })
                : say('you-withdrew-open', { number }),
            ],
          },
        };
      },
    });
  },
};

/**
 * Whoever got a letter about a challenge gets one when it is taken back. An open one had no letter, and
 * one that has not gone out yet never does.
 */
export function withdrawnLetters(challenge: Challenge, reading: Reading): readonly Intent[] {
  const { number, challenger, challenged, rules, size } = challenge;
  if (!challenged || reading.isUntold(challenge)) return [];
  const game = gameOf(rules).name;
  const facts = { number, userid: challenger.userid, game, size: makeSize(size) };
  return noticesTo(reading.playerById(challenged.id), [say('withdrawn', facts)]);
}
