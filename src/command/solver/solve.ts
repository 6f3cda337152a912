import { makePosition, parsePosition } from '../../engine/registry.ts';
import type { Position } from '../../engine/shape/types.ts';
import { opposite } from '../../engine/stones/board.ts';
import { positionAfter } from '../../match/play.ts';
import { allowsHints, colourOf, type Match } from '../../match/types.ts';
import { err } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import { solverLimits } from '../../solo-limits.ts';
import { readBoardAndPlies, resolvePlies, withoutQuotes } from '../board/move-words.ts';
import { boardCommand, parsed, refuse } from '../shape/decision.ts';
import type { Command, Decision, PlayerContext } from '../shape/types.ts';

/** Requests the exact outcome of a position: of a finished board, or of a written position. */
export const solve: Command = {
  name: 'solve',
  usage: 'solve N [#PLY], or: solve "POSITION"',
  summary: 'works out who wins from a position of a finished board',
  example: 'solve 12 #3',
  audience: 'player',
  need: 'proof-to-read',

  read({ words }) {
    const { board, plies } = readBoardAndPlies(words) ?? {};
    if (board !== undefined) {
      const text = `solve ${board}${plies === undefined ? '' : ` #${plies}`}`;
      return parsed(text, (context) => solveBoard(text, board, plies, context));
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
  plies: number | undefined,
  context: PlayerContext,
): Decision {
  const match = context.queries.match(board);
  if (!match) return refuse(say('no-such-board', { board }));
  if (!match.outcome) return refuse(say('solve-running', { board }));
  const counted = resolvePlies(match, plies);
  if (!counted.ok) return refuse(counted.error);
  return requestSolution(text, positionAfter(match, counted.value), context);
}

/** Queues a position for the solver, which answers in a separate letter. */
function requestSolution(
  understood: string,
  position: Position,
  { player: { id: playerId }, queries }: PlayerContext,
): Decision {
  if (queries.standsOnRunningBoard(position)) return refuse(say('solve-courtesy'));
  if (queries.analysesInLastDay(playerId) >= solverLimits.analysesPerDay) {
    return refuse(say('solve-enough', { count: solverLimits.analysesPerDay }));
  }
  return { changes: [{ do: 'ask-solver', playerId, understood, position }] };
}

/** Requests a move in a match with hints, on the asker's turn; it comes in a separate letter. */
export const hint: Command = boardCommand(
  {
    name: 'hint',
    summary: 'suggests a move, where hints are agreed or the robot plays',
    need: 'proof-to-read',
  },
  (match, { player: { id: playerId }, queries }) => {
    const hindrance = hintHindrance(match, playerId);
    if (hindrance) return refuse(hindrance);
    if (queries.hintsInLastDay(playerId) >= solverLimits.hintsPerDay) {
      return refuse(say('hint-enough', { count: solverLimits.hintsPerDay }));
    }
    const { board, position, revision } = match;
    const hintOn = { board, revision };
    return {
      changes: [{ do: 'ask-solver', playerId, understood: `hint ${board}`, position, hintOn }],
    };
  },
);

/** Why a player gets no hint on a board now, or undefined. */
function hintHindrance(match: Match, playerId: number): Sentence | undefined {
  const { board, rules, outcome, position, hints, robot } = match;
  const colour = colourOf(match, playerId);
  if (!colour) return say('not-your-board', { board });
  if (outcome) return say('hint-over', { board });
  const { userid } = match[opposite(colour)];
  if (!allowsHints(match)) {
    // Otherwise allowed, so the match is rated.
    return hints || robot
      ? say('hint-rated', { board })
      : say('hint-not-agreed', { userid, rules });
  }
  return position.turn === colour ? undefined : say('hint-not-your-turn', { board, userid });
}
