import pino, { type Logger } from 'pino';
import type { LogLevel } from '../../config.ts';
import { logLimits } from '../../server-limits.ts';

type Destination = ReturnType<typeof pino.destination>;

let standardOutput: Destination | undefined;

/**
 * Opens the log: lines of JSON on the standard output. If its reader is gone or stalled or its disk is full,
 * the server goes on: up to `logLimits.bytes` are buffered, and the number of dropped lines is logged once it
 * drains.
 */
export function openLog(level: LogLevel): Logger {
  standardOutput ??= openOutput();
  return pino({ level, base: null }, standardOutput);
}

/** Writes each line at once, so that none is lost at an exit. A stalled reader does not block. */
function openOutput(): Destination {
  let dropped = 0;
  /** The pipe is full. */
  let isFull = false;
  let retryTimer: NodeJS.Timeout | undefined;
  /** Retries on a full pipe; only at the exit. */
  let waits = 0;
  const out = pino.destination({
    fd: 1,
    sync: true,
    maxLength: logLimits.bytes,
    retryEAGAIN: () => waits-- > 0,
  });
  out.on('error', ({ code }: NodeJS.ErrnoException) => {
    isFull = code === 'EAGAIN';
    if (!isFull || retryTimer) return;
    retryTimer = setTimeout(() => {
      retryTimer = undefined;
      out.write('');
    }, logLimits.againMs).unref();
  });
  out.on('drop', () => dropped++);
  out.on('drain', () => {
    isFull = false;
    if (dropped === 0) return;
    const facts = { dropped };
    dropped = 0;
    pino({ base: null }, out).warn(facts, 'the log was not read: lines were dropped');
  });
  process.once('exit', () => {
    if (!isFull) return;
    waits = logLimits.endTries;
    try {
      out.flushSync();
    } catch {
      // The pipe is still full.
    }
  });
  return out;
}

/** Errors thrown by JavaScript for a bug in the program. */
const BUGS = [TypeError, RangeError, ReferenceError];

/**
 * One line for the operator about a system error, a damaged file or a newer schema.
 *
 * @throws the error itself if it is a bug, with its stack
 */
export function oneLine(error: unknown): string {
  if (!(error instanceof Error) || BUGS.some((bug) => error instanceof bug)) throw error;
  return error.message;
}
