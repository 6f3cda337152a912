import { acceptChallenge } from '../match/start.ts';
import { err, ok } from '../result.ts';
import { say } from '../sentence.ts';
import { readAcceptPolicy } from './accept-policy.ts';
import { acceptOffer } from './board-offer.ts';
import { refuse } from './decision.ts';
import { boardLetters } from './letters.ts';
import { offerTo } from './offer.ts';
import type { Command } from './types.ts';
import { onlyNumber } from './words.ts';

/**
 * Takes up a challenge: the board opens under the challenge's number. Or agrees to the draw or the
 * undo that is offered on a board.
 */
export const accept: Command = {
  name: 'accept',
  aliases: [],
  usage: 'accept N',
  summary: 'takes up a challenge, or what is offered on a board',
  example: 'accept 13',
  audience: 'player',
  need: 'proof',
  takesComment: true,
  options: [],

  read(words, place) {
    const policy = readAcceptPolicy(words);
    if (policy) return policy;
    const number = onlyNumber(words, place);
    if (number === undefined) return err(say('challenge-number-missing', { command: 'accept' }));
    const text = `accept ${number}`;
    return ok({
      text,
      board: number,
      run(asking) {
        const onBoard = acceptOffer(text, number, asking);
        if (onBoard) return onBoard;
        const { player, heads } = asking;
        const offer = offerTo(player, number, asking.reading);
        if (!offer.ok || !player) return refuse(text, offer.ok ? say('no-account') : offer.error);
        const match = acceptChallenge(offer.value, heads);
        if (!match.ok) return refuse(text, match.error);
        return {
          changes: [
            { do: 'put-challenge', challenge: { ...offer.value, state: 'accepted' } },
            { do: 'start-match', match: match.value },
          ],
          letters: boardLetters(
            match.value,
            asking,
            [say('accepted', { userid: player.userid })],
            player,
          ),
          section: undefined,
        };
      },
    });
  },
};
