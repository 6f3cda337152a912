import type { Level } from '../engine/robot/level.ts';
import type { RulesId } from '../engine/shape/ground.ts';
import { OUTCOME_REASONS } from '../engine/shape/refusal.ts';
import type { Colour, Position, Size } from '../engine/shape/types.ts';
import { bandRatingMax } from '../limits.ts';
import type { Pace } from './clock.ts';

/** A player of a match or challenge. */
export interface Seat {
  readonly id: number;
  readonly userid: string;
}

/** The robot's side in a match, and its level. */
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

/** A summary of a finished match. */
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
  /** Number of matches to skip. */
  readonly skip: number;
  readonly most: number;
}

/** A spectator's subscription: every board of a match, or only its result. */
export interface Watch {
  readonly board: number;
  readonly what: 'boards' | 'result';
}

/** A spectator of a match. */
export interface Watcher {
  readonly playerId: number;
  readonly what: Watch['what'];
}

/** Who moves first in the match of a challenge. */
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
export interface Invitation {
  /** Id of the inviting player. */
  readonly inviterId: number;
  readonly rules: RulesId;
  readonly size: Size;
  /** From the inviter's point of view. */
  readonly first: First;
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
  return band.from <= band.to && band.to <= bandRatingMax ? band : undefined;
}

export const makeBand = ({ from, to }: RatingBand): string => `${from}-${to}`;

/** Whether a rating, rounded as shown, is in a band. */
export const isInBand = (band: RatingBand, { rating }: { readonly rating: number }): boolean => {
  const shown = Math.round(rating);
  return band.from <= shown && shown <= band.to;
};
