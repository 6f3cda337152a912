import { Effort } from '../shape/effort.ts';
import type { Game } from '../shape/game.ts';
import type { Oracle, Value } from '../shape/solution.ts';
import type { Move, Position } from '../shape/types.ts';

/** What a game's oracle knows of the moves of a position, for a share of a robot's nodes. */
export class ExactEnd {
  private readonly game: Game;
  private readonly position: Position;
  private readonly proof = new Effort({ nodesMax: 0 });
  private readonly oracle: Oracle | undefined;

  /** @param nodesMax what all questions together may cost at most */
  constructor(game: Game, position: Position, nodesMax: number) {
    this.game = game;
    this.position = position;
    this.proof.nodesMax = nodesMax * ORACLE_NODES;
    this.oracle = game.oracle?.(position, this.proof);
  }

  /** How many nodes it has cost so far. */
  get nodes(): number {
    return Math.ceil(this.proof.nodes / ORACLE_NODES);
  }

  /** A winning move, when one is found at the cost of so many nodes. */
  winning(moves: readonly Move[], nodesMax: number): Move | undefined {
    if (this.ask(this.position, nodesMax) !== 'win') return undefined;
    const shortest = this.oracle?.bestMove?.(this.position);
    // On its way to the proof it has seen what a winning move leads to.
    return shortest ?? moves.find((move) => this.ask(this.after(move), 0) === 'loss');
  }

  /**
   * The first move that is not found to lose, at the cost of so many nodes: each gets half of what is
   * left. Where there is none, that is the first of all.
   */
  holding(moves: readonly Move[], nodesMax: number): Move | undefined {
    const end = this.nodes + nodesMax;
    for (const move of moves) {
      const left = Math.floor((end - this.nodes) / 2);
      if (left < 1) break;
      if (this.ask(this.after(move), left) !== 'win') return move;
    }
    return moves[0];
  }

  private after(move: Move): Position {
    return this.game.play(this.position, move).position;
  }

  /** The value of a position, when it is found at the cost of so many nodes. */
  private ask(position: Position, nodesMax: number): Value | undefined {
    const outcome = this.game.outcome(position);
    if (outcome) {
      if (outcome.winner === undefined) return 'draw';
      return outcome.winner === position.turn ? 'win' : 'loss';
    }
    this.proof.nodesMax = this.proof.nodes + nodesMax * ORACLE_NODES;
    return this.oracle?.evaluate(position);
  }
}

/** So many nodes of an oracle are about as much work as one of the robot's. */
export const ORACLE_NODES = 32;
