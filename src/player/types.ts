import type { Settings } from './settings.ts';

const DAY_MS = 86_400_000;

/** No tokens were ended before. */
const FIRST_DAY = Date.UTC(2026, 0, 1) / DAY_MS;

/**
 * The epoch of a player's tokens after the one that ends: the day on which it begins, counted from
 * the first of 2026, so that one which a restored backup has forgotten is not given again.
 *
 * @param now UTC milliseconds
 */
export const nextEpoch = (epoch: number, now: number): number =>
  Math.max(epoch + 1, Math.floor(now / DAY_MS) - FIRST_DAY);

/** A person with an account. */
export interface Player {
  readonly id: number;
  /** The name other players use; keeps its case. */
  readonly userid: string;
  /** The main address: where letters to this player go. */
  readonly address: string;
  /** The language of letters to this player, as a folder of `templates/`. */
  readonly language: string;
  /** What the player has chosen; undefined when everything is as usual. */
  readonly settings?: Settings;
}

/** An address that a player has confirmed. */
export interface Address {
  readonly address: string;
  /** Letters go there. Every player has one of these. */
  readonly main: boolean;
}

/** A player's wish to add an address, which has not said yes yet. */
export interface AddressRequest {
  readonly playerId: number;
  readonly address: string;
}

/** What a player may do only so many times a day; each has its limit in limits.ts. */
export const ACTS = [
  'export',
  'message',
  'invite',
  'address',
  'challenge',
  'feedback',
  'robot',
] as const;
export type Act = (typeof ACTS)[number];
