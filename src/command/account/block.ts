import { blocksPerPlayerMax } from '../../limits.ts';
import { parseUserid } from '../../player/address.ts';
import type { Player } from '../../player/settings.ts';
import { err, ok } from '../../result.ts';
import { say } from '../../sentence.ts';
import { parsed, refuse, tell } from '../shape/decision.ts';
import type { Command, Decision, ParsedCommand, Queries } from '../shape/types.ts';
import { namedPlayer } from '../shape/words.ts';

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
