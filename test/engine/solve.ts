import type { Board } from '../../src/engine/board.ts';
import { countCells } from '../../src/engine/cellset.ts';
import type { Engine } from '../../src/engine/engine.ts';
import type { Position } from '../../src/engine/types.ts';

/**
 * Says whether the player to move wins with best play, in a game that cannot come back to a
 * position: tries every move until one wins, and remembers what it has found.
 */
export const solver = (engine: Engine): ((position: Position) => boolean) => {
  const known = new Map<string, boolean>();
  const moverWins = (position: Position): boolean => {
    const outcome = engine.outcome(position);
    if (outcome) return outcome.winner === position.turn;
    const key = keyOf(position);
    const before = known.get(key);
    if (before !== undefined) return before;
    const next = engine.legalMoves(position).map((move) => engine.play(position, move).position);
    // Fewer stones are sooner decided: this order leaves a third of the positions to look at.
    next.sort((one, other) => stonesIn(one) - stonesIn(other));
    const wins = next.some((after) => !moverWins(after));
    known.set(key, wins);
    return wins;
  };
  return moverWins;
};

const stonesIn = ({ board }: Position): number => countCells(board.black) + countCells(board.white);

/** One character for the turn and one for each rank of each colour: for boards up to 16 wide. */
const keyOf = ({ board, turn }: Position): string =>
  String.fromCharCode(turn === 'black' ? 1 : 0, ...board.black, ...board.white);

/**
 * Who wins with best play, in a game that can come back to a position: every position that can be
 * reached is found first, and then what is decided spreads backwards until nothing more follows.
 * What is left undecided is a draw by repetition.
 */
export const solveWithCycles = (engine: Engine, start: Position): boolean | undefined => {
  const successors = new Map<string, string[]>();
  const moverWins = new Map<string, boolean>();
  const pending = [start];
  for (let position = pending.pop(); position; position = pending.pop()) {
    const key = keyOf(position);
    if (successors.has(key)) continue;
    const outcome = engine.outcome(position);
    if (outcome) moverWins.set(key, outcome.winner === position.turn);
    const next = engine.legalMoves(position).map((move) => engine.play(position, move).position);
    successors.set(key, next.map(keyOf));
    pending.push(...next);
  }
  for (let knownBefore = -1; knownBefore < moverWins.size; ) {
    knownBefore = moverWins.size;
    for (const [key, next] of successors) {
      if (moverWins.has(key)) continue;
      const values = next.map((position) => moverWins.get(position));
      if (values.includes(false)) moverWins.set(key, true);
      else if (!values.includes(undefined)) moverWins.set(key, false);
    }
  }
  return moverWins.get(keyOf(start));
};

/** Conway's classes, of a position without a side to move. */
export type Class = 'N' | 'P' | 'X' | 'O';

/** Next player, Previous player, X (Black) or O (White): who wins, whoever starts. */
export const classify = (engine: Engine, board: Board): Class => {
  const moverWins = solver(engine);
  const blackWins = moverWins({ rules: engine.rules, board, turn: 'black' });
  const whiteWins = moverWins({ rules: engine.rules, board, turn: 'white' });
  if (blackWins === whiteWins) return blackWins ? 'N' : 'P';
  return blackWins ? 'X' : 'O';
};
