import type { Settings } from './settings.ts';

const DAY_MS = 86_400_000;

/** 2026-01-01, from which epochs count, in days since 1970-01-01. */
const EPOCH_START_DAY = Date.UTC(2026, 0, 1) / DAY_MS;

/**
 * The next epoch of a player's tokens: the number of days since `EPOCH_START_DAY`, and at least the next
 * number, so that an epoch that a restored backup lacks is not reused.
 *
 * @param now UTC milliseconds
 */
export const nextEpoch = (epoch: number, now: number): number =>
  Math.max(epoch + 1, Math.floor(now / DAY_MS) - EPOCH_START_DAY);

/** A person with an account. */
export interface Player {
  readonly id: number;
  /** The name for other players; keeps its case. */
  readonly userid: string;
  /** The main address, which gets the letters. */
  readonly address: string;
  /** The language of letters, as a folder of `templates/`. */
  readonly language: string;
  /** The player's choices; undefined: all defaults. */
  readonly settings?: Settings;
  /** An admin has suspended the player, whose commands are not carried out. */
  readonly suspended?: true;
}

/** An address that a player has confirmed. */
export interface Address {
  readonly address: string;
  /** Letters go there. Each player has exactly one. */
  readonly main: boolean;
}

/** A request to add an address that is not yet confirmed. */
export interface AddressRequest {
  readonly playerId: number;
  readonly address: string;
}

/** Acts with a daily limit per player, see limits.ts. */
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
