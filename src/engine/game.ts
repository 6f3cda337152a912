import type { Result } from '../result.ts';
import type { Effort } from './effort.ts';
import type { RulesId } from './rules.ts';
import type { Oracle } from './solution.ts';
import type { Symmetry } from './symmetry.ts';
import type {
  Move,
  MoveError,
  Outcome,
  Played,
  Position,
  Setup,
  SetupError,
  Size,
} from './types.ts';

/**
 * One kind of game. Every function is pure; positions are immutable values, cheap enough to search.
 * Texts and sizes come from letters, so they are answered with a Result; `play` takes only what
 * `parseMove` or `legalMoves` gave for the same position.
 */
export interface Game {
  /** The id used in commands and notation: `forms`. */
  readonly rules: RulesId;
  /** The name as the author writes it: `Forms`. */
  readonly name: string;
  readonly author: string;
  readonly year: number;
  readonly defaultSize: Size;
  /** Whether a match of this game can end without a winner. */
  readonly drawable: boolean;
  /** Whether play can come back to where it was. The third time is a draw then. */
  readonly circles: boolean;

  /** The first position on a board of this size. */
  start(size: Size): Result<Position, SetupError>;
  /** The door from what may be illegal to a position of these rules. */
  legalise(setup: Setup): Result<Position, SetupError>;
  /** Reads a move in any spelling of the rule sheet and checks that it is legal here. */
  parseMove(position: Position, text: string): Result<Move, MoveError>;
  /** Whether a text has the shape of a move in this game, legal or not. */
  looksLikeMove(text: string): boolean;
  /** Writes a move as `e4-e2`, `e4xe2` or `c6`. */
  makeMove(move: Move): string;
  /** Plays a legal move. The position given is not changed. */
  play(position: Position, move: Move): Played;
  /** Every legal move, ordered by origin then destination; empty when the game is over. */
  legalMoves(position: Position): readonly Move[];
  /**
   * How many legal moves there are, for search and perft: a game may count them faster than it
   * lists them. Without it, the list is counted.
   */
  countMoves?(position: Position): number;
  /**
   * Whether a legal move does nothing but give the turn away. Where it is the only one, it is played
   * for the side that has it. Without this function no move is a pass.
   */
  isPass?(move: Move): boolean;
  /**
   * One text for all positions that count as the same when they come again. Without it, that is the
   * whole text of a position, with whose turn it is.
   */
  key?(position: Position): string;
  /** How the game has ended, or undefined while it goes on. */
  outcome(position: Position): Outcome | undefined;

  /**
   * What finds exact values in this game faster than a look at every move, for the game that goes on
   * from `start`; undefined when that is too large for it. Without it the moves are looked at.
   */
  oracle?(start: Position, effort: Effort): Oracle | undefined;
  /** Which changes of a board, besides a mirror image, leave the game the same. */
  readonly symmetry?: Symmetry;
}
