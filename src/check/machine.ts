import { existsSync, readFileSync } from 'node:fs';
import { PACKAGE_ROOT } from '../package-root.ts';
import { lacksOf, type Means } from '../service/health/means.ts';
import { oneLine } from '../service/shell/log.ts';
import { openSqlite, sqliteVersion } from '../store/file/database.ts';
import { type Finding, findingsOf } from './finding.ts';

const { ok, wrong } = findingsOf('versions');
const zone = findingsOf('time zone');

/** What the program runs on: Node.js and SQLite. */
export function machineFindings(): readonly Finding[] {
  const node = nodeFinding(process.versions.node, supportedNode());
  return [node, ...(node.level === 'wrong' ? [] : [sqliteFinding(askSqlite())])];
}

/** What is too little of what the system gives, for a server. */
export function meansFindings(means: Means): readonly Finding[] {
  const told = findingsOf('limits');
  const remedy =
    'Raise it: ulimit in the shell that starts it, LimitNOFILE= and MemoryMax= in a unit of systemd (systemctl edit turnpost), or the options of the container.';
  const { stops, warns } = lacksOf(means);
  return [
    ...stops.map((line) =>
      told.wrong(`${line} With less than half of that it does not start.`, remedy),
    ),
    ...warns.map((line) => told.warn(line, remedy)),
  ];
}

/**
 * @param version such as `22.12.0`
 * @param supported as npm writes it: `^20.19.0 || >=24.0.0`
 */
export function nodeFinding(version: string, supported: string): Finding {
  const isSupported = supported.split('||').some((range) => isWithin(version, range.trim()));
  if (isSupported) return ok(`Node.js ${version} is supported.`);
  const wanted = supported
    .replaceAll('^', '')
    .replaceAll(' ||', ' or')
    .replaceAll('>=', 'at least ');
  return wrong(
    `Node.js ${version} is not supported.`,
    `Install another one (${wanted}), and then the packages again: npm ci.`,
  );
}

/** Of the two kinds of ranges that package.json has: `^20.19.0`, `>=24.0.0`. */
function isWithin(version: string, range: string): boolean {
  const [, sign = '', least = ''] = /^(\^|>=)(\d+\.\d+\.\d+)$/.exec(range) ?? [];
  const is = numbersOf(version);
  const from = numbersOf(least);
  const differs = is.findIndex((number, at) => number !== from[at]);
  const isOlder = differs >= 0 && (is[differs] ?? 0) < (from[differs] ?? 0);
  return sign !== '' && !isOlder && (sign === '>=' || is[0] === from[0]);
}

const numbersOf = (version: string): readonly number[] => version.split('.').map(Number);

function supportedNode(): string {
  const file = readFileSync(`${PACKAGE_ROOT}package.json`, 'utf8');
  const { engines } = JSON.parse(file) as { engines: { node: string } };
  return engines.node;
}

/** @returns the version, or why there is none */
function askSqlite(): { readonly version: string } | { readonly error: string } {
  try {
    const db = openSqlite(':memory:');
    try {
      return { version: sqliteVersion(db) };
    } finally {
      db.close();
    }
  } catch (error) {
    return { error: oneLine(error) };
  }
}

const sqliteFinding = (asked: ReturnType<typeof askSqlite>): Finding =>
  'version' in asked
    ? ok(`SQLite ${asked.version} works.`)
    : wrong(asked.error.replace(/: run npm .*/s, '.'), 'Run npm ci without --omit=optional.');

/**
 * What the machine takes for its time zone.
 *
 * @param named the variable TZ
 */
export function zoneFinding(named: string | undefined): Finding {
  const name = (named ?? '').replace(/^:/, '');
  if (name === '' || isZone(name) || existsSync(name)) {
    const known = Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC';
    return zone.ok(`The machine is at ${known}; players have zones of their own.`);
  }
  return zone.warn(
    `TZ is ${JSON.stringify(name)}, which is no time zone, so that the machine takes UTC.`,
    'Write it as Europe/Berlin, or leave it out.',
  );
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
