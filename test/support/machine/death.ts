import { execFileSync, type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Dice } from '../run/seed.ts';

/** What is left on the disk of what was never synced; `none`: only the process dies. */
const LOSSES = ['none', 'all', 'some'] as const;
type Loss = (typeof LOSSES)[number];

/** When a machine dies. */
export interface Death {
  /** The system call that it does not live to see. */
  readonly at: number;
  /** What the power takes along that was never synced. */
  readonly loses: Loss;
  /** Which part, where it is some. */
  readonly seed: number;
}

/** Deaths at calls by chance, of every kind of loss as many. */
export function deathsOf(count: number, calls: number, dice: Dice): readonly Death[] {
  const first = dice.upTo(LOSSES.length);
  return Array.from({ length: count }, (_, index) => ({
    at: dice.upTo(calls),
    loses: LOSSES[(first + index) % LOSSES.length] ?? 'all',
    seed: dice.upTo(1_000_000),
  }));
}

const COMPILER = '/usr/bin/cc';
const FLAGS = ['-shared', '-fPIC', '-O2', '-Wall', '-Werror'];
export const hasCompiler = (): boolean => process.platform === 'linux' && existsSync(COMPILER);

let library: string | undefined;

/** Compiles what stands between the process and the system; once for a run. Returns its path. */
export function built(): string {
  if (library !== undefined) return library;
  const folder = mkdtempSync(join(tmpdir(), 'machine-'));
  library = join(folder, 'machine.so');
  const sources = ['calls.c', 'refused.c', 'disk.c'].map((name) =>
    fileURLToPath(new URL(name, import.meta.url)),
  );
  execFileSync(COMPILER, [...FLAGS, '-o', library, ...sources]);
  return library;
}

/**
 * For the environment of a process whose system calls are to be counted.
 *
 * @param folder what is written there counts, and may be lost
 * @param counter a file outside of it
 */
export const mortal = (
  folder: string,
  counter: string,
  death?: Death,
): Readonly<Record<string, string>> => ({
  LD_PRELOAD: built(),
  MACHINE_FOLDER: folder,
  MACHINE_COUNTER: counter,
  MACHINE_DIES_AT: String(death?.at ?? 0),
  MACHINE_LOSES: death?.loses ?? 'none',
  MACHINE_SEED: String(death?.seed ?? 0),
});

/** How many calls there were. */
export const callsOf = (counter: string): number => Number(readFileSync(counter).readBigUInt64LE());

/** Runs a script of Node.js, a module, in a folder. */
export const runScript = (
  script: string,
  folder: string,
  env: Readonly<Record<string, string>> = {},
): SpawnSyncReturns<string> =>
  spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...env },
    encoding: 'utf8',
  });

/**
 * Runs a script twice, each time in a folder that is as it was: once to count its calls, and once to
 * die at the last of them, which is its end.
 *
 * @param begin makes the folder
 * @throws Error when the script has something to complain of, or outlives its end
 */
export function dieAtTheEnd(script: string, folder: string, loses: Loss, begin: () => void): void {
  const counter = `${folder}.calls`;
  begin();
  const counted = runScript(script, folder, mortal(folder, counter));
  if (counted.status !== 0 || counted.stderr !== '') throw new Error(counted.stderr);
  begin();
  const death = { at: callsOf(counter), loses, seed: 1 };
  const dead = runScript(script, folder, mortal(folder, counter, death));
  if (dead.signal !== 'SIGKILL') throw new Error(`it outlives its end: ${dead.stderr}`);
}
