import { acceptChallenge } from '../match/start.ts';
import { err, ok } from '../result.ts';
import { say } from '../sentence.ts';
import { readAcceptPolicy } from './accept-policy.ts';
import { refuse } from './decision.ts';
import { boardLetters } from './letters.ts';
import { offerTo } from './offer.ts';
import type { Command } from './types.ts';
import { onlyNumber } from './words.ts';

/** Takes up a challenge: the board opens under the challenge's number. */
export const accept: Command = {
  name: 'accept',
  aliases: [],
  usage: 'accept N',
  summary: 'takes up a challenge; the board opens at once',
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
      board: undefined,
      run(asking) {
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
