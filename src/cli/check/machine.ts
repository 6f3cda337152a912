import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { ConfigDraft } from '../../config.ts';
import { childEnvironment } from '../../environment.ts';
import { PACKAGE_ROOT } from '../../package-root.ts';
import { limitProblems, processLimits } from '../../service/health/troubles.ts';
import { oneLine } from '../../service/shell/log.ts';
import { openSqlite, sqliteVersion } from '../../store/file/database.ts';
import { type Finding, finding } from './finding.ts';

const ASK_MS_MAX = 2_000;

/** Checks the port of the health page: listens on it, and closes it. */
async function portFinding(port: number): Promise<Finding> {
  const code = await listenCode(port);
  if (code === undefined) return finding('health port/free', { port });
  if (code !== 'EADDRINUSE') return finding('health port/denied', { port, code });
  return (await isHealthPage(port))
    ? finding('health port/ours', { port })
    : finding('health port/taken', { port, code });
}

/** @returns the error code of listening on the port; undefined if it is free */
const listenCode = (port: number): Promise<string | undefined> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code ?? 'unknown'));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(undefined)));
  });

async function isHealthPage(port: number): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(ASK_MS_MAX);
    const response = await fetch(`http://127.0.0.1:${port}/healthz`, { signal });
    return 'lastPoll' in Object(await response.json());
  } catch {
    return false;
  }
}

/** A shell command that begins with a program, by name or path, after any assignments. */
const PROGRAM = /^\s*(?:[A-Za-z_]\w*=[^\s"'`$]*\s+)*([\w./+@%:~-]+)(?=[\s;|&<>]|$)/;

/** Not every `command -v` tests that a path is executable. */
const FIND = 'case "$1" in */*) test -f "$1" && test -x "$1" ;; *) command -v -- "$1" ;; esac';

/** Checks that the shell can run the alert command, without running it. */
function commandFinding(command: string): Finding {
  const env = childEnvironment();
  const shell = (...words: readonly string[]): boolean =>
    spawnSync('/bin/sh', words, { env, stdio: 'ignore', timeout: ASK_MS_MAX }).status === 0;
  if (!shell('-n', '-c', command)) return finding('alert command/no-line', {});
  const [, program] = PROGRAM.exec(command) ?? [];
  if (program === undefined) return finding('alert command/read', {});
  if (shell('-c', FIND, 'sh', program)) return finding('alert command/runs', { program });
  const isThere = shell('-c', 'test -e "$1"', 'sh', program);
  return finding(isThere ? 'alert command/no-program' : 'alert command/missing', { program });
}

/** Checks this machine for what a configuration needs, besides the database. Nothing else works without SQLite. */
export async function* machineFindings(
  { alertCommand, healthPort }: ConfigDraft,
  zone: string | undefined,
): AsyncGenerator<Finding> {
  const file = readFileSync(`${PACKAGE_ROOT}package.json`, 'utf8');
  const { engines } = JSON.parse(file) as { engines: { node: string } };
  const node = nodeFinding(process.versions.node, engines.node);
  yield node;
  if (node.level !== 'wrong') yield sqliteFinding();
  yield* processLimitFindings(processLimits());
  yield zoneFinding(zone);
  if (alertCommand !== undefined) yield commandFinding(alertCommand);
  if (healthPort !== undefined) yield await portFinding(healthPort);
}

export function processLimitFindings(limits: ReturnType<typeof processLimits>): readonly Finding[] {
  const { fatal, warnings } = limitProblems(limits);
  return [
    ...fatal.map((line) => finding('limits/stops', { line })),
    ...warnings.map((line) => finding('limits/warns', { line })),
  ];
}

/**
 * @param version such as `22.12.0`
 * @param supported range as in package.json: `^20.19.0 || >=24.0.0`
 */
export function nodeFinding(version: string, supported: string): Finding {
  if (supported.split('||').some((range) => isWithin(version, range.trim()))) {
    return finding('versions/node', { version });
  }
  const plain = supported.replaceAll('^', '').replaceAll(' ||', ' or');
  return finding('versions/old-node', { version, wanted: plain.replaceAll('>=', 'at least ') });
}

/** Whether a version is in a range of the form `^20.19.0` or `>=24.0.0`. */
function isWithin(version: string, range: string): boolean {
  const [, operator = '', minimum = ''] = /^(\^|>=)(\d+\.\d+\.\d+)$/.exec(range) ?? [];
  const [actual, least] = [version, minimum].map((each) => each.split('.').map(Number));
  if (operator === '' || !actual || !least) return false;
  const differs = actual.findIndex((number, at) => number !== least[at]);
  const isOlder = differs >= 0 && (actual[differs] ?? 0) < (least[differs] ?? 0);
  return !isOlder && (operator === '>=' || actual[0] === least[0]);
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

/** Checks the time zone of this machine. */
function zoneFinding(named: string | undefined): Finding {
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
    // Intl throws for an unknown zone. POSIX zones (CET-1CEST) are known to libc alone.
    return /^[A-Za-z]{3,}[+-]?\d{1,2}/.test(name);
  }
}
