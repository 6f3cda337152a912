import type { RulesId } from '../../engine/rules.ts';
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

/** Which players are meant: all of them, or those with a rating or a running board in a game. */
export interface HereQuery {
  readonly rules: RulesId | undefined;
  readonly skip: number;
  readonly most: number;
}
