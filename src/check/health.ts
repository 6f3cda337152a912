import { spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { outsideEnv } from '../environment.ts';
import { type Finding, finding } from './finding.ts';

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
