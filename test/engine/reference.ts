import type { Game } from '../../src/engine/shape/game.ts';
import type { Value } from '../../src/engine/shape/solution.ts';
import type { Outcome } from '../../src/engine/shape/types.ts';
import type { StonePosition } from '../../src/engine/stones/board.ts';
import { stonesIn } from './given.ts';

/**
 * Exact values found the slow and simple way, with nothing but the rules: what the solver must agree
 * with. A reference answers for every position that play can lead to from the one it was made for.
 */
export type Reference = (position: StonePosition) => Value;

/** For any game: of one that goes round in circles every position has to be found first. */
export const referenceFor = (game: Game<StonePosition>, start: StonePosition): Reference =>
  game.canRepeat ? referenceWithCycles(game, start) : referenceWithoutCycles(game);

/**
 * For a game that cannot come back to a position: tries every move until one wins, and remembers
 * what it has found.
 */
const referenceWithoutCycles = (game: Game<StonePosition>): Reference => {
  const known = new Map<string, Value>();
  const judge = (position: StonePosition): Value => {
    const outcome = game.outcome(position);
    if (outcome) return valueAtEnd(outcome, position);
    const key = keyOf(position);
    const before = known.get(key);
    if (before) return before;
    const next = game.legalMoves(position).map((move) => game.play(position, move).position);
    // Fewer stones are sooner decided: this order leaves a third of the positions to look at.
    next.sort((one, other) => stonesIn(one) - stonesIn(other));
    let value: Value = 'loss';
    for (const after of next) {
      const theirs = judge(after);
      if (theirs === 'draw') value = 'draw';
      if (theirs !== 'loss') continue;
      value = 'win';
      break;
    }
    known.set(key, value);
    return value;
  };
  return judge;
};

const valueAtEnd = ({ winner }: Outcome, { turn }: StonePosition): Value =>
  winner === undefined ? 'draw' : winner === turn ? 'win' : 'loss';

/** One character for the turn and one for each rank of each colour: for boards up to 16 wide. */
const keyOf = ({ board, turn }: StonePosition): string =>
  String.fromCharCode(turn === 'black' ? 1 : 0, ...board.black, ...board.white);

/**
 * For a game that can come back to a position: every position that can be reached is found first,
 * and then what is decided spreads backwards until nothing more follows. What is left undecided is a
 * draw by repetition.
 */
const referenceWithCycles = (game: Game<StonePosition>, start: StonePosition): Reference => {
  const successors = new Map<string, string[]>();
  const known = new Map<string, Value>();
  const pending = [start];
  for (let position = pending.pop(); position; position = pending.pop()) {
    const key = keyOf(position);
    if (successors.has(key)) continue;
    const outcome = game.outcome(position);
    if (outcome) known.set(key, valueAtEnd(outcome, position));
    const next = game.legalMoves(position).map((move) => game.play(position, move).position);
    successors.set(key, next.map(keyOf));
    pending.push(...next);
  }
  for (let knownBefore = -1; knownBefore < known.size; ) {
    knownBefore = known.size;
    for (const [key, next] of successors) {
      if (known.has(key)) continue;
      const values = next.map((after) => known.get(after));
      if (values.includes('loss')) known.set(key, 'win');
      else if (values.every((value) => value === 'win')) known.set(key, 'loss');
    }
  }
  return (position) => {
    const key = keyOf(position);
    if (!successors.has(key)) throw new Error('the game cannot lead to this position');
    return known.get(key) ?? 'draw';
  };
};
