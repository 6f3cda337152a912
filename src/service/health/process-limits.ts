import { readFileSync } from 'node:fs';
import { addressBytesMin, filesMin, memoryBytesMin } from '../../server-limits.ts';

/** Limits of the system for this process; undefined if unknown or unlimited. */
export interface ProcessLimits {
  /** Open files and connections. */
  readonly files: number | undefined;
  /** Bytes of usable memory. */
  readonly memory: number | undefined;
  /** Bytes of address space. */
  readonly addresses: number | undefined;
}

/** Limits that are too low, a line each. */
interface Lacks {
  /** Less than half of the need: the process would be killed at its start, again and again. */
  readonly stops: readonly string[];
  /** Trouble is to be expected some day. */
  readonly warns: readonly string[];
}

const mebibytes = (bytes: number): string => `${Math.floor(bytes / 1024 ** 2)} MiB`;

const NEEDS = [
  ['files', filesMin, (count: number) => `${count} open files (ulimit -n)`],
  ['memory', memoryBytesMin, (bytes: number) => `${mebibytes(bytes)} of memory`],
  ['addresses', addressBytesMin, (bytes: number) => `${mebibytes(bytes)} of addresses (ulimit -v)`],
] as const;

/** Reports limits too low for a server, before it fails by them. */
export function limitProblems(means: ProcessLimits): Lacks {
  const [stops, warns]: [string[], string[]] = [[], []];
  for (const [name, needs, say] of NEEDS) {
    const has = means[name] ?? needs;
    const line = `The system gives only ${say(has)}; use ${say(needs)}.`;
    if (has < needs) (has < needs / 2 ? stops : warns).push(line);
  }
  return { stops, warns };
}

/** The limits of this process. */
export function processLimits(): ProcessLimits {
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
