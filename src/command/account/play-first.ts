import { LEVELS } from '../../engine/robot/level.ts';
import { playMove } from '../../match/play.ts';
import { ROBOT } from '../../match/types.ts';
import { parseUserid, useridKey } from '../../player/address.ts';
import type { Player } from '../../player/settings.ts';
import { err, ok } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import { takeTurn } from '../board/move.ts';
import { challengeFromInvitation } from '../challenge/invite.ts';
import { boardFacts, boardLetters } from '../letters/letters.ts';
import { beginMatch } from '../letters/with-robot.ts';
import {
  type FirstGame,
  firstGameCommand,
  firstMatch,
  NEWCOMER,
  readFirstGame,
  trialBoard,
} from '../robot/first-game.ts';
import { parsed, refuse, refuseWith, tell } from '../shape/decision.ts';
import { answerWithMoves } from '../shape/move-choices.ts';
import type {
  Command,
  CommandContext,
  Decision,
  ParsedCommand,
  PlayerContext,
} from '../shape/types.ts';
import { languageChosen, useridProblem } from './signup.ts';

/**
 * Changes a player's userid. Allowed only until the player has met another player: a newcomer who plays at
 * once has a userid from the server.
 */
export const name: Command = {
  name: 'name',
  usage: 'name NAME',
  summary: 'changes your userid, until you have met another player',
  example: 'name anna',
  audience: 'player',
  need: 'proof',

  read({ words: [written, ...more] }) {
    if (written === undefined) return ok(tellName);
    const userid = parseUserid(written);
    if (!userid.ok || more.length > 0) return userid.ok ? err(say('userid-shape')) : userid;
    const text = `name ${userid.value}`;
    // Harmless: nobody else knows the userid yet.
    return parsed({ text, harmless: true }, (context) => rename(text, userid.value, context));
  },
};

const tellName: ParsedCommand = {
  text: 'name',
  run: ({ player: { userid } }) =>
    tell({ understood: 'name', says: [say('userid-how', { userid })] }),
};

function rename(text: string, userid: string, context: PlayerContext): Decision {
  const { player, queries } = context;
  const isOwn = useridKey(userid) === useridKey(player.userid);
  if (userid === player.userid) {
    return tell({ understood: text, ...tellRenamed(userid, context) });
  }
  if (queries.hasMetAnyone(player.id)) {
    return refuse(text, say('userid-seen', { userid: player.userid }));
  }
  const hindrance = isOwn ? undefined : useridProblem('name', userid, context);
  if (hindrance) return refuse(text, hindrance);
  return {
    changes: [{ do: 'rename', playerId: player.id, userid }],
    section: { understood: text, ...tellRenamed(userid, context) },
  };
}

/** The userid now, and the board that waits for the player, who may have been asked for a name there. */
function tellRenamed(userid: string, { player, queries }: PlayerContext) {
  const says = [say('userid-now', { userid })];
  const [waiting] = queries.matchesToMove(player.id);
  if (!waiting) return { says };
  const { board } = waiting;
  return { says: [...says, say('board-waits-still', { board })], answers: [`show ${board}`] };
}

/**
 * Begins a newcomer's first match, against the robot. A stranger is first sent a board to confirm; the
 * reply opens the account. One per player.
 */
export const playFirst: Command = {
  name: 'play first',
  usage: 'play first [GAME] [-size=4x4] [-level=1]',
  summary: 'begins your first match, against the robot',
  example: 'play first forms',
  audience: 'anyone',
  need: 'proof',
  options: ['size', 'level'],
  gameWordIndex: () => 0,

  read(line) {
    const wanted = readFirstGame(line);
    if (!wanted.ok) return wanted;
    const text = firstGameCommand(wanted.value);
    return parsed(text, (context) => begin(text, wanted.value, context));
  },
};

function begin(text: string, game: FirstGame, context: CommandContext): Decision {
  const { player: account, queries, trialReply } = context;
  if (account && queries.isSuspended(account.id)) return refuse(text, say('suspended'));
  const earlier = account && queries.tutorialBoard(account.id);
  if (earlier) {
    const match = queries.match(earlier.board);
    const says = say('first-begun', { board: earlier.board });
    return refuse(text, says, match && boardFacts(match, []));
  }
  const player = account ?? newcomerOf(context);
  const fromInvitation = account ? NOTHING : challengeFromInvitation(player, queries);
  const board = queries.nextNumber() + (fromInvitation.challenge ? 1 : 0);
  const start = firstMatch(game, player, board);
  if (!start.ok) return refuse(text, start.error);
  const { match, events, changes: begins } = beginMatch(start.value);
  const changes = [
    ...(account ? [] : [{ do: 'add-player', player } as const, ...languageChosen(player)]),
    ...fromInvitation.changes,
    ...begins,
    { do: 'put-tutorial-board', playerId: player.id, board, hasGeneratedUserid: !account } as const,
  ];
  const move = trialReply?.move;
  if (move === undefined) {
    const { level } = game;
    const news = [
      say('robot-begins', { userid: ROBOT.userid, level, most: LEVELS.length }),
      ...events,
    ];
    const letters = [
      ...fromInvitation.letters,
      ...boardLetters(match, contextOf(player, context), news),
    ];
    const need = account || trialReply ? undefined : 'confirmation';
    return { changes, letters, section: undefined, pinnedCommand: text, ...(need && { need }) };
  }
  const moved = playMove(match, player.id, move, {});
  if (!moved.ok) return refusedMove(game, account, move, moved.error);
  const turn = takeTurn(match, moved.value, player, contextOf(player, context));
  return {
    changes: [...changes, ...turn.changes],
    letters: [...fromInvitation.letters, ...turn.letters],
    pinnedCommand: text,
  };
}

const NOTHING = { changes: [], letters: [], challenge: undefined };

/** Refuses the move: the same board with the legal moves, or why the move is illegal. */
function refusedMove(
  game: FirstGame,
  player: Player | undefined,
  move: string,
  why: Sentence,
): Decision {
  const match = firstMatch(game, player ?? NEWCOMER, 0);
  // No match exists yet, so a move needs no board number.
  const moves = match.ok ? answerWithMoves(match.value.position, move, (each) => each) : undefined;
  const board = trialBoard(game, player);
  return moves ? refuseWith({ ...moves, board }) : refuse(move, why, board);
}

/** The player for a newcomer's address. The userid reveals nothing of the address. */
function newcomerOf({ queries, address, language, mistakenFor }: CommandContext): Player {
  const id = queries.nextPlayerId();
  let number = id;
  const named = () => `guest${number}`;
  while (mistakenFor(named()) !== undefined || queries.useridTaken(named())) number++;
  return { id, userid: named(), address, language };
}

/** The context of letters to a player who is only now created. */
const contextOf = (
  player: Player,
  context: CommandContext,
): CommandContext & { readonly player: Player } => ({
  ...context,
  player,
  comment: '',
  queries: {
    ...context.queries,
    playerById: (id) => (id === player.id ? player : context.queries.playerById(id)),
  },
});
