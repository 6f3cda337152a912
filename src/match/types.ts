import { GAMES, gameOf, makePosition } from '../engine/registry.ts';
import { LEVELS, type Level } from '../engine/robot/level.ts';
import type { Game } from '../engine/shape/game.ts';
import type { RulesId } from '../engine/shape/ground.ts';
import { OUTCOME_REASONS } from '../engine/shape/refusal.ts';
import type { Colour, Move, Position, Size } from '../engine/shape/types.ts';
import { challengeLimits } from '../limits.ts';
import type { Pace } from './clock.ts';

export interface Seat {
  readonly id: number;
  readonly userid: string;
}

export interface RobotSeat {
  readonly side: Colour;
  readonly level: Level;
}

/** How a match can end: by its rules, its players, the clock, or an admin. */
export const ENDINGS = [
  ...OUTCOME_REASONS,
  'repetition',
  'resigned',
  'agreed',
  /** The time ran out. */
  'forfeited',
  'resigned-by-admin',
  'won-by-admin',
  'drawn-by-admin',
  'cancelled-by-admin',
] as const;

export type Ending = (typeof ENDINGS)[number];

/** How a match ended and, unless it is a draw, who won. */
export interface MatchOutcome {
  readonly winner: Colour | undefined;
  readonly ending: Ending;
}

/** The event of a revision that is not a ply. */
export type MatchEvent =
  | 'start'
  | 'draw'
  | 'undo'
  | 'resign'
  | 'forfeit'
  | 'admin-resign'
  | 'admin-end'
  | 'admin-undo';

/** A match, immutable: a ply makes a new one. */
export interface Match {
  /** The board's number. Never changes, never reused. */
  readonly board: number;
  readonly rules: RulesId;
  readonly black: Seat;
  readonly white: Seat;
  readonly start: Position;
  /** The plies in order, as the game writes them. */
  readonly moves: readonly string[];
  readonly position: Position;
  /** Counts every change of the match; only grows. */
  readonly revision: number;
  readonly outcome: MatchOutcome | undefined;
  /** The time control; undefined: no clock. */
  readonly pace?: Pace | undefined;
  /** Set if the match changes the ratings of its players. */
  readonly rated?: true;
  /** Set if both players have agreed that either may ask for hints. */
  readonly hints?: true;
  /** Present if one player is the robot. */
  readonly robot?: RobotSeat;
}

export interface Finished {
  readonly board: number;
  readonly rules: RulesId;
  /** Userids. */
  readonly black: string;
  readonly white: string;
  readonly winner: Colour | undefined;
  readonly ending: Ending;
  readonly plies: number;
  /** UTC milliseconds. */
  readonly endedAt: number;
}

/** A query for finished matches, the newest first; undefined: any. */
export interface FinishedQuery {
  readonly rules: RulesId | undefined;
  readonly playerId: number | undefined;
  readonly skip: number;
  readonly most: number;
}

/** A spectator's subscription: every board of a match, or only its result. */
export interface Watch {
  readonly board: number;
  readonly what: 'boards' | 'result';
}

export interface Watcher {
  readonly playerId: number;
  readonly what: Watch['what'];
}

export const FIRSTS = ['me', 'them', 'random'] as const;

export type First = (typeof FIRSTS)[number];

/** The state of a challenge; all but `open` are final. */
type ChallengeState =
  | 'open'
  | 'accepted'
  | 'declined'
  | 'withdrawn'
  /** Replaced by a counter-proposal with its own number. */
  | 'countered'
  | 'expired';

/** A proposed match. Its number becomes the board's number. */
export interface Challenge {
  readonly number: number;
  readonly challenger: Seat;
  /** Undefined while it is open to everybody. */
  readonly challenged: Seat | undefined;
  readonly rules: RulesId;
  readonly size: Size;
  /** From the challenger's point of view. */
  readonly first: First;
  /** First position of the match, if not the default. */
  readonly start?: Position | undefined;
  /** Undefined: the match has no clock. */
  readonly pace?: Pace | undefined;
  readonly rated?: true;
  readonly hints?: true;
  /** Ratings that may accept an open challenge; undefined: any. */
  readonly band?: RatingBand;
  readonly state: ChallengeState;
}

/** An invitation of somebody without an account; it becomes a challenge at the sign-up. */
export interface Invitation extends Pick<Challenge, 'rules' | 'size' | 'first'> {
  readonly inviterId: number;
}

/** A player's colour in a match; undefined if the player has no seat. */
export function colourOf(match: Match, playerId: number): Colour | undefined {
  if (match.black.id === playerId) return 'black';
  if (match.white.id === playerId) return 'white';
  return undefined;
}

/** A range of ratings in whole points, inclusive, that may accept a challenge. */
export interface RatingBand {
  readonly from: number;
  readonly to: number;
}

/** Reads a range such as `1500-1800`; undefined if malformed. `makeBand` writes it. */
export function parseBand(text: string): RatingBand | undefined {
  const [, from, to] = /^(\d{1,4})-(\d{1,4})$/.exec(text) ?? [];
  const band = { from: Number(from), to: Number(to) };
  return band.from <= band.to && band.to <= challengeLimits.bandRating ? band : undefined;
}

export const makeBand = ({ from, to }: RatingBand): string => `${from}-${to}`;

export const isInBand = (band: RatingBand, { rating }: { readonly rating: number }): boolean => {
  const shown = Math.round(rating);
  return band.from <= shown && shown <= band.to;
};

/**
 * Recognises moves by their syntax alone. Moves of some games are words of prose, or names: `pass`, `on`,
 * `Nf3`. So syntax needs a known game; without one, only cells are certain to be a move.
 */

/** One or more cells, separated by `-`, `x` or blanks. */
const CELLS = /^[a-z][1-9]\d?(?:\s*(?:[-x]\s*)?[a-z][1-9]\d?)*$/i;

/** The text of a move in lower case, unless case matters in its game. */
export const foldCase = (game: Game | undefined, text: string): string =>
  game?.caseMatters ? text : text.toLowerCase();

/** Whether a text has the shape of a move in this game. */
export const looksLikeMoveOf = (game: Game, text: string): boolean =>
  game.looksLikeMove(foldCase(game, text));

/**
 * Whether a text is certainly meant as a move: it is cells alone, and has the shape of a move in some game.
 */
export const looksLikeCells = (text: string): boolean =>
  CELLS.test(text.trim()) && GAMES.some((game) => looksLikeMoveOf(game, text));

/**
 * Whether a text may be meant as a move of a game: it has the shape of one there, or is cells, which the game
 * can refuse with a better reason.
 */
export const mayBeMove = (game: Game | undefined, text: string): boolean =>
  (game !== undefined && looksLikeMoveOf(game, text)) || looksLikeCells(text);

/**
 * A move that shows how moves are written; undefined if there is none. Beginners play it, so a stone is placed
 * near the middle, and the move does not lose at once if another does not.
 *
 * @param moves all legal moves, if already known
 */
export function exampleMove(
  position: Position,
  moves: readonly Move[] = gameOf(position.rules).legalMoves(position),
): string | undefined {
  const game = gameOf(position.rules);
  const [first] = moves;
  const isCell = first && CELL.test(game.makeMove(first, position));
  // A pawn's move in chess is written as its cell.
  const best = isCell || game.caseMatters ? byMiddle(position, moves) : moves;
  const goesOn = best.find((move) => {
    const outcome = game.outcome(game.play(position, move).position);
    return !outcome?.winner || outcome.winner === position.turn;
  });
  const move = game.agreement?.(position) ?? goesOn ?? best[0];
  return move && game.makeMove(move, position);
}

/** Moves, those on cells near the middle of the board first; others last. */
function byMiddle(position: Position, moves: readonly Move[]): readonly Move[] {
  const game = gameOf(position.rules);
  return moves
    .map((move) => ({ move, off: offMiddle(game.makeMove(move, position), position) }))
    .sort((one, other) => one.off - other.off)
    .map(({ move }) => move);
}

const CELL = /^([a-z])(\d{1,2})$/;

/** How far a cell is from the middle of its board; other moves are farther than all cells. */
function offMiddle(cell: string, { board: { cols, rows } }: Position): number {
  const [, file = '', rank] = CELL.exec(cell) ?? [];
  if (rank === undefined) return cols + rows;
  const column = file.charCodeAt(0) - 'a'.charCodeAt(0);
  return Math.abs(column - (cols - 1) / 2) + Math.abs(Number(rank) - (rows + 1) / 2);
}

/**
 * The robot. Its account has no address and gets no letters. It is rated under this account at the highest
 * level, and under `robot-N` at lower ones. Players' ids count up from 1.
 */
export const ROBOT: Seat = { id: -5, userid: 'robot' };

/** The robot's seats at all levels, the highest level first. */
export const ROBOTS: readonly Seat[] = [
  ROBOT,
  ...LEVELS.slice(0, -1).map((level) => ({ id: -level, userid: `${ROBOT.userid}-${level}` })),
];

/** The robot by name, in any case: `robot`, or `robot-3` for a level. */
export const robotNamed = (word: string): Seat | undefined =>
  ROBOTS.find(({ userid }) => userid === word.toLowerCase());

/** Reads a level such as `3`; undefined if there is no such level. */
export const parseLevel = (text: string): Level | undefined =>
  LEVELS.find((level) => String(level) === text);

/** The robot's seat in a match; undefined if there is no such level. */
export function robotSeat(
  match: Pick<Match, 'black' | 'white'>,
  level: number | undefined,
): RobotSeat | undefined {
  const found = LEVELS.find((each) => each === level);
  if (found === undefined) return undefined;
  return { side: match.black.id === ROBOT.id ? 'black' : 'white', level: found };
}

export const isRobotsTurn = ({ robot, outcome, position }: Match): boolean =>
  robot !== undefined && outcome === undefined && position.turn === robot.side;

/** Whether a match begins at the default position: ratings are comparable only there. */
export const startsFromDefault = (rules: RulesId, start: Position): boolean =>
  makePosition(start) === defaultStart(rules);

/** The first position of a game on its default board, in position notation. */
export function defaultStart(rules: RulesId): string {
  const game = gameOf(rules);
  const start = game.start(game.defaultSize);
  if (!start.ok) throw new Error(`${rules}: no usual board (${start.error.code})`);
  return makePosition(start.value);
}

/** Whether the player to move may ask for a hint: in an unrated match against the robot, or by agreement. */
export const allowsHints = ({ rated, hints, robot }: Pick<Match, 'rated' | 'hints' | 'robot'>) =>
  rated !== true && (hints === true || robot !== undefined);
