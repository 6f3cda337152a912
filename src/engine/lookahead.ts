import type { Effort } from './effort.ts';
import type { Game } from './game.ts';
import type { Oracle, Value } from './solution.ts';
import type { Position } from './types.ts';

/**
 * The oracle of any game: looks for an end that one side can force within one ply, then within two,
 * and so on. It finds no draw, and far ends only on the smallest boards; but it needs no memory, and
 * positions that come again do not mislead it.
 */
export class Lookahead implements Oracle {
  private readonly game: Game;
  private readonly effort: Effort;

  constructor(game: Game, effort: Effort) {
    this.game = game;
    this.effort = effort;
  }

  evaluate(position: Position): Value | undefined {
    for (let plies = 1; !this.effort.isSpent; plies++) {
      if (this.wins(position, plies)) return 'win';
      if (this.loses(position, plies)) return 'loss';
    }
    return undefined;
  }

  /** Whether the player to move can force a win within so many plies. */
  private wins(position: Position, plies: number): boolean {
    if (this.effort.isSpent) return false;
    this.effort.spend(1);
    const outcome = this.game.outcome(position);
    if (outcome) return outcome.winner === position.turn;
    return (
      plies > 0 &&
      this.game
        .legalMoves(position)
        .some((move) => this.loses(this.game.play(position, move).position, plies - 1))
    );
  }

  /** Whether the opponent of the player to move can. */
  private loses(position: Position, plies: number): boolean {
    if (this.effort.isSpent) return false;
    this.effort.spend(1);
    const outcome = this.game.outcome(position);
    if (outcome) return outcome.winner !== position.turn;
    return (
      plies > 0 &&
      this.game
        .legalMoves(position)
        .every((move) => this.wins(this.game.play(position, move).position, plies - 1))
    );
  }
}
