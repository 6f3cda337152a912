import { gameOf } from '../registry.ts';
import type { Game } from '../shape/game.ts';
import {
  type Course,
  Effort,
  type Oracle,
  PLAIN_COST,
  type Solution,
  type SolveLimits,
  type Value,
} from '../shape/solution.ts';
import type { Colour, Move, Position } from '../shape/types.ts';
import { opposite } from '../stones/board.ts';

/**
 * Perft, the standard test of a move generator: the number of sequences of legal plies of a length. The last
 * ply is counted, not played. A game ends where the sides only settle its result.
 */
export const perft = (game: Game, position: Position, plies: number): number => {
  if (plies === 0) return 1;
  if (game.agreement?.(position)) return 0;
  if (plies === 1 && game.countMoves) return game.countMoves(position);
  const moves = game.legalMoves(position);
  if (plies === 1) return moves.length;
  let nodes = 0;
  for (const move of moves) nodes += perft(game, game.play(position, move).position, plies - 1);
  return nodes;
};

/**
 * Finds the value of a position with best play, and all moves that keep it.
 *
 * @param onValue called with the value and the line, before the other moves are searched
 */
export const solveGame = (
  position: Position,
  limits: SolveLimits,
  onValue: (value: Value, course: Course) => void = () => {},
): Solution => {
  const effort = new Effort(limits);
  const oracle = oracleFor(position, effort);
  const { nodesMax } = effort;
  const { moreNodesMax = nodesMax } = limits;
  const allowMore = () => {
    effort.nodesMax = Math.min(nodesMax, effort.nodes + Math.max(effort.nodes, moreNodesMax));
  };
  const value = evaluate(oracle, position);
  const game = gameOf(position.rules);
  const moves = game.legalMoves(position);
  if (!value) {
    return {
      kind: 'gave-up',
      value,
      bestMoves: [],
      openMoves: moves,
      nodes: effort.nodes,
    };
  }
  // The line comes first: the other moves may take all of the effort.
  allowMore();
  const course = courseOf(oracle, effort, position, value);
  onValue(value, course);
  if (value === 'loss') {
    return { kind: 'solved', value, bestMoves: [], ...course, nodes: effort.nodes };
  }
  const neededReply = value === 'win' ? 'loss' : value;
  const written = (move: Move) => game.makeMove(move, position);
  const known = course.move && written(course.move);
  allowMore();
  const values = evaluateMoves(
    oracle,
    effort,
    position,
    moves,
    moves.map((move) => (written(move) === known ? neededReply : undefined)),
  );
  const bestMoves = moves.filter((_, index) => values[index] === neededReply);
  const openMoves = moves.filter((_, index) => !values[index]);
  return openMoves.length === 0
    ? { kind: 'solved', value, bestMoves, ...course, nodes: effort.nodes }
    : { kind: 'gave-up', value, bestMoves, openMoves, ...course, nodes: effort.nodes };
};

/**
 * The winner with best play; undefined if the effort ran out. Costs less than `solveGame`, since one winning
 * move is enough.
 */
export const winner = (position: Position, effort: Effort): Colour | 'draw' | undefined =>
  winnerBy(oracleFor(position, effort), position);

/** The winner with best play, by an existing oracle; undefined if the effort ran out. */
export const winnerBy = (oracle: Oracle, position: Position): Colour | 'draw' | undefined => {
  const value = evaluate(oracle, position);
  if (value === 'win') return position.turn;
  return value === 'loss' ? opposite(position.turn) : value;
};

/**
 * The oracle for a position and those that follow from it.
 *
 * @param effort for this oracle alone: full search lowers its `nodesMax`, since each node takes longer than one
 *   of a proof search
 */
export const oracleFor = (position: Position, effort: Effort): Oracle => {
  const game = gameOf(position.rules);
  const own = game.oracle?.(position, effort);
  if (own) return own;
  effort.nodesMax = Math.ceil(effort.nodesMax / (game.searchCost ?? PLAIN_COST));
  return new Lookahead(game, effort);
};

/**
 * The values of the positions after moves, as far as found. Effort grows in rounds over all moves, so that a
 * hard one does not use up the effort of the others.
 */
const evaluateMoves = (
  oracle: Oracle,
  effort: Effort,
  position: Position,
  moves: readonly Move[],
  known: readonly (Value | undefined)[],
): (Value | undefined)[] => {
  const game = gameOf(position.rules);
  const { nodesMax } = effort;
  const values = [...known];
  for (let share = SHARE_NODES_MIN; values.includes(undefined); share *= 4) {
    for (const [index, move] of moves.entries()) {
      effort.nodesMax = Math.min(nodesMax, effort.nodes + share);
      values[index] ??= evaluate(oracle, game.play(position, move).position);
    }
    effort.nodesMax = nodesMax;
    if (share >= nodesMax || effort.isSpent) break;
  }
  return values;
};

const SHARE_NODES_MIN = 4096;

/** The value of a position, and the plies to its end. */
interface Found {
  readonly value: Value;
  /** Undefined in a draw. */
  readonly plies: number | undefined;
}

/**
 * The oracle of any game: full search by iterative deepening. A draw is proven when neither side can force a
 * win at any depth. Finds far ends only on the smallest boards, but is correct for repeated positions.
 */
export class Lookahead implements Oracle {
  private readonly game: Game;
  private readonly effort: Effort;
  /** Results, for later queries. */
  private readonly found = new WeakMap<Position, Found>();
  /** What `forces` found, by side and position. */
  private readonly known = new Map<string, number>();

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
        ? this.forces(position.turn, after, plies - 1) > 0
        : plies === 1 || this.forces(after.turn, after, plies - 2) <= 0;
    });
    return this.effort.isSpent ? undefined : best;
  }

  private look(position: Position): Found | undefined {
    const found = this.found.get(position) ?? this.lookAnew(position);
    if (found) this.found.set(position, found);
    return found;
  }

  private lookAnew(position: Position): Found | undefined {
    const { turn } = position;
    let [win, loss] = [0, 0];
    for (let plies = 1; !this.effort.isSpent; plies++) {
      if (win !== NEVER) win = this.forces(turn, position, plies);
      if (win > 0) return { value: 'win', plies };
      if (loss !== NEVER) loss = this.forces(opposite(turn), position, plies);
      if (loss > 0) return { value: 'loss', plies };
      if (win === NEVER && loss === NEVER) return { value: 'draw', plies: undefined };
    }
    return undefined;
  }

  /**
   * Whether a side can force a win within `plies`. Positive: it can, within so many; otherwise it cannot within as
   * many as the number without its sign, or `NEVER`.
   */
  private forces(side: Colour, position: Position, plies: number): number {
    const { game, effort, known } = this;
    if (effort.isSpent) return 0;
    effort.spend(1);
    const outcome = game.outcome(position);
    if (outcome) return outcome.winner === side ? 1 : NEVER;
    if (plies === 0) return 0;
    const key = `${side} ${game.makePosition(position)}`;
    const before = known.get(key);
    if (before !== undefined && (before > 0 ? plies >= before : plies <= -before)) return before;
    const isOwn = position.turn === side;
    let found = isOwn ? NEVER : plies;
    for (const move of game.legalMoves(position)) {
      const after = this.forces(side, game.play(position, move).position, plies - 1);
      const here = after > 0 ? plies : after === NEVER ? NEVER : -plies;
      found = isOwn ? Math.max(found, here) : Math.min(found, here);
      if (found > 0 === isOwn) break;
    }
    if (effort.isSpent) return found;
    if (known.size >= KNOWN_MAX) known.clear();
    known.set(key, found);
    return found;
  }
}

/** No win at any depth. */
const NEVER = Number.NEGATIVE_INFINITY;

/** Some 100 MB of texts; then the table begins again. */
const KNOWN_MAX = 400_000;

/**
 * Follows best play from a position to the end.
 *
 * @param value of the position, by the oracle
 */
const courseOf = (oracle: Oracle, effort: Effort, start: Position, value: Value): Course => {
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
const evaluate = (oracle: Oracle, position: Position): Value | undefined => {
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
