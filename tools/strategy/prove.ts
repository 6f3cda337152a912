import type { Game } from '../../src/engine/shape/game.ts';
import { Effort, type Oracle, type SolveLimits } from '../../src/engine/shape/solution.ts';
import type { Move, Position } from '../../src/engine/shape/types.ts';
import { oracleFor } from '../../src/engine/solve/solve.ts';
import { imageKey } from './images.ts';
import { makeReplyLine, POSITIONS_MAX, type Winner } from './strategy-text.ts';

/** What came of looking for a strategy. */
export type Proof =
  | {
      readonly kind: 'strategy';
      readonly winner: Winner;
      /** The lines of the strategy, the first one for the first position that the winner moves in. */
      readonly lines: readonly string[];
      readonly nodes: number;
    }
  /** Nobody can force a win. */
  | { readonly kind: 'drawn'; readonly nodes: number }
  /** The nodes did not suffice to find who wins, or to find all replies; or these are too many. */
  | { readonly kind: 'gave-up'; readonly winner: Winner | undefined; readonly nodes: number };

/** How far a proof has come. */
export interface ProofLimits extends SolveLimits {
  /** Is told now and then how many replies have been found. */
  readonly onReply?: (replies: number) => void;
}

/**
 * Finds a strategy for the side that wins: from the first position a winning reply to each defence, in
 * each position once, where images count as one.
 */
export const prove = (game: Game, start: Position, limits: ProofLimits): Proof => {
  const effort = new Effort(limits);
  const oracle = oracleFor(start, effort);
  const value = oracle.evaluate(start);
  if (value === 'draw') return { kind: 'drawn', nodes: effort.nodes };
  const winner = value && (value === 'win' ? 'first' : 'second');
  const { onReply = () => {} } = limits;
  const strategy = new StrategySearch(game, oracle, effort, onReply);
  const isFound =
    winner === 'first' ? strategy.answer(start) : winner && strategy.answerDefences(start);
  const { nodes } = effort;
  return winner && isFound
    ? { kind: 'strategy', winner, lines: strategy.lines, nodes }
    : { kind: 'gave-up', winner, nodes };
};

/** A reply, and the positions of the winner that the defences against it lead to, by their images. */
interface Candidate {
  readonly move: Move;
  readonly next: ReadonlyMap<string, Position>;
  /** How many of these have no reply yet. */
  readonly open: number;
}

class StrategySearch {
  readonly lines: string[] = [];
  private readonly game: Game;
  private readonly oracle: Oracle;
  private readonly effort: Effort;
  private readonly nodesMax: number;
  private readonly onReply: (replies: number) => void;
  private readonly answered = new Set<string>();

  constructor(game: Game, oracle: Oracle, effort: Effort, onReply: (replies: number) => void) {
    this.game = game;
    this.oracle = oracle;
    this.effort = effort;
    this.nodesMax = effort.nodesMax;
    this.onReply = onReply;
  }

  /** Finds replies to a won position, and to all that can follow. False where it has to give up. */
  answer(position: Position): boolean {
    const reply = this.lines.length < POSITIONS_MAX ? this.choose(position) : undefined;
    if (!reply) return false;
    const { game } = this;
    this.answered.add(imageKey(game, position));
    this.lines.push(
      makeReplyLine(game.makePosition(position), game.makeMove(reply.move, position)),
    );
    if (this.lines.length % REPORT_REPLIES === 0) this.onReply(this.lines.length);
    return this.answerAll(reply.next);
  }

  /** The same for a position in which the loser is to move. */
  answerDefences(position: Position): boolean {
    return this.answerAll(this.afterDefences(position));
  }

  private answerAll(positions: ReadonlyMap<string, Position>): boolean {
    for (const [image, position] of positions) {
      if (!this.answered.has(image) && !this.answer(position)) return false;
    }
    return true;
  }

  /**
   * The winning move with the fewest defences that are not answered yet: which makes a strategy three
   * times smaller than the first winning move does.
   */
  private choose(position: Position): Candidate | undefined {
    let best: Candidate | undefined;
    for (const move of this.winningMoves(position)) {
      const next = this.afterDefences(this.game.play(position, move).position);
      let open = 0;
      for (const image of next.keys()) if (!this.answered.has(image)) open++;
      if (!best || open < best.open) best = { move, next, open };
      if (open === 0) break;
    }
    return best;
  }

  /**
   * Some winning moves: those that are found with the least effort. Where positions can come again, a
   * move that wins is not enough, and only one that brings the end nearer will do.
   */
  private winningMoves(position: Position): readonly Move[] {
    const { game, oracle, effort } = this;
    effort.nodesMax = this.nodesMax;
    if (game.canRepeat) {
      const move = oracle.bestMove?.(position);
      return move ? [move] : [];
    }
    const moves = game.legalMoves(position);
    const wins: Move[] = [];
    for (let share = SHARE_NODES_MIN; ; share *= 4) {
      for (const move of moves) {
        effort.nodesMax = Math.min(this.nodesMax, effort.nodes + share);
        if (this.wins(game.play(position, move).position, position.turn)) wins.push(move);
      }
      if (wins.length > 0 || share >= this.nodesMax) return wins;
    }
  }

  /** Whether a position after a move of `mover` is known to be won for him. */
  private wins(after: Position, mover: Position['turn']): boolean {
    const outcome = this.game.outcome(after);
    return outcome ? outcome.winner === mover : this.oracle.evaluate(after) === 'loss';
  }

  /** The positions in which the winner is to move after a defence, if he has not won by then. */
  private afterDefences(position: Position): ReadonlyMap<string, Position> {
    const { game } = this;
    const next = new Map<string, Position>();
    for (const move of game.legalMoves(position)) {
      const after = game.play(position, move).position;
      if (!game.outcome(after)) next.set(imageKey(game, after), after);
    }
    return next;
  }
}

const SHARE_NODES_MIN = 64;
const REPORT_REPLIES = 256;
