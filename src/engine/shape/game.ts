import type { Result } from '../../result.ts';
import type { Colour, RulesId } from './ground.ts';
import type { SearchStack } from './search-stack.ts';
import type { Effort, Oracle } from './solution.ts';
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
 * The rules of a game, as pure functions. Positions and moves are immutable, cheap to search, and opaque to
 * callers. `parsePosition` and `parseMove` read a text, `makePosition` and `makeMove` write one, in the
 * manner of chessops (`parseFen`, `makeFen`). Texts and sizes come from letters, so functions on them return
 * a Result; `play` and `makeMove` take only moves from `parseMove` or `legalMoves` of the same position.
 * Turns alternate: all that a player does in one turn is one ply.
 */
export interface Game<P extends Position = Position, M extends Move = Move> {
  /** The id used in commands and notation: `forms`. */
  readonly rules: RulesId;
  /** The name as the author writes it: `Forms`. */
  readonly name: string;
  /** Undefined for a traditional game. */
  readonly author: string | undefined;
  readonly year: number | undefined;
  /** The side that moves first, then the other: the left column of a record, and the `1` of `1-0`. */
  readonly sides: readonly [Side, Side];
  readonly defaultSize: Size;
  /** False: a server offers it only where its operator says so. */
  readonly offered?: false;
  /** Whether a match of this game can be drawn. */
  readonly canEndInDraw: boolean;
  /** Whether `B` and `b` differ in a move. Otherwise moves are read in lower case. */
  readonly caseMatters?: boolean;
  /** Whether positions can repeat. The third occurrence is then a draw. */
  readonly canRepeat: boolean;

  /** The first position on a board of this size. */
  start(size: Size): Result<P, SetupError>;
  /**
   * Reads a position as `makePosition` writes it; refused if malformed or illegal. Takes linear time, never
   * throws.
   */
  parsePosition(text: string): Result<P, NotationError | SetupError>;
  /**
   * Writes a position, without the id of its rules. The notation is permanent: rows, records and archives
   * contain it.
   */
  makePosition(position: P): string;
  /** Reads a move in any spelling of the rule sheet and checks that it is legal here. */
  parseMove(position: P, text: string): Result<M, MoveError>;
  /** Whether a text has the shape of a move in this game, legal or not. */
  looksLikeMove(text: string): boolean;
  /**
   * Replaces the moves in words that a text holds by their notation. Without it, a game has no such words.
   *
   * @param words of all languages in small letters, each with its sign in this game
   */
  inNotation?(text: string, words: ReadonlyMap<string, string>): string;
  /**
   * Writes a legal move in one word, as `e4-e2`, `e4xe2` or `c6`: at most 100 characters, without `#`, `;` or
   * `,`.
   */
  makeMove(move: M, position: P): string;
  /**
   * The text of a move in a list of moves: chess adds `+` or `#`, by the position after the move. Without this
   * function it is the text alone.
   */
  listed?(text: string, after: P): string;
  /**
   * The key by which e-mails group legal moves: the first part of the text (`e4` of `e4-e2`), or the spot where
   * the move begins (`g1` of `Nf3`).
   */
  firstPartOf(move: M, position: P): string;
  /** Plays a legal move. The position given is not changed. */
  play(position: P, move: M): Played<P>;
  /**
   * All legal moves in a fixed order; empty if and only if there is an outcome. Moves that name any number of spots,
   * such as all dead groups, may be left out.
   */
  legalMoves(position: P): readonly M[];
  /** The number of legal moves, if counting is faster than listing them. */
  countMoves?(position: P): number;
  /**
   * Whether a legal move is a pass. As the only legal move it is played automatically. Without this function
   * no move is a pass.
   */
  isPass?(move: M): boolean;
  /**
   * The move that a plain yes means where play has stopped, and the sides settle the result: there perft counts no
   * further. Without this function they never do.
   */
  agreement?(position: P): M | undefined;
  /** The key of a position for repetition. Default: its full notation with the side to move. */
  key?(position: P): string;
  /** The data of a drawing. */
  view(position: P): View;
  /** The outcome; undefined while the game goes on. */
  outcome(position: P): Outcome | undefined;

  /**
   * A solver that is faster than full search, for positions that follow from `start`; undefined if that is
   * too large. Without it, full search is used.
   */
  oracle?(start: P, effort: Effort): Oracle<P> | undefined;
  /** An upper bound of the plies left. */
  pliesMax?(position: P): number;
  /**
   * All forms of a position that are the same game, itself first, with the same value for the player to move.
   * May contain duplicates. Without it, a position has no other forms.
   */
  equivalents?(position: P): readonly P[];

  /**
   * Static evaluation of an unfinished game for the player to move, in any unit; 0: equal. Default for the
   * robot: mobility of both sides.
   */
  evaluate?(position: P): number;
  /**
   * What a position costs in searches over plain positions, in nodes of a proof search, of which two million take a
   * second. Default: 20.
   */
  readonly searchCost?: number;
  /**
   * The share of its moves that each of the levels 1 to 4 of the robot sees, as an exponent of their number, for
   * games in which the usual exponents (`engine/robot/level.ts`) make the levels unevenly strong.
   */
  readonly sights?: readonly [number, number, number, number];
  /** Whether level 5 takes the whole second: people expect it in this game. */
  readonly searchesInFull?: boolean;
  /** Whether the evaluation can be trusted without searching on: no move changes it much. Default: always. */
  isQuiet?(position: P): boolean;
  /** Sorts legal moves, the most promising first. Default: their order. */
  order?(position: P, moves: readonly M[]): readonly M[];
  /**
   * The moves that the robot chooses from at any level, without those that nobody should play; a single one needs no
   * search, such as in the count of Go. Default: all legal ones.
   */
  robotMoves?(position: P): readonly M[];
  /** A legal move that takes much for nothing, if there is one: the robot sees it at every level. */
  gift?(position: P): M | undefined;
  /**
   * The robot's search representation, if faster than plain positions, for positions that follow from
   * `start`. It agrees with `evaluate`, `isQuiet` and `order`.
   */
  searchStack?(start: P): SearchStack<P>;
}

/**
 * A state of play as a legal position; nothing is checked. For rules alone: after checking a set-up, for a
 * first position, and after a legal move.
 */
export const legalPosition = <B extends Size>(
  rules: RulesId,
  board: B,
  turn: Colour,
): Position & { readonly board: B } => ({ rules, board, turn }) as Position & { readonly board: B };
