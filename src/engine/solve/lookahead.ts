import type { Effort } from '../shape/effort.ts';
import type { Game } from '../shape/game.ts';
import type { Oracle, Value } from '../shape/solution.ts';
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
