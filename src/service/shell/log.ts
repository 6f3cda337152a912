import { constants, openSync } from 'node:fs';
import { isatty } from 'node:tty';
import pino, { type Logger } from 'pino';
import type { LogLevel } from '../../config.ts';
import { logAgainMs, logBytesMax, logEndTries } from '../../server-limits.ts';

type Destination = ReturnType<typeof pino.destination>;

let standardOutput: Destination | undefined;

/**
 * Opens the log: a line of JSON each on the standard output. Where nobody takes it, because its reader
 * has gone or stands still or its disk is full, the server goes on: up to `logBytesMax` wait, and of
 * later lines it is logged how many were dropped, when they are taken again.
 */
export function openLog(level: LogLevel): Logger {
  standardOutput ??= openOutput();
  return pino({ level, base: null }, standardOutput);
}

/**
 * A file descriptor of the standard output whose writes do not block. Node.js sets a pipe to that. A
 * terminal is opened once more, because its flags are shared with other programs: one that was stopped
 * with Ctrl-S would stop the server at its next line.
 */
function outputDescriptor(): number {
  if (!isatty(1)) return 1;
  try {
    return openSync('/dev/fd/1', constants.O_WRONLY | constants.O_NOCTTY | constants.O_NONBLOCK);
  } catch {
    // It may belong to another user.
    return 1;
  }
}

/** Each line is written at once, so that none is lost at an end. A reader that stands still does not block. */
function openOutput(): Destination {
  let dropped = 0;
  /** The pipe is full, or the terminal stopped. */
  let isFull = false;
  let again: NodeJS.Timeout | undefined;
  /** How often a full pipe is waited for; at the end alone, where nothing else is to be done. */
  let waits = 0;
  const out = pino.destination({
    fd: outputDescriptor(),
    sync: true,
    maxLength: logBytesMax,
    retryEAGAIN: () => waits-- > 0,
  });
  out.on('error', ({ code }: NodeJS.ErrnoException) => {
    isFull = code === 'EAGAIN';
    if (!isFull || again) return;
    again = setTimeout(() => {
      again = undefined;
      out.write('');
    }, logAgainMs).unref();
  });
  out.on('drop', () => dropped++);
  out.on('drain', () => {
    isFull = false;
    if (dropped === 0) return;
    const letOff = { dropped };
    dropped = 0;
    pino({ base: null }, out).warn(letOff, 'nobody took the log: lines were dropped');
  });
  process.once('exit', () => {
    if (!isFull) return;
    waits = logEndTries;
    try {
      out.flushSync();
    } catch {
      // It is full still.
    }
  });
  return out;
}

/** What JavaScript itself throws at a mistake in the program. */
const BUGS = [TypeError, RangeError, ReferenceError];

/**
 * What a broken machine, a damaged file or a newer program has done, for the operator.
 *
 * @throws the error itself when it is a bug, which keeps its stack
 */
export function oneLine(error: unknown): string {
  if (!(error instanceof Error) || BUGS.some((bug) => error instanceof bug)) throw error;
  return error.message;
}
