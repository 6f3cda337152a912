import { gameOf } from '../engine/registry.ts';
import type { Level } from '../engine/robot/level.ts';
import type { Game } from '../engine/shape/game.ts';
import type { RulesId } from '../engine/shape/ground.ts';
import { OUTCOME_REASONS } from '../engine/shape/refusal.ts';
import type { Colour, Position, Size } from '../engine/shape/types.ts';
import { makePosition } from '../engine/written.ts';
import { ratingBandMax } from '../limits.ts';
import type { Pace } from './clock.ts';

/** So often may a position stand with the same player to move; then the match is drawn. */
const OCCURRENCES_MAX = 3;

/**
 * How the rules end a match in a position, if they do. A game that can go round in circles ends at
 * the third time.
 *
 * @param timesSeen how often the position has stood, this time included; asked only where it matters
 */
export function outcomeByRules(
  game: Game,
  position: Position,
  timesSeen: (position: Position) => number,
): MatchOutcome | undefined {
  const outcome = game.outcome(position);
  if (outcome) return { winner: outcome.winner, ending: outcome.reason };
  const circling = game.circles && timesSeen(position) >= OCCURRENCES_MAX;
  return circling ? { winner: undefined, ending: 'repetition' } : undefined;
}

/** The same for the newest position of a match. */
export const outcomeHere = (match: Match): MatchOutcome | undefined =>
  outcomeByRules(gameOf(match.rules), match.position, () => occurrences(match));

/** Counts the positions of a match that is played through, with one look at each. */
export function countSeen(game: Game): (position: Position) => number {
  const times = new Map<string, number>();
  return (position) => {
    const key = keyOf(game, position);
    const count = (times.get(key) ?? 0) + 1;
    times.set(key, count);
    return count;
  };
}

/** What positions have in common that count as the same. */
const keyOf = (game: Game, position: Position): string =>
  game.key?.(position) ?? makePosition(position);

function occurrences({ rules, start, moves, position }: Match): number {
  const game = gameOf(rules);
  const newest = keyOf(game, position);
  let count = keyOf(game, start) === newest ? 1 : 0;
  let at = start;
  for (const text of moves) {
    const move = game.parseMove(at, text);
    if (!move.ok) throw new Error(`damaged record: ${text} is not legal (${move.error.code})`);
    at = game.play(at, move.value).position;
    if (keyOf(game, at) === newest) count++;
  }
  return count;
}

/** A player at a board, or in a challenge. */
export interface Seat {
  readonly id: number;
  readonly userid: string;
}

/** The server's own player at a board, and how strong it is there. */
export interface RobotSeat {
  readonly side: Colour;
  readonly level: Level;
}

/** How a match can end: by its rules, by its players, by the clock, or as an admin has decided. */
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

/** What made a revision of a match that is no ply. */
export type MatchEvent =
  | 'start'
  | 'draw'
  | 'undo'
  | 'resign'
  | 'forfeit'
  | 'admin-resign'
  | 'admin-end'
  | 'admin-undo';

/** Two seats and a position. A match is a value: a ply makes a new one. */
export interface Match {
  /** The board's number. Never changes, never reused. */
  readonly board: number;
  readonly rules: RulesId;
  readonly black: Seat;
  readonly white: Seat;
  readonly start: Position;
  /** Every ply as the game writes it, the first one first. */
  readonly moves: readonly string[];
  readonly position: Position;
  /** Counts every change of the match; only grows. */
  readonly revision: number;
  readonly outcome: MatchOutcome | undefined;
  /** The time that its players have; a match without it has no clock. */
  readonly pace?: Pace | undefined;
  /** It changes the ratings of its players. */
  readonly rated?: true;
  /** Both have agreed that either may ask for hints. */
  readonly hints?: true;
  /** One of them is the server's own. */
  readonly robot?: RobotSeat;
}

/** A match that is over, without its record. */
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

/** Which finished matches are meant, the newest first; undefined stands for any. */
export interface FinishedQuery {
  readonly rules: RulesId | undefined;
  readonly playerId: number | undefined;
  /** How many of the newest are left out. */
  readonly skip: number;
  readonly most: number;
}

/** What a spectator hears of a match: every board of it, or only how it ends. */
export interface Watch {
  readonly board: number;
  readonly what: 'boards' | 'result';
}

/** A player who looks on at a match. */
export interface Watcher {
  readonly playerId: number;
  readonly what: Watch['what'];
}

/** Who moves first when a challenge becomes a match. */
export const FIRSTS = ['me', 'them', 'random'] as const;
export type First = (typeof FIRSTS)[number];

/** What can become of a challenge; all but `open` are for good. */
type ChallengeState =
  | 'open'
  | 'accepted'
  | 'declined'
  | 'withdrawn'
  /** Other terms were proposed in its place, under a number of their own. */
  | 'countered'
  | 'expired';

/** A match that is proposed. Its number becomes the board's number. */
export interface Challenge {
  readonly number: number;
  readonly challenger: Seat;
  /** Undefined as long as it is open to everybody. */
  readonly challenged: Seat | undefined;
  readonly rules: RulesId;
  readonly size: Size;
  /** Seen from the challenger. */
  readonly first: First;
  /** Where the match begins, when that is not the ordinary first position. */
  readonly start?: Position | undefined;
  /** Without it the match will have no clock. */
  readonly pace?: Pace | undefined;
  readonly rated?: true;
  readonly hints?: true;
  /** Who may take it up, where it is open to everybody but not to every rating. */
  readonly band?: RatingBand;
  readonly state: ChallengeState;
}

/** A wish to play with somebody who has no account yet; it becomes a challenge at the sign-up. */
export interface Invitation {
  /** Id of the player who has asked for it. */
  readonly inviterId: number;
  readonly rules: RulesId;
  readonly size: Size;
  /** Seen from that player. */
  readonly first: First;
}

/** The colour that a player has at a board, or undefined for everybody else. */
export function colourOf(match: Match, playerId: number): Colour | undefined {
  if (match.black.id === playerId) return 'black';
  if (match.white.id === playerId) return 'white';
  return undefined;
}

/** The ratings, in whole points and with both ends, of players who may take up a challenge. */
export interface RatingBand {
  readonly from: number;
  readonly to: number;
}

/** Reads `1500-1800`; undefined when it is none. `makeBand` writes it. */
export function parseBand(text: string): RatingBand | undefined {
  const [, from, to] = /^(\d{1,4})-(\d{1,4})$/.exec(text) ?? [];
  const band = { from: Number(from), to: Number(to) };
  return band.from <= band.to && band.to <= ratingBandMax ? band : undefined;
}

export const makeBand = ({ from, to }: RatingBand): string => `${from}-${to}`;

/** Whether a rating, as it is shown, is inside. */
export const isInBand = (band: RatingBand, { rating }: { readonly rating: number }): boolean => {
  const shown = Math.round(rating);
  return band.from <= shown && shown <= band.to;
};
