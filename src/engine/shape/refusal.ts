import { err } from '../../result.ts';
import type { Colour } from './ground.ts';

/**
 * Every reason for which games refuse a move, a set-up or a text, with the facts that a
 * sentence about it needs. No fact repeats what a player wrote: cells are names such as `e4`.
 */

type None = Readonly<Record<string, never>>;

/** A code together with the facts that belong to it. */
export type Refusal<FactsByCode> = {
  readonly [Code in keyof FactsByCode]: {
    readonly code: Code;
    readonly facts: Readonly<FactsByCode[Code]>;
  };
}[keyof FactsByCode];

/** Why a text is no legal move in a position. */
export type MoveFacts = {
  /** The text does not have the shape of a move in this game. */
  'not-a-move': None;
  /** The outcome is known: nobody moves any more. */
  'game-over': None;
  /** The board ends before this cell; `lastCell` is its top right one. */
  'off-board': { cell: string; cols: number; rows: number; lastCell: string };
  /** The move would end where it begins. */
  'same-cell': { cell: string };
  /** No stone stands where the move begins. */
  'no-stone': { cell: string };
  /** The stone where the move begins is the opponent's. */
  'not-yours': { cell: string; owner: Colour };
  /** The move would capture a stone of the mover. */
  'own-stone': { to: string };
  /** Every move captures in this game, and the cell is empty. */
  'no-enemy': { to: string };
  /** Only an enemy stone right beside the moved one can be captured. */
  'not-adjacent': { from: string; to: string };
  /** No way through empty cells leads there. */
  'no-way': { from: string; to: string };
  /** A slide must remove at least one stone, and this one removes none. */
  'nothing-removed': { from: string; to: string };
};
export type MoveErrorCode = keyof MoveFacts;
export const MOVE_ERROR_CODES = [
  'not-a-move',
  'game-over',
  'off-board',
  'same-cell',
  'no-stone',
  'not-yours',
  'own-stone',
  'no-enemy',
  'not-adjacent',
  'no-way',
  'nothing-removed',
] as const satisfies readonly MoveErrorCode[];

/** Why a size or a set-up is no position of the rules. */
export type SetupFacts = {
  /** The set-up names other rules. */
  'other-rules': { rules: string };
  /** A side is shorter or longer than the rules allow. */
  'bad-size': { cols: number; rows: number; sideMin: number; sideMax: number };
  /** Both sides are odd, so the colours cannot have the same number of stones. */
  'odd-size': { cols: number; rows: number };
  /** Not one stone is left. */
  'no-stones': None;
  /** A colour has more stones than it starts with. */
  'too-many-stones': { colour: Colour; stones: number; stonesMax: number };
  /** The stones are not one group. */
  'not-one-group': { groups: number };
  /** The board must be full, and this is its first empty cell. */
  'empty-cell': { cell: string };
};
export type SetupErrorCode = keyof SetupFacts;
export const SETUP_ERROR_CODES = [
  'other-rules',
  'bad-size',
  'odd-size',
  'no-stones',
  'too-many-stones',
  'not-one-group',
  'empty-cell',
] as const satisfies readonly SetupErrorCode[];

/** Why a text is no board or no position. */
export type NotationFacts = {
  /** The text is longer than the largest board needs. */
  'too-long': { charsMax: number };
  /** There are not four words: rules, size, board, side to move. */
  'not-a-position': None;
  /** Before the board there is something else than sides, ranks and files, as in `lurd,8,8,`. */
  'not-a-diagram': None;
  /** The size is not written like `8x8`, or a side is longer than 26. */
  'not-a-size': { sideMax: number };
  /** A rank, counted from 1 at the bottom, has a character that stands for nothing. */
  'bad-character': { rank: number };
  /** A rank, counted from 1 at the bottom, does not have as many files as it should. */
  'bad-rank': { rank: number; cols: number };
  /** The board does not have as many ranks as it should. */
  'bad-ranks': { rows: number };
  /** The side to move is not `x` or `w`. */
  'bad-turn': None;
};
export type NotationErrorCode = keyof NotationFacts;
export const NOTATION_ERROR_CODES = [
  'too-long',
  'not-a-position',
  'not-a-diagram',
  'not-a-size',
  'bad-character',
  'bad-rank',
  'bad-ranks',
  'bad-turn',
] as const satisfies readonly NotationErrorCode[];

/** How a game can end, other than by the players' agreement. */
export const OUTCOME_REASONS = [
  'last-stone-gone',
  'full-row',
  'full-column',
  'nobody-won',
  'both-lines',
] as const;
export type OutcomeReason = (typeof OUTCOME_REASONS)[number];

/** Refuses a move, with exactly the facts of its code. */
export const refuseMove = <Code extends MoveErrorCode>(code: Code, facts: MoveFacts[Code]) =>
  err({ code, facts });

/** Refuses a set-up, with exactly the facts of its code. */
export const refuseSetup = <Code extends SetupErrorCode>(code: Code, facts: SetupFacts[Code]) =>
  err({ code, facts });

/** Refuses a text, with exactly the facts of its code. */
export const refuseText = <Code extends NotationErrorCode>(
  code: Code,
  facts: NotationFacts[Code],
) => err({ code, facts });
