import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Debian's path, on the machines that it is built for most. */
const LIBRARY = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`)
  .find(existsSync);

export const hasFaketime = (): boolean => LIBRARY !== undefined;

/** The clock of a machine on which one process runs. */
export interface MachineClock {
  /** What the process needs in its environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Puts the clock to a moment; from there it goes on. Timers are on another clock, as in life. */
  set(at: number): void;
}

/** @param folder where the clock may keep a file */
export function makeMachineClock(folder: string): MachineClock {
  const file = join(folder, 'clock');
  return {
    env: {
      LD_PRELOAD: LIBRARY ?? '',
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      NO_FAKE_STAT: '1',
    },
    set(at) {
      const seconds = (at - Date.now()) / 1_000;
      // Never half of a number: the process reads it at any time.
      writeFileSync(`${file}.new`, `${seconds < 0 ? '' : '+'}${seconds.toFixed(3)}\n`);
      renameSync(`${file}.new`, file);
    },
  };
}
