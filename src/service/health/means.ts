import { readFileSync } from 'node:fs';
import { addressBytesMin, filesMin, memoryBytesMin } from '../../server-limits.ts';

/** What the system gives this process at most; undefined where it does not say, or there is no limit. */
export interface Means {
  /** Files and connections that are open at once. */
  readonly files: number | undefined;
  /** Bytes of memory that it may use. */
  readonly memory: number | undefined;
  /** Bytes of memory that it may reserve. */
  readonly addresses: number | undefined;
}

/** What is too little, a line each. */
interface Lacks {
  /** Less than half of what is needed: it would be killed in the middle of its start, again and again. */
  readonly stops: readonly string[];
  /** It will be in trouble some day. */
  readonly warns: readonly string[];
}

const mebibytes = (bytes: number): string => `${Math.floor(bytes / 1024 ** 2)} MiB`;

const NEEDS = [
  ['files', filesMin, (count: number) => `${count} open files (ulimit -n)`],
  ['memory', memoryBytesMin, (bytes: number) => `${mebibytes(bytes)} of memory`],
  ['addresses', addressBytesMin, (bytes: number) => `${mebibytes(bytes)} of addresses (ulimit -v)`],
] as const;

/** Says what is too little here for a server, before it fails in the middle of something. */
export function lacksOf(means: Means): Lacks {
  const [stops, warns]: [string[], string[]] = [[], []];
  for (const [name, needs, say] of NEEDS) {
    const has = means[name] ?? needs;
    const line = `The system gives only ${say(has)}; use ${say(needs)}.`;
    if (has < needs) (has < needs / 2 ? stops : warns).push(line);
  }
  return { stops, warns };
}

/** What this process has. */
export function meansHere(): Means {
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

/** Only Linux has it; elsewhere nothing is known, and nothing said. */
function limitsFile(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
}
