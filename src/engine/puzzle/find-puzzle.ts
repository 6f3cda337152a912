import { gameOf } from '../registry.ts';
import { Effort } from '../shape/effort.ts';
import type { Position } from '../shape/types.ts';
import { parsePosition } from '../written.ts';
import { worthOf } from './grade.ts';
import { makePuzzle } from './make-puzzle.ts';
import { afterMoves, type Puzzle } from './puzzle.ts';

/** A game that was played, as text: it travels between threads. */
export interface PlayedGame {
  /** The first position, with the id of its rules. */
  readonly start: string;
  readonly moves: readonly string[];
}

/** A position with fewer moves asks nothing. */
const MOVES_MIN = 4;

/**
 * Looks for the best puzzle among the positions of a game, from its last to its first, as long as the
 * effort lasts; no position gets more than a share of it, because before some nothing can be found out.
 *
 * @returns undefined where the game has none
 */
export function findPuzzle(positions: readonly Position[], nodesMax: number): Puzzle | undefined {
  let found: Puzzle | undefined;
  let nodes = 0;
  let given = 0;
  for (const position of positions.toReversed()) {
    const game = gameOf(position.rules);
    if (game.outcome(position) || game.legalMoves(position).length < MOVES_MIN) continue;
    const effort = new Effort({ nodesMax: Math.min(nodesMax - nodes, nodesMax / SHARES) });
    const puzzle = makePuzzle(position, { effort });
    nodes += effort.nodes;
    if (puzzle && (!found || worthOf(puzzle) > worthOf(found))) found = puzzle;
    given = effort.isSpent ? given + 1 : 0;
    // Further back it only gets harder.
    if (given === GIVEN_UP_MAX || nodes >= nodesMax) break;
  }
  return found;
}

const SHARES = 4;
const GIVEN_UP_MAX = 2;

/** The same of a game as text, for a thread of its own. */
export function findPuzzleIn({ start, moves }: PlayedGame, nodesMax: number): Puzzle | undefined {
  const first = parsePosition(start);
  if (!first.ok) throw new Error(`not a position: ${first.error.code}`);
  const positions = [first.value];
  for (const text of moves) positions.push(afterMoves(positions.at(-1) ?? first.value, [text]));
  return findPuzzle(positions, nodesMax);
}
