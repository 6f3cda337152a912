import type { Colour, RulesId, Size } from './ground.ts';
import type { MoveFacts, NotationFacts, OutcomeReason, SetupFacts } from './refusal.ts';

/** Effects of plies, by sentence code; the player and the move are added to the facts. */
type MoveReportFacts = {
  /** A move without further effects. */
  moved: object;
  /** A stone was placed. */
  placed: object;
  /** The first stone of the game changed sides, and stands on `cell`. */
  swapped: { cell: string };
  /** A move that attacks the king. */
  'gave-check': object;
  /** A chosen pass. */
  passed: object;
  /** In the count, a player names one stone of each dead group of both sides, agrees, or plays on. */
  'named-dead': { whose: Colour | 'both'; black: string; white: string };
  'agreed-count': object;
  'played-on': object;
  /** A move that removed stones; `lost` is their number. */
  played: { lost: number };
  /** A move that turned stones to a side's colour: their number and cells. */
  'played-flipping': { flipped: number; side: Colour; cells: string };
};

export { type Cell, COLOURS, type Colour, type Size } from './ground.ts';

/**
 * A brand. A literal or a spread copy lacks the private member, so the compiler accepts neither as a
 * Position.
 */
declare class Legal {
  private readonly legal: true;
}

/**
 * A legal state of play. Immutable. Only the rules of games make one (`legalPosition` in `game.ts`); others
 * read one with `registry.ts`.
 */
export interface Position extends Legal {
  readonly rules: RulesId;
  /** The game's own board, of any type with a size. */
  readonly board: Size;
  readonly turn: Colour;
}

/** A move, opaque outside its game. Callers have it as text, or from `parseMove` and `legalMoves`. */
export type Move = object;

/** The effects of a ply, for the drawing of the board and its sentence. */
export interface MoveEffects {
  /** Names of spots moved to, placed on or picked; drawn in brackets. */
  readonly reached: readonly string[];
  /** Names of spots left empty. */
  readonly vacated: readonly string[];
  /** Names of other spots whose thing changed its owner or kind. */
  readonly turned?: readonly string[];
  readonly report: MoveReport;
}

/** The sentence of a ply: code and facts, without the player. */
type MoveReport = {
  readonly [Code in keyof MoveReportFacts]: {
    readonly code: Code;
    readonly facts: Readonly<MoveReportFacts[Code]>;
  };
}[keyof MoveReportFacts];

/** The result of a ply: the position after it, and its effects. */
export interface Played<P extends Position = Position> {
  readonly position: P;
  /** The effects, computed lazily, since a search plays millions of plies. */
  readonly effects: () => MoveEffects;
}

/** The end of a game. */
export interface Outcome {
  /** Undefined: a draw. */
  readonly winner: Colour | undefined;
  /** A code for the sentence: `last-stone-gone`, `full-row`, … */
  readonly reason: OutcomeReason;
}

type Refusal<FactsByCode> = {
  readonly [Code in keyof FactsByCode]: {
    readonly code: Code;
    readonly facts: Readonly<FactsByCode[Code]>;
  };
}[keyof FactsByCode];

/** Why a text is not a legal move. Codes and facts are in refusal.ts. */
export type MoveError = Refusal<MoveFacts>;

/** Why a size or a set-up is illegal. */
export type SetupError = Refusal<SetupFacts>;

/** Why a text is not a board or position. */
export type NotationError = Refusal<NotationFacts>;
