import type { Result } from '../../result.ts';
import type { Arena } from './arena.ts';
import type { Effort } from './effort.ts';
import type { RulesId } from './ground.ts';
import type { Oracle } from './solution.ts';
import type {
  Move,
  MoveError,
  NotationError,
  Outcome,
  Played,
  Position,
  SetupError,
  Size,
} from './types.ts';
import type { Side, View } from './view.ts';

/**
 * One kind of game: a value with pure functions. Positions and moves are its own, immutable and cheap
 * enough to search; whoever else holds one only hands it back. Texts and sizes come from letters, so
 * they are answered with a Result; `play` and `makeMove` take only what `parseMove` or `legalMoves`
 * gave for the same position. Turns alternate: whatever a player does in one turn is one ply.
 */
export interface Game<P extends Position = Position, M extends Move = Move> {
  /** The id used in commands and notation: `forms`. */
  readonly rules: RulesId;
  /** The name as the author writes it: `Forms`. */
  readonly name: string;
  /** Undefined for what nobody invented. */
  readonly author: string | undefined;
  readonly year: number | undefined;
  /** Who moves first stands first: in the left column of a record, and as the `1` of `1-0`. */
  readonly sides: readonly [Side, Side];
  readonly defaultSize: Size;
  /** Whether a match of this game can end without a winner. */
  readonly drawable: boolean;
  /** `B` and `b` differ in a move: it keeps its case from the letter on. Elsewhere lower case is read. */
  readonly caseMatters?: boolean;
  /** Whether play can come back to where it was. The third time is a draw then. */
  readonly circles: boolean;

  /** The first position on a board of this size. */
  start(size: Size): Result<P, SetupError>;
  /**
   * Reads a position as `makePosition` writes it; refused when it is no text of this game, or not
   * legal. Takes linear time, never throws.
   */
  parsePosition(text: string): Result<P, NotationError | SetupError>;
  /**
   * Writes a position, without the id of its rules. Never changes once a match is stored: rows,
   * records and archives hold it.
   */
  makePosition(position: P): string;
  /** Reads a move in any spelling of the rule sheet and checks that it is legal here. */
  parseMove(position: P, text: string): Result<M, MoveError>;
  /** Whether a text has the shape of a move in this game, legal or not. */
  looksLikeMove(text: string): boolean;
  /** Writes a legal move in one word, as `e4-e2`, `e4xe2` or `c6`: at most 60 signs, without `#`, `;` or `,`. */
  makeMove(move: M, position: P): string;
  /** The heading under which a letter offers a legal move, and the beginning of its text: `e4`. */
  headOf(move: M, position: P): string;
  /** Plays a legal move. The position given is not changed. */
  play(position: P, move: M): Played<P>;
  /** Every legal move, in an order that never changes; empty when and only when there is an outcome. */
  legalMoves(position: P): readonly M[];
  /**
   * How many legal moves there are, for search and perft: a game may count them faster than it
   * lists them. Without it, the list is counted.
   */
  countMoves?(position: P): number;
  /**
   * Whether a legal move does nothing but give the turn away. Where it is the only one, it is played
   * for the side that has it. Without this function no move is a pass.
   */
  isPass?(move: M): boolean;
  /**
   * One text for all positions that count as the same when they come again. Without it, that is the
   * whole text of a position, with whose turn it is.
   */
  key?(position: P): string;
  /** Everything that a drawing needs. */
  view(position: P): View;
  /** How the game has ended, or undefined while it goes on. */
  outcome(position: P): Outcome | undefined;

  /**
   * What finds exact values in this game faster than a look at every move, for the game that goes on
   * from `start`; undefined when that is too large for it. Without it the moves are looked at.
   */
  oracle?(start: P, effort: Effort): Oracle<P> | undefined;
  /**
   * The most plies that a game can still last. Without this function nothing is known of that.
   */
  pliesMax?(position: P): number;
  /**
   * Every form of a position that is the same game, itself first: who is to move has the same value in
   * all. Equal forms may come more than once. Without it, a position is like no other.
   */
  equivalents?(position: P): readonly P[];

  /**
   * How good a position in which the game goes on looks for who is to move: the larger, the better,
   * in any unit of the game's own, and 0 where nobody looks better. Without it the robot plays the
   * game by how free both sides are to move.
   */
  evaluate?(position: P): number;
  /**
   * Whether that look can be trusted without playing on: no move changes it by much. Without it,
   * every position is quiet.
   */
  isQuiet?(position: P): boolean;
  /** Legal moves of a position, the most promising first. Without it, they are taken as they come. */
  order?(position: P, moves: readonly M[]): readonly M[];
  /**
   * What the robot searches on where that is faster than plain positions, for the game that goes on
   * from `start`. It says the same as the three functions above.
   */
  arena?(start: P): Arena<P>;
}
