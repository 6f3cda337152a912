import { messagesPerDayMax } from '../../limits.ts';
import { parseUserid } from '../../player/userid.ts';
import { err, ok } from '../../result.ts';
import { say } from '../../sentence.ts';
import { toPlayer } from '../letters/letters.ts';
import { refuse } from '../shape/decision.ts';
import { namedPlayer } from '../shape/named-player.ts';
import type { Command } from '../shape/types.ts';

/** Sends a player's words to another player, about no board in particular. */
export const message: Command = {
  name: 'message',
  aliases: [],
  usage: 'message USERID',
  summary: 'sends a player what you write on the lines below it',
  example: 'message bob',
  audience: 'player',
  need: 'proof',
  takesComment: true,
  options: [],

  read({ words }) {
    const [to, ...rest] = words;
    if (to === undefined || rest.length > 0) return err(say('message-shape'));
    const userid = parseUserid(to);
    if (!userid.ok) return userid;
    const text = `message ${userid.value}`;
    return ok({
      text,
      board: undefined,
      run({ player, reading, comment }) {
        const named = namedPlayer(userid.value, reading);
        if (!named.ok) return refuse(text, named.error);
        const other = named.value;
        if (other.id === player.id) return refuse(text, say('message-yourself'));
        if (comment === '') return refuse(text, say('message-empty', { userid: other.userid }));
        if (reading.blocks(other.id, player.id)) {
          return refuse(text, say('takes-no-messages', { userid: other.userid }));
        }
        const hours = reading.hoursToAct(player.id, 'message', messagesPerDayMax);
        if (hours > 0) {
          return refuse(text, say('message-enough', { count: messagesPerDayMax, hours }));
        }
        return {
          changes: [{ do: 'note-act', playerId: player.id, act: 'message' }],
          letters: [
            {
              to: toPlayer(other),
              message: { kind: 'message', facts: { from: player.userid, text: comment } },
              reply: { purpose: 'account', number: 0 },
            },
          ],
          section: { understood: text, says: [say('message-sent', { userid: other.userid })] },
        };
      },
    });
  },
};
