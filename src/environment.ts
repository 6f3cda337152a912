import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { type Config, readConfig } from './config.ts';
import { err, ok, type Result } from './result.ts';

/** What this process was given in its environment. */
export const environment = (): NodeJS.ProcessEnv => ({ ...process.env });

/**
 * How the system looks up names, unless the operator has said it: nobody can end a look-up before its
 * time, and the usual one of up to half a minute would outlast a stop.
 */
const RESOLVER = { RES_OPTIONS: 'timeout:2 attempts:2' };

/** The configuration of this process: its environment, and what the file `.env` here adds to it. */
export function configure(): Result<Config, readonly string[]> {
  const file = readEnvFile('.env');
  if (!file.ok) return file;
  Object.assign(process.env, { ...RESOLVER, ...file.value, ...process.env });
  return readConfig(process.env);
}

/** The environment for programs that are not ours: our variables hold passwords. */
export const outsideEnv = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !name.startsWith('TURNPOST_') && !OF_THE_MANAGER.has(name),
    ),
  );

/** What a service manager wants to be told by this process, and by nobody that it starts. */
export interface ServiceManager {
  readonly socket: string | undefined;
  /** How often it wants a sign of life; undefined: not at all. */
  readonly watchdogMs: number | undefined;
}

const OF_THE_MANAGER: ReadonlySet<string> = new Set([
  'NOTIFY_SOCKET',
  'WATCHDOG_USEC',
  'WATCHDOG_PID',
]);

/** What systemd has put into the environment (sd_notify(3), sd_watchdog_enabled(3)). */
export function serviceManager(): ServiceManager {
  const { NOTIFY_SOCKET: socket, WATCHDOG_USEC: usec, WATCHDOG_PID: pid } = process.env;
  const isOurs = pid === undefined || Number(pid) === process.pid;
  const ms = Number(usec) / 1_000;
  return { socket: socket || undefined, watchdogMs: isOurs && ms > 0 ? ms : undefined };
}

/** What is in the way of reading a file until somebody changes it, and not for the moment. */
const LASTING = new Set(['EACCES', 'EPERM', 'EISDIR', 'ELOOP', 'ENOTDIR']);

/**
 * A value that may go over several lines because it is quoted, any other line that names a variable,
 * or a comment. What else stands in a line would be passed over without a word.
 */
const UNDERSTOOD =
  /^[ \t]*(?:(?:export[ \t]+)?[\w.-]+[ \t]*=(?:[ \t]*("|'|`)[\s\S]*?\1[^\n]*|[^\n]*)|#[^\n]*)$/gm;

/**
 * Reads a file of `NAME=value` lines.
 *
 * @returns nothing set where there is no file, or what is wrong with it, of which no value is repeated
 * @throws Error of the file system, for what may be gone the next time
 */
export function readEnvFile(path: string): Result<NodeJS.Dict<string>, readonly string[]> {
  let text: string;
  try {
    // Some editors put a mark in front that says no more than that it is Unicode.
    text = readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return ok({});
    if (LASTING.has(code)) return err([`${path} cannot be read (${code})`]);
    throw error;
  }
  const rest = text.replace(UNDERSTOOD, (line) => line.replace(/[^\n]+/g, ''));
  const wrong = rest.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [index + 1]));
  return wrong.length === 0
    ? ok(parseEnv(text))
    : err(wrong.map((line) => `line ${line} of ${path} is not like NAME=value`));
}
