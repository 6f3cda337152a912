import type { Intent } from '../../intent.ts';
import { addressKey, parseAddress } from '../../player/address.ts';
import type { Player } from '../../player/types.ts';
import { parseUserid } from '../../player/userid.ts';
import { err, ok } from '../../result.ts';
import { say } from '../../sentence.ts';
import { noticesTo, toPlayer } from '../letters/letters.ts';
import { refuse } from '../shape/decision.ts';
import { namedPlayer } from '../shape/named-player.ts';
import type { Command } from '../shape/types.ts';

/**
 * Moves an account to another address, for somebody who has lost the old one. Both addresses are
 * told; the old one is not told which the new one is, and its letters do not count any more: the
 * boards come anew. An account that came with an archive has no old one.
 */
export const adminAddress: Command = {
  name: 'admin address',
  aliases: [],
  usage: 'admin address USERID ADDRESS',
  summary: 'moves an account to another address',
  example: 'admin address bob bob@work.example',
  audience: 'admin',
  need: 'confirmation',
  takesComment: false,
  options: [],

  read({ words }) {
    const [name = '', written = '', ...rest] = words;
    const userid = parseUserid(name);
    const address = parseAddress(written);
    if (!userid.ok || !address.ok || rest.length > 0) return err(say('admin-address-shape'));
    const text = `admin address ${userid.value} ${address.value}`;
    return ok({
      text,
      board: undefined,
      run({ reading }) {
        const named = namedPlayer(userid.value, reading);
        const player = named.ok ? named.value : undefined;
        const other = player ?? reading.playerWithoutAddress(userid.value);
        if (!other)
          return refuse(
            text,
            named.ok ? say('no-such-player', { userid: userid.value }) : named.error,
          );
        const owner = reading.playerByAddress(address.value);
        if (owner && owner.id !== other.id) {
          return refuse(text, say('address-taken', { userid: owner.userid }));
        }
        if (player && addressKey(player.address) === addressKey(address.value)) {
          return refuse(text, say('address-same', { userid: player.userid }));
        }
        const there = { ...other, address: address.value };
        return {
          changes: [
            { do: 'move-address', playerId: other.id, address: address.value },
            { do: 'end-tokens', playerId: other.id },
            { do: 'log-admin', act: text },
          ],
          letters: [
            ...(player ? awayLetters(player) : []),
            ...noticesTo(there, [say('moved-here', { userid: other.userid })]),
          ],
          section: {
            understood: text,
            says: [say(player ? 'you-moved' : 'you-gave-address', { userid: other.userid })],
          },
        };
      },
    });
  },
};

const awayLetters = (player: Player): readonly Intent[] => [
  {
    to: toPlayer(player),
    message: { kind: 'notice', facts: { says: [say('moved-away', { userid: player.userid })] } },
    reply: { purpose: 'none' },
  },
];
