import type { Effort } from '../shape/effort.ts';
import type { Game } from '../shape/game.ts';
import type { Oracle, Value } from '../shape/solution.ts';
import type { Move, Position } from '../shape/types.ts';
import { opposite } from '../stones/board.ts';

/** The value of a position, and how far its end is. */
interface Found {
  readonly value: Value;
  /** Undefined in a draw. */
  readonly plies: number | undefined;
}

/**
 * The oracle of any game: looks for an end that one side can force within one ply, then within two,
 * and so on, and for a draw until both have been refused everything else. Far ends are found only on
 * the smallest boards; but it needs no memory, and positions that come again do not mislead it.
 */
export class Lookahead implements Oracle {
  private readonly game: Game;
  private readonly effort: Effort;
  /** Something was left unseen since this was last put back: what was not found may be there. */
  private unseen = false;
  /** What was found, so that what is asked about it next is not looked for again. */
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

  /** Whether the player to move can force a win within so many plies. */
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

  /** Whether the opponent of the player to move can. */
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

  /** Leaves a position unseen: nothing is found there. */
  private leave(): false {
    this.unseen = true;
    return false;
  }
}
