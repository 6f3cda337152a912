import { parseUserid } from '../../player/userid.ts';
import { err, ok } from '../../result.ts';
import { say } from '../../sentence.ts';
import { noticesTo } from '../letters/letters.ts';
import { refuse } from '../shape/decision.ts';
import { namedPlayer } from '../shape/named-player.ts';
import type { Command } from '../shape/types.ts';
import { bareOf, readReason, reasonGiven, withReason } from './admin-reason.ts';

/** Lets a suspended player play again. */
export const adminRestore: Command = {
  name: 'admin restore',
  aliases: [],
  usage: 'admin restore USERID [REASON]',
  summary: 'lets a suspended player play again',
  example: 'admin restore bob',
  audience: 'admin',
  need: 'confirmation',
  takesComment: false,
  options: [],

  read({ words }) {
    const [name = '', ...rest] = words;
    const userid = parseUserid(name);
    if (!userid.ok) return err(say('admin-suspend-shape', { command: 'restore' }));
    const reason = readReason(rest);
    if (!reason.ok) return reason;
    const act = `admin restore ${userid.value}`;
    const text = withReason(act, reason.value);
    return ok({
      text,
      bare: bareOf(act, reason.value),
      board: undefined,
      run({ reading }) {
        const named = namedPlayer(userid.value, reading);
        if (!named.ok) return refuse(act, named.error);
        const player = named.value;
        if (!reading.isSuspended(player.id)) {
          return refuse(act, say('not-suspended', { userid: player.userid }));
        }
        return {
          changes: [
            { do: 'restore-player', playerId: player.id },
            { do: 'log-admin', act: text },
          ],
          letters: noticesTo(player, [say('you-are-restored'), ...reasonGiven(reason.value)]),
          section: { understood: text, says: [say('you-restored', { userid: player.userid })] },
        };
      },
    });
  },
};
