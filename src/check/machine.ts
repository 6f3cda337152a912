import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { goneVariables, VARIABLE_NAMES, variableMeant } from '../config.ts';
import { outsideEnv } from '../environment.ts';
import { PACKAGE_ROOT } from '../package-root.ts';
import { minuteText } from '../ports.ts';
import { lacksOf, type Means } from '../service/health/means.ts';
import { oneLine } from '../service/shell/log.ts';
import { openSqlite, sqliteVersion } from '../store/file/database.ts';
import { readableFindings } from './disk.ts';
import { type Finding, finding } from './finding.ts';

const NAME = '.env';

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Looks at what stands in `.env` and is no error, but hardly what was meant.
 *
 * @param path of the file
 * @param environment of the process, without what the file adds to it
 */
export function settingsFindings(path: string, environment: Variables): readonly Finding[] {
  const text = textOf(path);
  const isSecret = /^\s*(?:export\s+)?TURNPOST_\w*(?:URL|SECRET|TOKEN\w*|PASSWORD)\s*=\s*\S/m.test(
    text,
  );
  return [
    ...(isSecret ? readableFindings(NAME, path) : []),
    ...linesFindings(text, environment),
    ...Object.keys(environment).flatMap((name) => nearlyOurs(name, 'The environment')),
  ];
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // That it cannot be read is said where the configuration is.
    return '';
  }
}

/** A line that sets a variable. */
const SETS = /^[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*=[ \t]*(.*?)[ \t\r]*$/;

/** @param text of the file */
function linesFindings(text: string, environment: Variables): readonly Finding[] {
  const lines = text.split('\n').flatMap((line, at) => {
    const [, name, value = ''] = SETS.exec(line) ?? [];
    return name === undefined ? [] : [{ name, value, line: at + 1 }];
  });
  const names = new Set(
    lines.map(({ name }) => name).filter((name) => VARIABLE_NAMES.includes(name)),
  );
  const ours = [...names].map((name) => ({
    name,
    set: lines.filter((each) => each.name === name),
  }));
  const twice = ours.filter(({ set }) => set.length > 1);
  const hidden = ours.filter(({ name, set }) => {
    const here = environment[name];
    return here !== undefined && here !== unquoted(set.at(-1)?.value ?? '');
  });
  return [
    ...twice.map(({ name, set }) =>
      finding('.env/twice', { name, lines: set.map(({ line }) => line).join(' and ') }),
    ),
    ...hidden.map(({ name }) => finding('.env/hidden', { name })),
    ...lines.flatMap(({ name, line }) => nearlyOurs(name, `Line ${line} of ${NAME}`)),
    ...lines
      .filter(({ name }) => VARIABLE_NAMES.includes(`TURNPOST_${name}`))
      .map(({ name }) => finding('.env/no-prefix', { name })),
  ];
}

/** What is set and counts for nothing, because of what is not set, or any more. */
export const idleFindings = (env: Variables): readonly Finding[] => [
  ...(env['TURNPOST_AUTHSERV_HOPS'] && !env['TURNPOST_AUTHSERV_ID']
    ? [finding('senders/hops', {})]
    : []),
  ...(env['TURNPOST_WELCOME_WORD'] && env['TURNPOST_PLUS'] === 'off'
    ? [finding('.env/word', {})]
    : []),
  ...goneVariables(env).map((gone) => finding('copies/gone', gone)),
];

const unquoted = (value: string): string => value.replace(/^(["'`])(.*)\1$/, '$2');

/** A name that is nobody's, and nearly one of ours. Those that begin as ours are errors already. */
function nearlyOurs(name: string, where: string, meant = variableMeant(name)): readonly Finding[] {
  if (name.startsWith('TURNPOST_') || meant === undefined) return [];
  return [finding('.env/nearly', { where, name, meant })];
}

const ASK_MS_MAX = 2_000;

/** Whether the page of health can be served: listens at its port, and leaves it again. */
export async function portFinding(port: number): Promise<Finding> {
  const code = await listenCode(port);
  return portFindingOf(port, code, code === 'EADDRINUSE' && (await isHealthPage(port)));
}

/**
 * @param code of the error with which nobody could listen there
 * @param isServed a server of Turnpost answers there
 */
export function portFindingOf(port: number, code: string | undefined, isServed: boolean): Finding {
  if (code === undefined) return finding('health port/free', { port });
  if (isServed) return finding('health port/ours', { port });
  if (code === 'EADDRINUSE') return finding('health port/taken', { port, code });
  return finding(code === 'EACCES' ? 'health port/for-root' : 'health port/barred', { port, code });
}

/** @returns undefined when one can listen there */
const listenCode = (port: number): Promise<string | undefined> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code ?? 'unknown'));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(undefined)));
  });

/** Whether what answers at a port is the page of a server of ours. */
async function isHealthPage(port: number): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(ASK_MS_MAX);
    const response = await fetch(`http://127.0.0.1:${port}/healthz`, { signal });
    return 'lastPoll' in Object(await response.json());
  } catch {
    return false;
  }
}

/** A line of a shell that begins with the name or the path of a program, behind variables it sets. */
const PROGRAM = /^\s*(?:[A-Za-z_]\w*=[^\s"'`$]*\s+)*([\w./+@%:~-]+)(?=[\s;|&<>]|$)/;

/** Not every shell looks whether what a path names can be run. */
const FIND = 'case "$1" in */*) test -f "$1" && test -x "$1" ;; *) command -v -- "$1" ;; esac';

/** Whether the shell can run what it is given when something is wrong; nothing is run. */
export function commandFinding(command: string): Finding {
  const env = outsideEnv();
  const shell = (...words: readonly string[]): boolean =>
    spawnSync('/bin/sh', words, { env, stdio: 'ignore', timeout: ASK_MS_MAX }).status === 0;
  if (!shell('-n', '-c', command)) return finding('alert command/no-line', {});
  const [, program] = PROGRAM.exec(command) ?? [];
  if (program === undefined) return finding('alert command/read', {});
  if (shell('-c', FIND, 'sh', program)) return finding('alert command/runs', { program });
  const isThere = shell('-c', 'test -e "$1"', 'sh', program);
  return finding(isThere ? 'alert command/no-program' : 'alert command/missing', { program });
}

/** What the program runs on: Node.js and SQLite. */
export function machineFindings(): readonly Finding[] {
  const file = readFileSync(`${PACKAGE_ROOT}package.json`, 'utf8');
  const { engines } = JSON.parse(file) as { engines: { node: string } };
  const node = nodeFinding(process.versions.node, engines.node);
  return node.level === 'wrong' ? [node] : [node, sqliteFinding()];
}

/** What is too little of what the system gives, for a server. */
export function meansFindings(means: Means): readonly Finding[] {
  const { stops, warns } = lacksOf(means);
  return [
    ...stops.map((line) => finding('limits/stops', { line })),
    ...warns.map((line) => finding('limits/warns', { line })),
  ];
}

/**
 * @param version such as `22.12.0`
 * @param supported as npm writes it: `^20.19.0 || >=24.0.0`
 */
export function nodeFinding(version: string, supported: string): Finding {
  if (supported.split('||').some((range) => isWithin(version, range.trim()))) {
    return finding('versions/node', { version });
  }
  const plain = supported.replaceAll('^', '').replaceAll(' ||', ' or');
  return finding('versions/old-node', { version, wanted: plain.replaceAll('>=', 'at least ') });
}

/** Of the two kinds of ranges that package.json has: `^20.19.0`, `>=24.0.0`. */
function isWithin(version: string, range: string): boolean {
  const [, sign = '', least = ''] = /^(\^|>=)(\d+\.\d+\.\d+)$/.exec(range) ?? [];
  const [is, from] = [version, least].map((each) => each.split('.').map(Number));
  if (sign === '' || !is || !from) return false;
  const differs = is.findIndex((number, at) => number !== from[at]);
  const isOlder = differs >= 0 && (is[differs] ?? 0) < (from[differs] ?? 0);
  return !isOlder && (sign === '>=' || is[0] === from[0]);
}

function sqliteFinding(): Finding {
  try {
    const db = openSqlite(':memory:');
    try {
      return finding('versions/sqlite', { version: sqliteVersion(db) });
    } finally {
      db.close();
    }
  } catch (error) {
    return finding('versions/no-sqlite', { error: oneLine(error).replace(/: run npm .*/s, '.') });
  }
}

/**
 * What the machine takes for its time zone.
 *
 * @param named the variable TZ
 */
export function zoneFinding(named: string | undefined): Finding {
  const name = (named ?? '').replace(/^:/, '');
  const known = Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC';
  return name === '' || isZone(name) || existsSync(name)
    ? finding('time zone/known', { known })
    : finding('time zone/unknown', { name: JSON.stringify(name) });
}

function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    // Intl tells by throwing. What POSIX spells by itself (CET-1CEST) it does not know, libc does.
    return /^[A-Za-z]{3,}[+-]?\d{1,2}/.test(name);
  }
}

const MINUTE_MS = 60_000;
/** Clocks count days, so that minutes are no matter; but no clock that is kept right is off by so much. */
const OFF_MS_MAX = 2 * MINUTE_MS;
const WRONG_MS_MIN = 15 * MINUTE_MS;

/**
 * How our clock goes by that of the mail server.
 *
 * @param by who says it
 * @param theirs what it says, in UTC milliseconds; `since` and `until`: between which two moments of ours
 */
export function clockFinding(by: string, theirs: number, since: number, until: number): Finding {
  const off = theirs < since ? theirs - since : Math.max(theirs - until, 0);
  if (Math.abs(off) < OFF_MS_MAX) return finding('clock/right', {});
  return finding(Math.abs(off) < WRONG_MS_MIN ? 'clock/off' : 'clock/far-off', {
    ours: minuteText(since),
    by,
    theirs: minuteText(theirs),
    span: spanText(Math.abs(off)),
    way: off < 0 ? 'ahead' : 'behind',
  });
}

function spanText(ms: number): string {
  const minutes = Math.round(ms / MINUTE_MS);
  const hours = Math.round(minutes / 60);
  if (minutes < 100) return `${minutes} minutes`;
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`;
}
