import { makePosition, parsePosition } from '../../engine/registry.ts';
import type { Position } from '../../engine/shape/types.ts';
import { opposite } from '../../engine/stones/board.ts';
import { analysesPerDayMax, hintsPerDayMax } from '../../limits.ts';
import { positionAfter } from '../../match/play.ts';
import { allowsHints, colourOf, type Match } from '../../match/types.ts';
import { err } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import { withoutQuotes } from '../board/move-words.ts';
import { parsed, refuse } from '../shape/decision.ts';
import type { Command, Decision, PlayerContext } from '../shape/types.ts';
import { onlyNumber, parseNumber } from '../shape/words.ts';

/** Requests the exact outcome of a position: of a finished board, or of a written position. */
export const solve: Command = {
  name: 'solve',
  usage: 'solve N [#PLY], or: solve "POSITION"',
  summary: 'works out who wins from a position of a finished board',
  example: 'solve 12 #3',
  audience: 'player',
  need: 'proof-to-read',

  read({ words }) {
    const [first, ...rest] = words.join(' ').split('#');
    const board = parseNumber(first?.trim());
    if (board !== undefined) {
      const ply = rest[0] === undefined ? undefined : parsePly(rest[0]);
      if (ply === null || rest.length > 1) return err(say('solve-shape'));
      const text = `solve ${board}${ply === undefined ? '' : ` #${ply}`}`;
      return parsed(text, (context) => solveBoard(text, board, ply, context));
    }
    const position = parsePosition(withoutQuotes(words.join(' ')));
    if (!position.ok) {
      const { error } = position;
      return err(error.code === 'not-a-position' ? say('solve-shape') : error);
    }
    const text = `solve "${makePosition(position.value)}"`;
    return parsed(text, (context) => requestSolution(text, position.value, context));
  },
};

function solveBoard(
  text: string,
  board: number,
  ply: number | undefined,
  context: PlayerContext,
): Decision {
  const match = context.queries.match(board);
  if (!match) return refuse(text, say('no-such-board', { board }));
  if (!match.outcome) return refuse(text, say('solve-running', { board }));
  const last = match.moves.length;
  if (ply !== undefined && ply > last) {
    return refuse(text, say('no-such-ply', { board, ply, last }));
  }
  return requestSolution(text, positionAfter(match, ply ?? last), context);
}

/** Queues a position for the solver, which answers in a separate letter. */
function requestSolution(
  text: string,
  position: Position,
  { player, queries }: PlayerContext,
): Decision {
  if (queries.standsOnRunningBoard(position)) return refuse(text, say('solve-courtesy'));
  if (queries.analysesToday(player.id) >= analysesPerDayMax) {
    return refuse(text, say('solve-enough', { count: analysesPerDayMax }));
  }
  return {
    changes: [{ do: 'ask-solver', playerId: player.id, understood: text, position }],
  };
}

const parsePly = (text: string): number | null =>
  /^\d{1,6}$/.test(text.trim()) ? Number(text.trim()) : null;

/** Requests a move in a match with hints, on the asker's turn. */
export const hint: Command = {
  name: 'hint',
  usage: 'hint N',
  summary: 'suggests a move, where hints are agreed or the robot plays',
  example: 'hint 12',
  audience: 'player',
  need: 'proof-to-read',

  read(line, letterContext) {
    const board = onlyNumber(line, letterContext);
    if (board === undefined) return err(say('board-number-missing', { command: 'hint' }));
    const text = `hint ${board}`;
    return parsed(text, (context) => askHint(text, board, context));
  },
};

/** The answer is a separate letter, when the solver's thread has found it. */
function askHint(text: string, board: number, { player, queries }: PlayerContext): Decision {
  const match = queries.match(board);
  if (!match) return refuse(text, say('no-such-board', { board }));
  const hindrance = hintHindrance(match, player.id);
  if (hindrance) return refuse(text, hindrance);
  if (queries.hintsToday(player.id) >= hintsPerDayMax) {
    return refuse(text, say('hint-enough', { count: hintsPerDayMax }));
  }
  const { position, revision } = match;
  const playerId = player.id;
  return {
    changes: [
      { do: 'ask-solver', playerId, understood: text, position, hintOn: { board, revision } },
    ],
  };
}

/** Why a player gets no hint on a board now, or undefined. */
function hintHindrance(match: Match, playerId: number): Sentence | undefined {
  const { board, rules, outcome, position, hints, robot } = match;
  const colour = colourOf(match, playerId);
  if (!colour) return say('not-your-board', { board });
  if (outcome) return say('hint-over', { board });
  const { userid } = match[opposite(colour)];
  if (!allowsHints(match)) {
    const isRated = hints || robot;
    return isRated ? say('hint-rated', { board }) : say('hint-not-agreed', { userid, rules });
  }
  return position.turn === colour ? undefined : say('hint-not-your-turn', { board, userid });
}
