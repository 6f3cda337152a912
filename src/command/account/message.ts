import {
  blocksPerPlayerMax,
  feedbackPerDayMax,
  feedbackPerPlayerPerDayMax,
  messagesPerDayMax,
} from '../../limits.ts';
import { parseUserid } from '../../player/address.ts';
import type { Player } from '../../player/settings.ts';
import { err, ok } from '../../result.ts';
import { say } from '../../sentence.ts';
import { toPlayer } from '../letters/letters.ts';
import { parsed, refuse, tell } from '../shape/decision.ts';
import type { Command, Decision, ParsedCommand, Queries } from '../shape/types.ts';
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

/** Keeps another player's messages, challenges and comments away. That player is not notified. */
export const block: Command = {
  name: 'block',
  usage: 'block [USERID]',
  summary: 'blocks what a player writes to you, or lists the blocked',
  example: 'block eve',
  audience: 'player',
  need: 'proof',

  read({ words }) {
    return words.length === 0
      ? ok(listBlocked)
      : aboutPlayer('block', words, (text, player, other, queries) => {
          if (queries.blockedBy(player.id).length >= blocksPerPlayerMax) {
            return refuse(text, say('block-enough', { count: blocksPerPlayerMax }));
          }
          return {
            changes: [{ do: 'put-block', playerId: player.id, blockedId: other.id }],
            section: { understood: text, says: [say('blocked', { userid: other.userid })] },
          };
        });
  },
};

/** Lifts a `block`. */
export const unblock: Command = {
  name: 'unblock',
  usage: 'unblock USERID',
  summary: 'lets a player write to you again',
  example: 'unblock eve',
  audience: 'player',
  need: 'proof',

  read: ({ words }) =>
    aboutPlayer('unblock', words, (text, player, other, queries) => {
      if (!queries.blocks(player.id, other.id)) {
        return refuse(text, say('not-blocked', { userid: other.userid }));
      }
      return {
        changes: [{ do: 'remove-block', playerId: player.id, blockedId: other.id }],
        section: { understood: text, says: [say('unblocked', { userid: other.userid })] },
      };
    }),
};

const listBlocked: ParsedCommand = {
  text: 'block',
  run({ player, queries }) {
    const userids = queries.blockedBy(player.id);
    const sentence =
      userids.length === 0
        ? say('block-none')
        : say('block-list', { userids: userids.join(', '), count: userids.length });
    return tell({ understood: 'block', says: [sentence] });
  },
};

/** Reads the userid that both commands take, and finds the player. */
function aboutPlayer(
  command: 'block' | 'unblock',
  [written, ...rest]: readonly string[],
  decide: (text: string, player: Player, other: Player, queries: Queries) => Decision,
): ReturnType<Command['read']> {
  if (written === undefined || rest.length > 0) return err(say('block-shape', { command }));
  const userid = parseUserid(written);
  if (!userid.ok) return userid;
  const text = `${command} ${userid.value}`;
  return parsed({ text, ...(command === 'block' && { harmless: true }) }, ({ player, queries }) => {
    const named = namedPlayer(userid.value, queries);
    if (!named.ok) return refuse(text, named.error);
    const other = named.value;
    if (other.id === player.id) return refuse(text, say('block-yourself'));
    return decide(text, player, other, queries);
  });
}
