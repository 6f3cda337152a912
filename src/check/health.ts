import { spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { outsideEnv } from '../environment.ts';
import { type Finding, findingsOf } from './finding.ts';

const port = findingsOf('health port');
const alert = findingsOf('alert command');

/** The first port that every user may listen at. */
const OPEN_PORT = 1024;
const ASK_MS_MAX = 2_000;

/** Whether the page of health can be served: listens at its port, and leaves it again. */
export async function portFinding(number: number): Promise<Finding> {
  const code = await listenCode(number);
  const isServed = code === 'EADDRINUSE' && (await isHealthPage(number));
  return portFindingOf(number, code, isServed);
}

/**
 * @param code of the error with which nobody could listen there
 * @param isServed a server of Turnpost answers there
 */
export function portFindingOf(
  number: number,
  code: string | undefined,
  isServed: boolean,
): Finding {
  if (code === undefined) return port.ok(`Health can be served at port ${number}.`);
  if (isServed) return port.ok(`A server of Turnpost serves its health at port ${number}.`);
  const another = 'or write another port into TURNPOST_HEALTH_PORT';
  if (code === 'EADDRINUSE') {
    return port.wrong(
      `Another program listens at port ${number}, so that the server does not start (${code}).`,
      `See which (as root: ss -ltnp 'sport = :${number}') and end it, ${another}.`,
    );
  }
  return port.wrong(
    `Nobody may listen at port ${number}, so that the server does not start (${code}).`,
    code === 'EACCES'
      ? `Write a port of ${OPEN_PORT} or above into TURNPOST_HEALTH_PORT: those below are for root.`
      : `Look at the network of this machine (ip address show lo), ${another}.`,
  );
}

/** @returns undefined when one can listen there */
const listenCode = (number: number): Promise<string | undefined> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code ?? 'unknown'));
    server.listen(number, '127.0.0.1', () => server.close(() => resolve(undefined)));
  });

/** Whether what answers at a port is the page of a server of ours. */
async function isHealthPage(number: number): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(ASK_MS_MAX);
    const response = await fetch(`http://127.0.0.1:${number}/healthz`, { signal });
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
  const read = shell(['-n', '-c', command]);
  if (read.status !== 0) {
    return alert.wrong(
      'TURNPOST_ALERT_COMMAND is no line that a shell can read.',
      'Write it as for sh -c; most often a quotation mark is missing.',
    );
  }
  const [, program] = PROGRAM.exec(command) ?? [];
  if (program === undefined) return alert.ok('The shell can read TURNPOST_ALERT_COMMAND.');
  const found = shell(['-c', FIND, 'sh', program]);
  if (found.status === 0) return alert.ok(`TURNPOST_ALERT_COMMAND runs ${program}.`);
  const isThere = shell(['-c', 'test -e "$1"', 'sh', program]).status === 0;
  return isThere
    ? alert.wrong(
        `${program} of TURNPOST_ALERT_COMMAND cannot be run: nobody will be called.`,
        `Make it a program (chmod +x ${program}).`,
      )
    : alert.wrong(
        `There is no ${program}, which TURNPOST_ALERT_COMMAND is to run: nobody will be called.`,
        'Install it, or write its whole path.',
      );
}

const shell = (words: readonly string[]) =>
  spawnSync('/bin/sh', words, { env: outsideEnv(), stdio: 'ignore', timeout: ASK_MS_MAX });
