import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { type Config, readConfig } from './config.ts';
import { err, ok, type Result } from './result.ts';

export const environment = (): NodeJS.ProcessEnv => ({ ...process.env });

/**
 * Defaults for the system's resolver: a look-up cannot be cancelled, and the usual one of up to half a minute
 * would outlast a stop.
 */
const RESOLVER = { RES_OPTIONS: 'timeout:2 attempts:2' };

/** Adds the variables of `.env` to the environment, and reads the configuration of this process from it. */
export function configure(): Result<Config, readonly string[]> {
  const file = readEnvFile('.env');
  if (!file.ok) return file;
  Object.assign(process.env, { ...RESOLVER, ...file.value, ...process.env });
  return readConfig(process.env);
}

/** The environment for other programs, without our variables, which hold passwords. */
export const childEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !name.startsWith('TURNPOST_') && !SERVICE_MANAGER_VARIABLES.has(name),
    ),
  );

/** Variables of the service manager, for this process only. */
export interface ServiceManager {
  readonly socket: string | undefined;
  /** Interval of the watchdog; undefined: none. */
  readonly watchdogMs: number | undefined;
}

const SERVICE_MANAGER_VARIABLES: ReadonlySet<string> = new Set([
  'NOTIFY_SOCKET',
  'WATCHDOG_USEC',
  'WATCHDOG_PID',
]);

/** The variables of systemd (sd_notify(3), sd_watchdog_enabled(3)). */
export function serviceManager(): ServiceManager {
  const { NOTIFY_SOCKET: socket, WATCHDOG_USEC: usec, WATCHDOG_PID: pid } = process.env;
  const isOurs = pid === undefined || Number(pid) === process.pid;
  const ms = Number(usec) / 1_000;
  return { socket: socket || undefined, watchdogMs: isOurs && ms > 0 ? ms : undefined };
}

const PERMANENT_ERRORS = new Set(['EACCES', 'EPERM', 'EISDIR', 'ELOOP', 'ENOTDIR']);

/**
 * A quoted value, which may span lines; any other line that names a variable; or a comment. Other text would
 * be ignored silently.
 */
const ENV_LINE =
  /^[ \t]*(?:(?:export[ \t]+)?[\w.-]+[ \t]*=(?:[ \t]*("|'|`)[\s\S]*?\1[^\n]*|[^\n]*)|#[^\n]*)$/gm;

/**
 * Reads a file of `NAME=value` lines.
 *
 * @returns the variables, none if there is no file; or its errors, without values
 * @throws Error of the file system, if temporary
 */
export function readEnvFile(path: string): Result<NodeJS.Dict<string>, readonly string[]> {
  let text: string;
  try {
    // Some editors write a byte order mark.
    text = readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return ok({});
    if (PERMANENT_ERRORS.has(code)) return err([`${path} cannot be read (${code})`]);
    throw error;
  }
  const rest = text.replace(ENV_LINE, (line) => line.replace(/[^\n]+/g, ''));
  const wrong = rest.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [index + 1]));
  return wrong.length === 0
    ? ok(parseEnv(text))
    : err(wrong.map((line) => `line ${line} of ${path} is not like NAME=value`));
}
