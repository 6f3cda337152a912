import { err } from '../../result.ts';
import type { Colour } from './ground.ts';
import type { ThingKind } from './view.ts';

/**
 * The reasons for which games refuse a move, a set-up or a text, with the facts of their sentences. No fact
 * repeats a player's text: cells are names such as `e4`.
 */

type None = Readonly<Record<string, never>>;

/** Why a text is no legal move in a position. */
export type MoveFacts = {
  /** The text does not have the shape of a move in this game. */
  'not-a-move': None;
  'game-over': None;
  /** The cell is off the board; `lastCell` is the cell of the last file and rank. */
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
  /** Only an adjacent enemy stone can be captured. */
  'not-adjacent': { from: string; to: string };
  /** No path through empty cells leads there. */
  'no-way': { from: string; to: string };
  /** A slide must remove at least one stone, and this one removes none. */
  'nothing-removed': { from: string; to: string };
  /** A stone goes forward only: one step, straight or diagonally. */
  'not-forward': { from: string; to: string };
  /** A stone straight ahead is in the way, and cannot be captured. */
  'straight-taken': { from: string; to: string };
  /** Neither a rank, nor a file, nor a diagonal. */
  'not-straight': { from: string; to: string };
  /** A stone stands there already. */
  occupied: { cell: string };
  /** Only the first stone of a game can be swapped, and only at once. */
  'too-late-to-swap': None;
  /** There are moves, so nobody may pass. */
  'must-move': None;
  /** A stone there would turn no other. */
  'turns-none': { cell: string };
  /** So many stones stand on the line, and that is not how far the move goes. */
  'wrong-distance': { from: string; to: string; stones: number };
  /** An enemy stone stands between. */
  'enemy-between': { from: string; to: string; cell: string };
  /** The stone would take back in a ko at once. */
  ko: { cell: string };
  /** The stone would have no liberty, and take nothing. */
  'no-liberty': { cell: string };
  /** Files leave out the i. */
  'no-file-i': None;
  /** Both sides have passed, so the stones are counted. */
  counting: None;
  /** The text is an answer in the count of stones, but no count is going on. */
  'not-counting': None;
  /** Several legal moves fit the text. */
  'which-move': { moves: string };
  /** No piece of the mover stands where the move begins. */
  'no-piece': { cell: string };
  /** No piece of the mover that the text can mean can go there. */
  'cannot-go': { kind: ThingKind | 'piece'; to: string };
  /** No legal capture is as the words say. */
  'no-capture': None;
  /** After the move, the piece on `by` could take the mover's king. */
  'king-in-check': { king: string; by: string };
  /** Castling that way is not possible now. */
  'no-castling': None;
};

/** The codes of these, which tell them from other refusals. */
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
  'not-forward',
  'straight-taken',
  'not-straight',
  'occupied',
  'too-late-to-swap',
  'must-move',
  'turns-none',
  'wrong-distance',
  'enemy-between',
  'ko',
  'no-liberty',
  'no-file-i',
  'counting',
  'not-counting',
  'which-move',
  'no-piece',
  'cannot-go',
  'no-capture',
  'king-in-check',
  'no-castling',
] as const satisfies readonly (keyof MoveFacts)[];

/** Why a size or a set-up is illegal. */
export type SetupFacts = {
  /** The set-up is for other rules. */
  'other-rules': { rules: string };
  /** A side is shorter or longer than the rules allow. */
  'bad-size': { cols: number; rows: number; sideMin: number; sideMax: number };
  /** Both sides are odd, so the colours cannot have the same number of stones. */
  'odd-size': { cols: number; rows: number };
  /** The board is empty. */
  'no-stones': None;
  /** A colour has more stones than it starts with. */
  'too-many-stones': { colour: Colour; stones: number; stonesMax: number };
  /** The stones are not one group. */
  'not-one-group': { groups: number };
  /** The board must be full, and this is its first empty cell. */
  'empty-cell': { cell: string };
  /** The sides of the board must be equal. */
  'not-square': None;
  /** No game leads there. */
  unreachable: None;
  /** No game of chess leads there, or it is no FEN. */
  'no-chess': None;
};

/** Why a text is not a board or position. */
export type NotationFacts = {
  /** The text is longer than the largest board needs. */
  'too-long': { charsMax: number };
  /** Not four words: rules, size, board, side to move. */
  'not-a-position': None;
  /** The text before the board is not sides, ranks and files, as in `lurd,8,8,`. */
  'not-a-diagram': None;
  /** The size is not written like `8x8`, or a side is longer than 26. */
  'not-a-size': { sideMax: number };
  /** A rank, counted from 1 at the bottom, has an unknown character. */
  'bad-character': { rank: number };
  /** A rank, counted from 1 at the bottom, has the wrong number of files. */
  'bad-rank': { rank: number; cols: number };
  /** The board has the wrong number of ranks. */
  'bad-ranks': { rows: number };
  /** The side to move is not `x` or `w`. */
  'bad-turn': None;
};

/** How a game can end by its rules, other than by repetition. */
export const OUTCOME_REASONS = [
  // A side has no stone left.
  'last-stone-gone',
  // One side has a full line, and has won.
  'full-row',
  'full-column',
  // The board is full without a winner.
  'nobody-won',
  // A player filled a rank and a file with one move, and loses.
  'both-lines',
  // A stone has reached the far side of the board.
  'goal-reached',
  // A side has lost all its stones, and the game.
  'all-captured',
  // A chain of stones joins the two edges of its side.
  'edges-joined',
  // Nobody can move, and one side has more stones, or none has.
  'more-stones',
  'as-many-stones',
  // All stones of a side form one group.
  'all-joined',
  // One side has more points in the count.
  'more-points',
  'checkmate',
  // Draws: the side to move has no move, there were fifty moves without progress, no pieces that can mate.
  'stalemate',
  'fifty-moves',
  'bare-material',
  // A side has no move left, and has lost.
  'hemmed-in',
] as const;
export type OutcomeReason = (typeof OUTCOME_REASONS)[number];

/** Refuses a move, a set-up or a text, with exactly the facts of its code. */
const refusing =
  <FactsByCode>() =>
  <Code extends keyof FactsByCode>(code: Code, facts: FactsByCode[Code]) =>
    err({ code, facts });
export const refuseMove = refusing<MoveFacts>();
export const refuseSetup = refusing<SetupFacts>();
export const refuseText = refusing<NotationFacts>();
