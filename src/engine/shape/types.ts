import type { Colour, RulesId, Size } from './ground.ts';
import type { MoveFacts, NotationFacts, OutcomeReason, Refusal, SetupFacts } from './refusal.ts';

/** What plies do, by the code of the sentence that tells it; who played which move is added to the facts. */
type ToldFacts = {
  /** A move after which nothing but the move itself is to be told. */
  moved: object;
  /** A pass that the player chose. */
  passed: object;
  /** So many stones left the board. */
  played: { lost: number };
  /** So many stones, on these cells, took on the colour of a side. */
  'played-flipping': { flipped: number; side: Colour; cells: string };
};

export { type Cell, COLOURS, type Colour, type Size } from './ground.ts';

/** What neither a literal nor a copy has: the compiler leaves what is private out of both. */
declare class Legal {
  private readonly legal: true;
}

/**
 * A state of play that obeys the rules it names. Immutable. Rules make one (`legal.ts`), and
 * `written.ts` is everybody's door to it.
 */
export interface Position extends Legal {
  readonly rules: RulesId;
  /** A game keeps here whatever it plays on, as long as that has a size. */
  readonly board: Size;
  /** Whose turn it is. */
  readonly turn: Colour;
}

/**
 * A ply before it is played: a value that only its game looks into. Outside the engine a move is
 * text, or what `parseMove` and `legalMoves` gave.
 */
export type Move = object;

/** What a ply did, for the drawing of the board and for the sentence that tells it. */
export interface MoveEffects {
  /** Names of the spots in brackets: where it went, what it placed or picked. */
  readonly reached: readonly string[];
  /** Names of the spots that it has left empty. */
  readonly vacated: readonly string[];
  /** Names of the other spots where something stays and has become the other side's, or another thing. */
  readonly turned?: readonly string[];
  readonly told: Told;
}

/** What a letter says of a ply, besides who played it. All codes and their facts are in told.ts. */
type Told = {
  readonly [Code in keyof ToldFacts]: {
    readonly code: Code;
    readonly facts: Readonly<ToldFacts[Code]>;
  };
}[keyof ToldFacts];

/** A ply played: the position after it and what happened. */
export interface Played<P extends Position = Position> {
  readonly position: P;
  /** What happened; worked out when it is asked for, since a search plays millions of plies. */
  readonly effects: () => MoveEffects;
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
