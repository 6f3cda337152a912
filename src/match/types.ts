import type { Colour, Position, Size } from '../engine/types.ts';

/** A player at a board, or in a challenge. */
export interface Seat {
  readonly id: number;
  readonly userid: string;
}

/** How a match ended and, unless it is a draw, who won. */
export interface MatchOutcome {
  readonly winner: Colour | undefined;
  /** The engine's reason (`last-stone-gone`), `repetition`, `resigned`, `resigned-by-admin` or `agreed`. */
  readonly ending: string;
}

/** Two seats and a position. A match is a value: a ply makes a new one. */
export interface Match {
  /** The board's number. Never changes, never reused. */
  readonly board: number;
  readonly rules: string;
  readonly black: Seat;
  readonly white: Seat;
  readonly start: Position;
  /** Every ply as the engine writes it, the first one first. */
  readonly moves: readonly string[];
  readonly position: Position;
  /** Counts every change of the match; only grows. */
  readonly revision: number;
  readonly outcome: MatchOutcome | undefined;
}

/** Who moves first when a challenge becomes a match. */
export const FIRSTS = ['me', 'them', 'random'] as const;
export type First = (typeof FIRSTS)[number];

/** An offer of a match. Its number becomes the board's number. */
export interface Challenge {
  readonly number: number;
  readonly challenger: Seat;
  readonly challenged: Seat;
  readonly rules: string;
  readonly size: Size;
  /** Seen from the challenger. */
  readonly first: First;
  /** Where the match begins, when that is not the ordinary first position. */
  readonly start?: Position | undefined;
  readonly state: 'open' | 'accepted' | 'declined';
}

/** A wish to play with somebody who has no account yet; it becomes a challenge at the sign-up. */
export interface Invitation {
  /** Id of the player who has asked for it. */
  readonly inviterId: number;
  readonly rules: string;
  readonly size: Size;
  /** Seen from that player. */
  readonly first: First;
}
