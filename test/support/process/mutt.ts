import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { patienceMs } from '../run/patience.ts';
import { until } from '../servers/ports.ts';

export const MUTT = '/usr/bin/mutt';
export const TMUX = '/usr/bin/tmux';

/** With the lines of a letter's head that people look at, and nothing else of their own. */
const RC = [
  'set folder=. spoolfile=./none postponed=./none record="" header_cache="" charset=utf-8',
  'alternative_order text/plain',
  'ignore *',
  'unignore date from: to cc subject reply-to',
  'push "<display-message>"',
];

/** Programs on Unix keep letters with line ends of their own. */
export const stored = (raw: Uint8Array): string =>
  Buffer.from(raw).toString('latin1').replace(/\r\n/g, '\n');

/**
 * The first screen of a letter in mutt, on a terminal of 80 columns and 24 lines.
 *
 * @param first a line that is on it
 * @throws Error when it is not there in time
 */
export async function firstScreen(raw: Uint8Array, first: string): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'turnpost-mutt-'));
  writeFileSync(join(home, 'rc'), RC.join('\n'));
  const mbox = `From games Sat Nov 21 09:00:00 2026\n${stored(raw)}\n`;
  writeFileSync(join(home, 'mbox'), mbox, 'latin1');
  const tmux = (...args: readonly string[]) =>
    execFileSync(TMUX, ['-S', join(home, 'socket'), '-f', '/dev/null', ...args], {
      cwd: home,
      env: { ...process.env, HOME: home, TERM: 'xterm', LC_ALL: 'C.UTF-8', TMUX: '' },
      encoding: 'utf8',
      timeout: patienceMs,
    });
  tmux('new-session', '-d', '-x', '80', '-y', '24', `${MUTT} -n -F rc -R -f mbox`);
  try {
    let screen = '';
    await until(`mutt shows "${first}"`, () => {
      screen = tmux('capture-pane', '-p');
      return screen.includes(first);
    });
    return screen;
  } finally {
    tmux('kill-server');
    rmSync(home, { recursive: true });
  }
}
