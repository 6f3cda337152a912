import { feedbackPerDayMax, feedbackPerPlayerPerDayMax, messagesPerDayMax } from '../../limits.ts';
import { parseUserid } from '../../player/address.ts';
import { err } from '../../result.ts';
import { say } from '../../sentence.ts';
import { toPlayer } from '../letters/letters.ts';
import { parsed, refuse } from '../shape/decision.ts';
import type { Command } from '../shape/types.ts';
import { namedPlayer } from '../shape/words.ts';

/** Sends a player's words to another player, independent of any board. */
export const message: Command = {
  name: 'message',
  usage: 'message USERID',
  summary: 'sends a player what you write on the lines below it',
  example: 'message bob',
  audience: 'player',
  need: 'proof',
  takesComment: true,

  read({ words }) {
    const [to, ...rest] = words;
    if (to === undefined || rest.length > 0) return err(say('message-shape'));
    const userid = parseUserid(to);
    if (!userid.ok) return userid;
    const text = `message ${userid.value}`;
    return parsed({ text, wantsText: true }, ({ player, queries, comment }) => {
      const named = namedPlayer(userid.value, queries);
      if (!named.ok) return refuse(text, named.error);
      const other = named.value;
      if (other.id === player.id) return refuse(text, say('message-yourself'));
      if (comment === '') return refuse(text, say('message-empty', { userid: other.userid }));
      if (queries.blocks(other.id, player.id)) {
        return refuse(text, say('takes-no-messages', { userid: other.userid }));
      }
      const hours = queries.hoursUntilAllowed(player.id, 'message', messagesPerDayMax);
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
    });
  },
};

/** Sends a player's words to the admins of the server. */
export const feedback: Command = {
  name: 'feedback',
  usage: 'feedback, and the text on the lines below',
  summary: 'sends what you write below it to whoever runs this server',
  example: 'feedback',
  audience: 'player',
  need: 'proof',
  takesComment: true,

  read({ words }) {
    if (words.length > 0) return err(say('feedback-shape'));
    const text = 'feedback';
    return parsed({ text, wantsText: true }, ({ player, queries, comment, hasAdmin }) => {
      if (!hasAdmin) return refuse(text, say('feedback-nobody'));
      if (comment === '') return refuse(text, say('feedback-shape'));
      const count = feedbackPerPlayerPerDayMax;
      const hours = queries.hoursUntilAllowed(player.id, 'feedback', count);
      if (hours > 0) return refuse(text, say('feedback-enough', { count, hours }));
      if (queries.allActsToday('feedback') >= feedbackPerDayMax) {
        return refuse(text, say('feedback-full'));
      }
      return {
        changes: [
          { do: 'note-act', playerId: player.id, act: 'feedback' },
          { do: 'tell-admins', from: player.userid, text: comment },
        ],
        section: { understood: text, says: [say('feedback-sent')] },
      };
    });
  },
};
