import { gameOf } from '../registry.ts';
import type { Game } from '../shape/game.ts';
import type { Course, Effort, Oracle, Value } from '../shape/solution.ts';
import type { Move, Position } from '../shape/types.ts';
import { opposite } from '../stones/board.ts';

/** The value of a position, and the plies to its end. */
interface Found {
  readonly value: Value;
  /** Undefined in a draw. */
  readonly plies: number | undefined;
}

/**
 * The oracle of any game: full search by iterative deepening. A draw is proven when neither side can force a
 * win at any depth. Finds far ends only on the smallest boards, but needs no memory and is correct for
 * repeated positions.
 */
export class Lookahead implements Oracle {
  private readonly game: Game;
  private readonly effort: Effort;
  /** Whether a position was left unsearched since the last reset. */
  private unseen = false;
  /** Results, for later queries. */
  private readonly found = new WeakMap<Position, Found>();

  constructor(game: Game, effort: Effort) {
    this.game = game;
    this.effort = effort;
  }

  evaluate(position: Position): Value | undefined {
    return this.look(position)?.value;
  }

  distance(position: Position): number | undefined {
    return this.look(position)?.plies;
  }

  bestMove(position: Position): Move | undefined {
    const found = this.look(position);
    if (found?.plies === undefined) return undefined;
    const { value, plies } = found;
    const best = this.game.legalMoves(position).find((move) => {
      const after = this.game.play(position, move).position;
      return value === 'win'
        ? this.loses(after, plies - 1)
        : plies === 1 || !this.wins(after, plies - 2);
    });
    return this.effort.isSpent ? undefined : best;
  }

  private look(position: Position): Found | undefined {
    const found = this.found.get(position) ?? this.lookAnew(position);
    if (found) this.found.set(position, found);
    return found;
  }

  private lookAnew(position: Position): Found | undefined {
    let mayWin = true;
    let mayLose = true;
    for (let plies = 1; !this.effort.isSpent; plies++) {
      this.unseen = false;
      if (mayWin && this.wins(position, plies)) return { value: 'win', plies };
      mayWin &&= this.unseen;
      this.unseen = false;
      if (mayLose && this.loses(position, plies)) return { value: 'loss', plies };
      mayLose &&= this.unseen;
      if (!mayWin && !mayLose) return { value: 'draw', plies: undefined };
    }
    return undefined;
  }

  /** Whether the player to move can force a win within `plies`. */
  private wins(position: Position, plies: number): boolean {
    if (this.effort.isSpent) return this.leave();
    this.effort.spend(1);
    const outcome = this.game.outcome(position);
    if (outcome) return outcome.winner === position.turn;
    if (plies === 0) return this.leave();
    return this.game
      .legalMoves(position)
      .some((move) => this.loses(this.game.play(position, move).position, plies - 1));
  }

  /** Whether the opponent can force a win within `plies`. */
  private loses(position: Position, plies: number): boolean {
    if (this.effort.isSpent) return this.leave();
    this.effort.spend(1);
    const outcome = this.game.outcome(position);
    if (outcome) return outcome.winner === opposite(position.turn);
    if (plies === 0) return this.leave();
    return this.game
      .legalMoves(position)
      .every((move) => this.wins(this.game.play(position, move).position, plies - 1));
  }

  /** Marks a position as unsearched. */
  private leave(): false {
    this.unseen = true;
    return false;
  }
}

/**
 * Follows best play from a position to the end.
 *
 * @param value of the position, by the oracle
 */
export const courseOf = (oracle: Oracle, effort: Effort, start: Position, value: Value): Course => {
  const game = gameOf(start.rules);
  if (value === 'draw' || game.outcome(start)) return {};
  const distance = oracle.distance?.(start);
  const line: Move[] = [];
  let position = start;
  for (let isWon = value === 'win'; !game.outcome(position); isWon = !isWon) {
    const move = bestMoveBy(oracle, effort, position, isWon ? 'win' : 'loss');
    if (!move) return { distance, move: line[0] };
    line.push(move);
    position = game.play(position, move).position;
  }
  return { distance, move: line[0], line };
};

/**
 * A move of best play in a won or lost position. With distances: the fastest win or the longest defence;
 * otherwise a proven win or the defence that was hardest to refute. Undefined if the effort ran out.
 */
const bestMoveBy = (
  oracle: Oracle,
  effort: Effort,
  position: Position,
  value: Exclude<Value, 'draw'>,
): Move | undefined => {
  if (oracle.bestMove) return oracle.bestMove(position);
  return value === 'win' ? provenMove(oracle, effort, position) : hardestMove(oracle, position);
};

/** The value of a position, including a finished game. */
export const evaluate = (oracle: Oracle, position: Position): Value | undefined => {
  const outcome = gameOf(position.rules).outcome(position);
  if (!outcome) return oracle.evaluate(position);
  if (outcome.winner === undefined) return 'draw';
  return outcome.winner === position.turn ? 'win' : 'loss';
};

/** A winning move, from the oracle's memory or found again with growing effort. */
const provenMove = (oracle: Oracle, effort: Effort, position: Position): Move | undefined => {
  const game = gameOf(position.rules);
  const { nodesMax } = effort;
  const successors = game
    .legalMoves(position)
    .map((move) => ({ move, position: game.play(position, move).position }));
  const find = (share: number) => {
    const found = successors.find((after) => {
      effort.nodesMax = Math.min(nodesMax, effort.nodes + share);
      return evaluate(oracle, after.position) === 'loss';
    });
    effort.nodesMax = nodesMax;
    return found?.move;
  };
  let move = find(0);
  for (let share = SHARE_NODES_MIN; !move && !effort.isSpent; share *= 4) move = find(share);
  return move;
};

/** The losing move whose refutation took the most work. */
const hardestMove = (oracle: Oracle, position: Position): Move | undefined => {
  const game = gameOf(position.rules);
  let [hardest, most]: [Move | undefined, number] = [undefined, Number.NEGATIVE_INFINITY];
  for (const move of game.legalMoves(position)) {
    const after = game.play(position, move).position;
    const work = game.outcome(after) ? -1 : (oracle.work?.(after) ?? 0);
    if (work > most) [hardest, most] = [move, work];
  }
  return hardest;
};

const SHARE_NODES_MIN = 4096;
