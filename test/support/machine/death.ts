import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What is left on the disk of what was never synced; `none`: only the process dies. */
export const LOSSES = ['none', 'all', 'some'] as const;
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

const COMPILER = '/usr/bin/cc';
export const hasCompiler = (): boolean => process.platform === 'linux' && existsSync(COMPILER);

let library: string | undefined;

/** Compiles what stands between the process and the system; once for a run. */
function built(): string {
  if (library !== undefined) return library;
  const folder = mkdtempSync(join(tmpdir(), 'machine-'));
  library = join(folder, 'machine.so');
  const source = fileURLToPath(new URL('machine.c', import.meta.url));
  execFileSync(COMPILER, ['-shared', '-fPIC', '-O2', '-Wall', '-Werror', '-o', library, source]);
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
