import { readFileSync } from 'node:fs';
import { addressBytesMin, filesMin, memoryBytesMin } from '../../server-limits.ts';

type ProcessLimits = ReturnType<typeof processLimits>;

const mebibytes = (bytes: number): string => `${Math.floor(bytes / 1024 ** 2)} MiB`;

const NEEDS = [
  ['files', filesMin, (count: number) => `${count} open files (ulimit -n)`],
  ['memory', memoryBytesMin, (bytes: number) => `${mebibytes(bytes)} of memory`],
  ['addresses', addressBytesMin, (bytes: number) => `${mebibytes(bytes)} of addresses (ulimit -v)`],
] as const;

/**
 * Reports limits too low for a server, before it fails by them.
 *
 * @returns a line each. `stops`: less than half of the need, so that the process would be killed at its start,
 *   again and again; `warns`: trouble is to be expected some day
 */
export function limitProblems(means: ProcessLimits) {
  const [stops, warns]: [string[], string[]] = [[], []];
  for (const [name, needs, say] of NEEDS) {
    const has = means[name] ?? needs;
    const line = `The system gives only ${say(has)}; use ${say(needs)}.`;
    if (has < needs) (has < needs / 2 ? stops : warns).push(line);
  }
  return { stops, warns };
}

/** The limits of the system for this process, in bytes but for the files; undefined if unknown or unlimited. */
export function processLimits() {
  const limits = limitsFile();
  const limitOf = (name: string): number | undefined => {
    const [, soft] = new RegExp(`^${name} +(\\d+)`, 'm').exec(limits) ?? [];
    return soft === undefined ? undefined : Number(soft);
  };
  const memory = process.constrainedMemory();
  return {
    files: limitOf('Max open files'),
    addresses: limitOf('Max address space'),
    // Without a limit it is 0, or more than any machine has.
    memory: memory > 0 && memory < 2 ** 50 ? memory : undefined,
  };
}

/** Linux only; empty elsewhere. */
function limitsFile(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
}
