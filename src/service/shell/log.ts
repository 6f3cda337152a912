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

/** Each line is written at once, so that none is lost at an end. A pipe that is full does not block. */
function openOutput(): Destination {
  let dropped = 0;
  /** The pipe is full. */
  let isFull = false;
  let again: NodeJS.Timeout | undefined;
  /** How often a full pipe is waited for; at the end alone, where nothing else is to be done. */
  let waits = 0;
  const out = pino.destination({
    fd: 1,
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
