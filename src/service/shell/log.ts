import pino, { type Logger } from 'pino';
import type { LogLevel } from '../../config.ts';
import { logBytesMax } from '../../server-limits.ts';

/**
 * Opens the log: a line of JSON each on the standard output. Where nobody takes it any more, because
 * its reader has gone or its disk is full, the server goes on without it.
 */
export function openLog(level: LogLevel): Logger {
  const out = pino.destination({ fd: 1, sync: true, maxLength: logBytesMax });
  out.on('error', () => undefined);
  return pino({ level, base: null }, out);
}
