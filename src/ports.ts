import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The time. Nothing else in the project asks the system for it. */
export interface Time {
  /** UTC milliseconds since 1970. */
  now(): number;
}

/** Chance. Nothing else in the project asks the system for it. */
export interface Random {
  /**
   * This many unpredictable bytes, 32 at most.
   *
   * @param use what they are for: what is drawn for one thing changes nothing about another
   */
  bytes(count: number, use?: string): Uint8Array;
}

/**
 * A place in the shell where the process may die. In production it is only noted that work goes on; tests pass
 * a port that throws or kills at a chosen point and then look at what is left.
 */
export interface CrashPoints {
  reach(point: string): void;
}

export const systemTime: Time = { now: () => Date.now() };
export const systemRandom: Random = { bytes: (count) => randomBytes(count) };
export const noCrashPoints: CrashPoints = { reach: () => undefined };

/** What the system calls the machine's present life, from one start to the next; empty where it has no name. */
export function systemBoot(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}

/** A moment as operators read it: `2026-11-21 09:00 UTC`. */
export const minuteText = (at: number): string =>
  `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
