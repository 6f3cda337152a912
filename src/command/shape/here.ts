import type { RulesId } from '../../engine/shape/ground.ts';
import type { Day } from '../../match/calendar.ts';

/** A player of this server, as anybody with an account may know of one. */
export interface HerePlayer {
  readonly id: number;
  readonly userid: string;
  /** When the account was opened. */
  readonly since: number;
  /** The last day on which the player was heard of. */
  readonly active: Day;
  /** How many boards of the games that were asked for are being played. */
  readonly boards: number;
}

/** How long ago somebody was heard of, as roughly as others need to know. */
export const activeWithin = (days: Day): 'week' | 'month' | 'year' | 'earlier' =>
  days < 7 ? 'week' : days < 31 ? 'month' : days < 365 ? 'year' : 'earlier';

/** Which players are meant: all of them, or those with a rating or a running board in a game. */
export interface HereQuery {
  readonly rules: RulesId | undefined;
  readonly skip: number;
  readonly most: number;
}
