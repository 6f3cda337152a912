import { LEVELS } from '../../engine/robot/level.ts';
import { playMove } from '../../match/play.ts';
import { ROBOT } from '../../match/robot.ts';
import type { Player } from '../../player/types.ts';
import { ok } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import { takeTurn } from '../board/turn.ts';
import { invitedBy } from '../challenge/invited.ts';
import { beginMatch } from '../letters/forced-pass.ts';
import { boardFacts, boardLetters } from '../letters/letters.ts';
import {
  type FirstGame,
  firstBoard,
  firstMatch,
  makeFirst,
  NEWCOMER,
  readFirst,
} from '../robot/first-game.ts';
import { refuse, refuseWith } from '../shape/decision.ts';
import { movesOf } from '../shape/moves-of.ts';
import type { Asking, Command, Decision } from '../shape/types.ts';
import { languageChosen } from './signup.ts';

/**
 * Begins a newcomer's first match, against the robot: a stranger's is asked about with a board, and the
 * answer to that opens the account. Nobody has more than one.
 */
export const playFirst: Command = {
  name: 'play first',
  aliases: [],
  usage: 'play first [GAME] [-size=4x4] [-level=1]',
  summary: 'begins your first match, against the robot',
  example: 'play first forms',
  audience: 'anyone',
  need: 'proof',
  takesComment: false,
  options: ['size', 'level'],
  gameAt: () => 0,

  read(words) {
    const wanted = readFirst(words);
    if (!wanted.ok) return wanted;
    const text = makeFirst(wanted.value);
    return ok({ text, board: undefined, run: (asking) => begin(text, wanted.value, asking) });
  },
};

function begin(text: string, game: FirstGame, asking: Asking): Decision {
  const { player: already, reading, answersFirst } = asking;
  if (already && reading.isSuspended(already.id)) return refuse(text, say('suspended'));
  const begun = already && reading.firstBoard(already.id);
  if (begun) {
    const match = reading.match(begun.board);
    const says = say('first-begun', { board: begun.board });
    return refuse(text, says, match && boardFacts(match, []));
  }
  const player = already ?? newcomerOf(asking);
  const opened = already ? NOTHING : invitedBy(player, reading);
  const board = reading.nextNumber() + (opened.challenge ? 1 : 0);
  const start = firstMatch(game, player, board);
  if (!start.ok) return refuse(text, start.error);
  const { match, events, changes: begins } = beginMatch(start.value);
  const changes = [
    ...(already ? [] : [{ do: 'add-player', player } as const, ...languageChosen(player)]),
    ...opened.changes,
    ...begins,
    { do: 'put-first-board', playerId: player.id, board, unnamed: !already } as const,
  ];
  const move = answersFirst?.move;
  if (move === undefined) {
    const { level } = game;
    const told = [
      say('robot-begins', { userid: ROBOT.userid, level, most: LEVELS.length }),
      ...events,
    ];
    const letters = [...opened.letters, ...boardLetters(match, asOf(player, asking), told)];
    const need = already || answersFirst ? undefined : 'confirmation';
    return { changes, letters, section: undefined, exact: text, ...(need && { need }) };
  }
  const moved = playMove(match, player.id, move, {});
  if (!moved.ok) return refusedMove(game, already, move, moved.error);
  const turn = takeTurn(match, moved.value, player, asOf(player, asking));
  return {
    changes: [...changes, ...turn.changes],
    letters: [...opened.letters, ...turn.letters],
    section: undefined,
    exact: text,
  };
}

const NOTHING = { changes: [], letters: [], challenge: undefined };

/** Nothing has begun: the same board, with what could be played, or why that move cannot. */
function refusedMove(
  game: FirstGame,
  player: Player | undefined,
  move: string,
  why: Sentence,
): Decision {
  const match = firstMatch(game, player ?? NEWCOMER, 0);
  const isHead = match.ok && why.code === 'not-a-move';
  // Nobody plays yet, so a move needs no board.
  const moves = isHead ? movesOf(match.value.position, move, (each) => each) : undefined;
  const board = firstBoard(game, player);
  return moves ? refuseWith({ ...moves, board }) : refuse(move, why, board);
}

/** The player whom a newcomer becomes: of the address, which others shall not see, nothing is in the name. */
function newcomerOf({ reading, address, language, mistakenFor }: Asking): Player {
  const id = reading.nextPlayerId();
  let number = id;
  const named = () => `guest${number}`;
  while (mistakenFor(named()) !== undefined || reading.useridTaken(named())) number++;
  return { id, userid: named(), address, language };
}

/** What letters are decided with that go to a player who is only now one. */
const asOf = (player: Player, asking: Asking): Asking & { readonly player: Player } => ({
  ...asking,
  player,
  comment: '',
  reading: {
    ...asking.reading,
    playerById: (id) => (id === player.id ? player : asking.reading.playerById(id)),
  },
});
