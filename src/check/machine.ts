import { existsSync, readFileSync } from 'node:fs';
import { PACKAGE_ROOT } from '../package-root.ts';
import { minuteText } from '../ports.ts';
import { lacksOf, type Means } from '../service/health/means.ts';
import { oneLine } from '../service/shell/log.ts';
import { openSqlite, sqliteVersion } from '../store/file/database.ts';
import { type Finding, finding } from './finding.ts';

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
