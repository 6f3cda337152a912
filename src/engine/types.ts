import type { Board } from './board.ts';
import type { Cell, Colour, Size } from './ground.ts';
import type { MoveFacts, NotationFacts, OutcomeReason, Refusal, SetupFacts } from './refusal.ts';
import type { RulesId } from './rules.ts';

export { type Cell, COLOURS, type Colour, type Size } from './ground.ts';

/** A state of play as a text tells it, which may be illegal: its rules have not looked at it. */
export interface Setup {
  readonly rules: string;
  readonly board: Board;
  /** Whose turn it is. */
  readonly turn: Colour;
}

/** What neither a literal nor a copy has: the compiler leaves what is private out of both. */
declare class Legal {
  private readonly legal: true;
}

/**
 * A state of play that obeys the rules it names. Immutable. Rules make one (`legal.ts`), and
 * `legalise` is everybody's door to it.
 */
export interface Position extends Setup, Legal {
  readonly rules: RulesId;
}

/**
 * A ply before it is played. Games that move a stone name both cells; games that pick one cell
 * leave `from` out.
 */
export interface Move {
  readonly from?: Cell;
  readonly to: Cell;
  /** The move takes the enemy stone that stands on `to`. */
  readonly captures: boolean;
}

/** What a ply did to the board, in the words a letter needs. */
export interface Effects {
  readonly moved?: { readonly from: Cell; readonly to: Cell };
  /** Every cell that was left empty by a removal, a captured stone's cell excepted. */
  readonly removed: readonly Cell[];
  /** Stones that left the board: the removed ones and, in a capture, the captured one. */
  readonly stonesLost: { readonly black: number; readonly white: number };
  /** Stones that changed colour, the picked one included. */
  readonly flipped: readonly Cell[];
}

/** A ply played: the position after it and what happened. */
export interface Played {
  readonly position: Position;
  readonly effects: Effects;
}

/** How a position stands when nobody can or need move any more. */
export interface Outcome {
  /** Undefined: the rules call it a draw. */
  readonly winner: Colour | undefined;
  /** A code for the sentence: `last-stone-gone`, `full-row`, … */
  readonly reason: OutcomeReason;
}

/** Why a text is no legal move here. All codes and their facts are in refusal.ts. */
export type MoveError = Refusal<MoveFacts>;

/** Why a size or a set-up is refused by the rules. */
export type SetupError = Refusal<SetupFacts>;

/** Why a text is no board or no position. */
export type NotationError = Refusal<NotationFacts>;

/** What a drawing of a position needs to know, rank by rank from the top. */
export interface View {
  readonly size: Size;
  /** `ranks[0]` is the top rank; each has one entry a file from the left. */
  readonly ranks: readonly (readonly (Colour | undefined)[])[];
}
