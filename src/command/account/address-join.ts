import { addressesPerPlayerMax } from '../../limits.ts';
import { addressKey } from '../../player/address.ts';
import { err, ok } from '../../result.ts';
import { say } from '../../sentence.ts';
import { noticeTo, toPlayer } from '../letters/letters.ts';
import { refuse } from '../shape/decision.ts';
import type { Command } from '../shape/types.ts';
import { parseNumber } from '../shape/words.ts';

/**
 * The other half of `address add`: what the `yes` of the new address carries out. The request must
 * be a player's, recent, and about the very address that the letter comes from.
 */
export const addressJoin: Command = {
  name: 'address join',
  aliases: [],
  usage: 'address join N',
  summary: 'adds the address you write from to an account that asked for it',
  example: 'address join 7',
  audience: 'anyone',
  need: 'confirmation',
  takesComment: false,
  options: [],

  read({ words }) {
    const [written, ...rest] = words;
    const request = parseNumber(written);
    if (request === undefined || rest.length > 0) return err(say('address-join-none'));
    const text = `address join ${request}`;
    return ok({
      text,
      board: undefined,
      run({ address, player: already, reading }) {
        const wanted = reading.addressRequest(request);
        const player = wanted && reading.playerById(wanted.playerId);
        const full = player && reading.addressesOf(player.id).length >= addressesPerPlayerMax;
        const fits = wanted && addressKey(wanted.address) === addressKey(address);
        if (already || !player || full || !fits) return refuse(text, say('address-join-none'));
        const { userid } = player;
        return {
          changes: [{ do: 'add-address', playerId: player.id, address }],
          letters: [noticeTo(toPlayer(player), [say('address-added', { address, userid })])],
          section: { understood: undefined, says: [say('address-added', { address, userid })] },
        };
      },
    });
  },
};
