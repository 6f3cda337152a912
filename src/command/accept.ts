import { acceptChallenge } from '../match/start.ts';
import { err, ok } from '../result.ts';
import { say } from '../sentence.ts';
import { refuse, refuseWith } from './decision.ts';
import { boardLetters } from './letters.ts';
import { offerTo, othersOpen } from './offer.ts';
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
    const number = onlyNumber(words, place);
    if (number === undefined) return err(say('challenge-number-missing', { command: 'accept' }));
    const text = `accept ${number}`;
    return ok({
      text,
      board: undefined,
      run(asking) {
        const { player, heads, reading } = asking;
        const offer = offerTo(player, number, reading);
        if (!offer.ok) {
          const says = [offer.error, ...othersOpen(player, number, reading)];
          return refuseWith({ understood: text, says });
        }
        if (!player) return refuse(text, say('no-account'));
        const challenged = { id: player.id, userid: player.userid };
        const match = acceptChallenge(offer.value, challenged, heads);
        if (!match.ok) return refuse(text, match.error);
        return {
          changes: [
            { do: 'put-challenge', challenge: { ...offer.value, challenged, state: 'accepted' } },
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
