import type { Intent } from '../../intent.ts';
import { addressKey, parseAddress, parseUserid } from '../../player/address.ts';
import type { Player } from '../../player/settings.ts';
import { err } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import { withdrawnLetters } from '../challenge/answer.ts';
import { noticesTo, toPlayer } from '../letters/letters.ts';
import { parsed, refuse } from '../shape/decision.ts';
import type { Command, Decision, Queries } from '../shape/types.ts';
import { namedPlayer } from '../shape/words.ts';
import { readReason, reasonGiven, withoutReason, withReason } from './admin-matches.ts';

/**
 * Stops a player's commands until `admin restore`, and withdraws the player's own challenges. Boards and
 * their clocks go on, and letters about them are still sent: the player may come back.
 */
const adminSuspend = commandAboutPlayer(
  'suspend',
  'stops all commands of a player, who is told',
  'admin suspend bob unkind words, after two warnings',
  ({ line, text, player, reason, queries }) => {
    if (queries.isSuspended(player.id)) {
      return refuse(line, say('suspended-already', { userid: player.userid }));
    }
    const ownChallenges = queries
      .openChallenges(player.id)
      .filter(({ challenger }) => challenger.id === player.id);
    return {
      changes: [
        { do: 'suspend-player', playerId: player.id },
        ...ownChallenges.map((challenge) => ({
          do: 'put-challenge' as const,
          challenge: { ...challenge, state: 'withdrawn' as const },
        })),
        { do: 'log-admin', act: text },
      ],
      letters: [
        ...noticesTo(player, [say('you-are-suspended'), ...reason]),
        ...ownChallenges.flatMap((challenge) => withdrawnLetters(challenge, queries)),
      ],
      section: {
        understood: text,
        says: [
          say('you-suspended', { userid: player.userid }),
          ...runningBoards(player.id, queries),
        ],
      },
    };
  },
);

/** Lets a suspended player play again. */
const adminRestore = commandAboutPlayer(
  'restore',
  'lets a suspended player play again',
  'admin restore bob',
  ({ line, text, player, reason, queries }) => {
    if (!queries.isSuspended(player.id)) {
      return refuse(line, say('not-suspended', { userid: player.userid }));
    }
    return {
      changes: [
        { do: 'restore-player', playerId: player.id },
        { do: 'log-admin', act: text },
      ],
      letters: noticesTo(player, [say('you-are-restored'), ...reason]),
      section: { understood: text, says: [say('you-restored', { userid: player.userid })] },
    };
  },
);

/** An admin's action on a player; the player is notified of the reason. */
interface PlayerAction {
  /** The line without its reason. */
  readonly line: string;
  /** The line with its reason. */
  readonly text: string;
  readonly player: Player;
  readonly reason: readonly Sentence[];
  readonly queries: Queries;
}

function commandAboutPlayer(
  command: 'suspend' | 'restore',
  summary: string,
  example: string,
  decide: (action: PlayerAction) => Decision,
): Command {
  return {
    name: `admin ${command}`,
    usage: `admin ${command} USERID [REASON]`,
    summary,
    example,
    audience: 'admin',
    need: 'confirmation',

    read({ words }) {
      const [name = '', ...rest] = words;
      const userid = parseUserid(name);
      if (!userid.ok) return err(say('admin-suspend-shape', { command }));
      const reason = readReason(rest);
      if (!reason.ok) return reason;
      const line = `admin ${command} ${userid.value}`;
      const text = withReason(line, reason.value);
      return parsed(
        { text, textWithoutComment: withoutReason(line, reason.value) },
        ({ queries }) => {
          const player = namedPlayer(userid.value, queries);
          if (!player.ok) return refuse(line, player.error);
          const sentence = reasonGiven(reason.value);
          return decide({ line, text, player: player.value, reason: sentence, queries });
        },
      );
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

  read({ words }) {
    const [name = '', written = '', ...rest] = words;
    const userid = parseUserid(name);
    const address = parseAddress(written);
    if (!userid.ok || !address.ok || rest.length > 0) return err(say('admin-address-shape'));
    const text = `admin address ${userid.value} ${address.value}`;
    return parsed(text, ({ queries }) => {
      const named = namedPlayer(userid.value, queries);
      const player = named.ok ? named.value : undefined;
      const account = player ?? queries.playerWithoutAddress(userid.value);
      if (!account)
        return refuse(
          text,
          named.ok ? say('no-such-player', { userid: userid.value }) : named.error,
        );
      const owner = queries.playerByAddress(address.value);
      if (owner && owner.id !== account.id) {
        return refuse(text, say('address-taken', { userid: owner.userid }));
      }
      if (player && addressKey(player.address) === addressKey(address.value)) {
        return refuse(text, say('address-same', { userid: player.userid }));
      }
      const movedPlayer = { ...account, address: address.value };
      return {
        changes: [
          { do: 'move-address', playerId: account.id, address: address.value },
          { do: 'end-tokens', playerId: account.id },
          { do: 'log-admin', act: text },
        ],
        letters: [
          ...(player ? noticeToOldAddress(player) : []),
          ...noticesTo(movedPlayer, [say('moved-here', { userid: account.userid })]),
        ],
        section: {
          understood: text,
          says: [say(player ? 'you-moved' : 'you-gave-address', { userid: account.userid })],
        },
      };
    });
  },
};

const noticeToOldAddress = (player: Player): readonly Intent[] => [
  {
    to: toPlayer(player),
    message: { kind: 'notice', facts: { says: [say('moved-away', { userid: player.userid })] } },
    reply: { purpose: 'none' },
  },
];

/** The commands of admins about a player. */
export const ADMIN_PLAYERS: readonly Command[] = [adminSuspend, adminRestore, adminAddress];
