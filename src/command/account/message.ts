import { accountLimits } from '../../limits.ts';
import { parseUserid } from '../../player/address.ts';
import type { Player } from '../../player/settings.ts';
import { err } from '../../result.ts';
import { say } from '../../sentence.ts';
import { accountLetter } from '../letters/letters.ts';
import { parsed, plainCommand, refuse, tell } from '../shape/decision.ts';
import type { Command, Decision, PlayerContext } from '../shape/types.ts';
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
      if (!named.ok) return refuse(named.error);
      const other = named.value;
      const to = { userid: other.userid };
      if (other.id === player.id) return refuse(say('message-yourself'));
      if (comment === '') return refuse(say('message-empty', to));
      if (queries.blocks(other.id, player.id)) return refuse(say('takes-no-messages', to));
      const count = accountLimits.messagesPerDay;
      const hours = queries.hoursUntilAllowed(player.id, 'message', count);
      if (hours > 0) return refuse(say('message-enough', { count, hours }));
      return {
        changes: [{ do: 'note-act', playerId: player.id, act: 'message' }],
        letters: [
          accountLetter(other, {
            kind: 'message',
            facts: { from: player.userid, text: comment },
          }),
        ],
        section: { says: [say('message-sent', to)] },
      };
    });
  },
};

/** Sends a player's words to the admins of the server. */
export const feedback: Command = plainCommand(
  {
    name: 'feedback',
    usage: 'feedback, and the text on the lines below',
    summary: 'sends what you write below it to whoever runs this server',
    audience: 'player',
    need: 'proof',
    takesComment: true,
  },
  ({ player, queries, comment, hasAdmin }) => {
    if (!hasAdmin) return refuse(say('feedback-nobody'));
    if (comment === '') return refuse(say('feedback-shape'));
    const count = accountLimits.feedbackPerDay;
    const hours = queries.hoursUntilAllowed(player.id, 'feedback', count);
    if (hours > 0) return refuse(say('feedback-enough', { count, hours }));
    if (queries.allActsInLastDay('feedback') >= accountLimits.feedbackOfAllPerDay) {
      return refuse(say('feedback-full'));
    }
    return {
      changes: [
        { do: 'note-act', playerId: player.id, act: 'feedback' },
        { do: 'tell-admins', from: player.userid, text: comment },
      ],
      section: { says: [say('feedback-sent')] },
    };
  },
  { wrong: say('feedback-shape'), wantsText: true },
);

/** Keeps another player's messages, challenges and comments away. That player is not notified. */
export const block: Command = {
  name: 'block',
  usage: 'block [USERID]',
  summary: 'blocks what a player writes to you, or lists the blocked',
  example: 'block eve',
  audience: 'player',
  need: 'proof',

  read: ({ words }) =>
    words.length === 0
      ? listBlocked
      : aboutPlayer('block', words, ({ player, queries }, { id: blockedId, userid }) =>
          queries.blockedUserids(player.id).length >= accountLimits.blocks
            ? refuse(say('block-enough', { count: accountLimits.blocks }))
            : {
                changes: [{ do: 'put-block', playerId: player.id, blockedId }],
                section: { says: [say('blocked', { userid })] },
              },
        ),
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
    aboutPlayer('unblock', words, ({ player, queries }, { id: blockedId, userid }) =>
      queries.blocks(player.id, blockedId)
        ? {
            changes: [{ do: 'remove-block', playerId: player.id, blockedId }],
            section: { says: [say('unblocked', { userid })] },
          }
        : refuse(say('not-blocked', { userid })),
    ),
};

const listBlocked = parsed('block', ({ player, queries }) => {
  const blocked = queries.blockedUserids(player.id);
  const list = { userids: blocked.join(', '), count: blocked.length };
  return tell({ says: [blocked.length === 0 ? say('block-none') : say('block-list', list)] });
});

/** Reads the userid that both commands take, and finds the player. */
function aboutPlayer(
  command: 'block' | 'unblock',
  [written, ...rest]: readonly string[],
  decide: (context: PlayerContext, other: Player) => Decision,
): ReturnType<Command['read']> {
  if (written === undefined || rest.length > 0) return err(say('block-shape', { command }));
  const userid = parseUserid(written);
  if (!userid.ok) return userid;
  const text = `${command} ${userid.value}`;
  return parsed({ text, ...(command === 'block' && { harmless: true }) }, (context) => {
    const other = namedPlayer(userid.value, context.queries);
    if (!other.ok) return refuse(other.error);
    if (other.value.id === context.player.id) return refuse(say('block-yourself'));
    return decide(context, other.value);
  });
}
