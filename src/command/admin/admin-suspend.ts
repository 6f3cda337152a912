import type { Intent } from '../../intent.ts';
import { addressKey, parseAddress, parseUserid } from '../../player/address.ts';
import type { Player } from '../../player/settings.ts';
import { err } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import { withdrawnLetters } from '../challenge/answer.ts';
import { noticesTo } from '../letters/letters.ts';
import { refuse } from '../shape/decision.ts';
import type { Command, CommandContext, Decision, Queries } from '../shape/types.ts';
import { namedPlayer } from '../shape/words.ts';
import { actWithReason, adminAct } from './act.ts';

/**
 * Stops a player's commands until `admin restore`, and withdraws the player's own challenges. Boards and
 * their clocks go on, and letters about them are still sent: the player may come back.
 */
const adminSuspend = commandAboutPlayer(
  'suspend',
  'stops all commands of a player, who is told',
  'admin suspend bob unkind words, after two warnings',
  (player, { queries }, reason) => {
    const { id, userid } = player;
    if (queries.isSuspended(id)) return refuse(say('suspended-already', { userid }));
    const own = queries.openChallenges(id).filter(({ challenger }) => challenger.id === id);
    const withdrawn = own.map((challenge) => ({ ...challenge, state: 'withdrawn' as const }));
    return {
      changes: [
        { do: 'suspend-player', playerId: id },
        ...withdrawn.map((challenge) => ({ do: 'put-challenge' as const, challenge })),
      ],
      letters: [
        ...noticesTo(player, [say('you-are-suspended'), ...reason]),
        ...own.flatMap((challenge) => withdrawnLetters(challenge, queries)),
      ],
      section: { says: [say('you-suspended', { userid }), ...runningBoards(id, queries)] },
    };
  },
);

/** Lets a suspended player play again. */
const adminRestore = commandAboutPlayer(
  'restore',
  'lets a suspended player play again',
  'admin restore bob',
  (player, { queries }, reason) => {
    const { id, userid } = player;
    if (!queries.isSuspended(id)) return refuse(say('not-suspended', { userid }));
    return {
      changes: [{ do: 'restore-player', playerId: id }],
      letters: noticesTo(player, [say('you-are-restored'), ...reason]),
      section: { says: [say('you-restored', { userid })] },
    };
  },
);

/** A command about a player, who is told the reason. */
function commandAboutPlayer(
  command: 'suspend' | 'restore',
  summary: string,
  example: string,
  decide: (player: Player, context: CommandContext, reason: readonly Sentence[]) => Decision,
): Command {
  return {
    name: `admin ${command}`,
    usage: `admin ${command} USERID [REASON]`,
    summary,
    example,
    audience: 'admin',
    need: 'confirmation',

    read({ words: [name = '', ...rest] }) {
      const userid = parseUserid(name);
      if (!userid.ok) return err(say('admin-suspend-shape', { command }));
      const act = { text: `admin ${command} ${userid.value}` };
      return actWithReason(act, rest, (context, reason) => {
        const player = namedPlayer(userid.value, context.queries);
        return player.ok ? decide(player.value, context, reason) : refuse(player.error);
      });
    },
  };
}

/** The boards whose opponents now wait for a clock to run out, or for the admin to end them. */
function runningBoards(playerId: number, queries: Queries): readonly Sentence[] {
  const boards = queries.activeMatches(playerId).map(({ board }) => board);
  const [first] = boards;
  return first === undefined
    ? []
    : [say('suspended-boards', { boards: boards.join(', '), board: first })];
}

/**
 * Moves an account to another address, for a player who has lost the old one. Both addresses are
 * notified. The old address is not shown the new one, tokens in older letters become invalid, and the boards
 * are sent again. An account from an archive has no old address.
 */
const adminAddress: Command = {
  name: 'admin address',
  usage: 'admin address USERID ADDRESS',
  summary: 'moves an account to another address',
  example: 'admin address bob bob@work.example',
  audience: 'admin',
  need: 'confirmation',

  read({ words: [name = '', written = '', ...rest] }) {
    const read = parseUserid(name);
    const address = parseAddress(written);
    if (!read.ok || !address.ok || rest.length > 0) return err(say('admin-address-shape'));
    const text = `admin address ${read.value} ${address.value}`;
    return adminAct({ text }, ({ queries }) => {
      const player = queries.playerByUserid(read.value);
      const account = player ?? queries.playerWithoutAddress(read.value);
      if (!account) return refuse(say('no-such-player', { userid: read.value }));
      const { id: playerId, userid } = account;
      const owner = queries.playerByAddress(address.value);
      if (owner && owner.id !== playerId) {
        return refuse(say('address-taken', { userid: owner.userid }));
      }
      if (player && addressKey(player.address) === addressKey(address.value)) {
        return refuse(say('address-same', { userid }));
      }
      const leaving = noticesTo(player, [say('moved-away', { userid })]);
      const moved = { ...account, address: address.value };
      return {
        changes: [
          { do: 'move-address', playerId, address: address.value },
          { do: 'end-tokens', playerId },
        ],
        letters: [
          ...leaving.map((notice): Intent => ({ ...notice, reply: { purpose: 'none' } })),
          ...noticesTo(moved, [say('moved-here', { userid })]),
        ],
        section: { says: [say(player ? 'you-moved' : 'you-gave-address', { userid })] },
      };
    });
  },
};

/** The commands of admins about a player. */
export const ADMIN_PLAYERS: readonly Command[] = [adminSuspend, adminRestore, adminAddress];
