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

/** What is too little: a line each. */
export interface Lacks {
  /** With less of these, it would only be killed in the middle of its start, again and again. */
  readonly stops: readonly string[];
  /** With less of these, it will be in trouble some day. */
  readonly warns: readonly string[];
}

/** Says what is too little here for a server, before it fails in the middle of something. */
export function lacksOf({ files, memory, addresses }: Means): Lacks {
  const found = [
    lackOf(files, filesMin, (count) => `${count} open files (ulimit -n)`),
    lackOf(memory, memoryBytesMin, (bytes) => `${mebibytes(bytes)} of memory`),
    lackOf(addresses, addressBytesMin, (bytes) => `${mebibytes(bytes)} of addresses (ulimit -v)`),
  ].filter((each) => each !== undefined);
  const linesOf = (stops: boolean) =>
    found.filter((each) => each.stops === stops).map(({ line }) => line);
  return { stops: linesOf(true), warns: linesOf(false) };
}

/** Half of what is needed is not enough for a start. */
function lackOf(has: number | undefined, needs: number, say: (amount: number) => string) {
  if (has === undefined || has >= needs) return undefined;
  return { stops: has < needs / 2, line: `The system gives only ${say(has)}; use ${say(needs)}.` };
}

const mebibytes = (bytes: number): string => `${Math.floor(bytes / 1024 ** 2)} MiB`;

/** What this process has. */
export function meansHere(): Means {
  const limits = limitsFile();
  const memory = process.constrainedMemory();
  return {
    files: limitOf(limits, 'Max open files'),
    addresses: limitOf(limits, 'Max address space'),
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

function limitOf(limits: string, name: string): number | undefined {
  const line = limits.split('\n').find((each) => each.startsWith(name)) ?? '';
  const soft = /^\d+/.exec(line.slice(name.length).trim());
  return soft ? Number(soft[0]) : undefined;
}
