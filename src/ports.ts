import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';

export interface Time {
  /** UTC milliseconds since 1970. */
  now(): number;
}

export interface Random {
  /**
   * Unpredictable bytes, 32 at most.
   *
   * @param use of the bytes: draws for different uses are independent
   */
  bytes(count: number, use?: string): Uint8Array;
}

/**
 * A point where the process may die. In production it only counts as progress; tests pass a port that throws
 * or kills at a chosen point.
 */
export interface CrashPoints {
  reach(point: string): void;
}

export const systemTime: Time = { now: () => Date.now() };
export const systemRandom: Random = { bytes: (count) => randomBytes(count) };
export const noCrashPoints: CrashPoints = { reach: () => undefined };

/** The id of the machine's boot; empty where there is none. */
export function systemBoot(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}

/** A time for operators: `2026-11-21 09:00 UTC`. */
export const minuteText = (at: number): string =>
  `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/**
 * A period up to now in which something is counted, in UTC milliseconds. Later dates do not count: they come
 * from a clock that was set back since, and would count for too long.
 */
export interface TimeWindow {
  readonly since: number;
  readonly now: number;
}

/** The period of the last `ms` milliseconds. */
export const timeWindow = (now: number, ms: number): TimeWindow => ({ since: now - ms, now });
