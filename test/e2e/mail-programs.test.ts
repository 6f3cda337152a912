import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { beforeAll, describe, expect, it } from 'vitest';
import { SAMPLES } from '../../sandbox/samples/samples.ts';
import type { Rendered } from '../../src/render/letter.ts';
import { composed } from '../support/desk/composed.ts';
import { firstScreen, MUTT, stored, TMUX } from '../support/process/mutt.ts';
import { newFolder } from '../support/run/folder.ts';
import { patienceMs } from '../support/run/patience.ts';
import { present } from '../support/run/present.ts';
import { throwDice } from '../support/run/seed.ts';

const dice = throwDice('mail programs');

/** Every letter goes through programs that people read their mail with, and comes out as it was. */

interface Letter {
  readonly name: string;
  readonly rendered: Rendered;
  readonly raw: Uint8Array;
}

let folder: string;
let letters: readonly Letter[];

beforeAll(async () => {
  folder = newFolder();
  letters = await Promise.all(
    SAMPLES.map(async ([name, message]) => ({ name, ...(await composed(name, message)) })),
  );
});

const lines = (text: string): string => text.replace(/\r\n/g, '\n').trimEnd();

/** To a reader of HTML the end of a line is a blank, and signs beyond ASCII travel as references. */
const asRead = (html: string): string =>
  lines(html)
    .replaceAll('\n', ' ')
    .replace(/&#(\d{3,});/g, (_, code) => String.fromCodePoint(Number(code)));

describe('postal-mime', () => {
  it('gives back the text, the HTML and the files of every letter', async () => {
    for (const { name, rendered, raw } of letters) {
      const email = await PostalMime.parse(raw);
      expect([name, email.subject]).toEqual([name, rendered.subject]);
      expect([name, lines(email.text ?? '')]).toEqual([name, lines(rendered.text)]);
      expect([name, email.html && asRead(email.html)]).toEqual([
        name,
        rendered.html && asRead(rendered.html),
      ]);
      const files = [...rendered.pictures, ...rendered.attached];
      expect([name, email.attachments.length]).toEqual([name, files.length]);
    }
  });
});

const MBLAZE = '/usr/bin/mshow';
describe.skipIf(!present('mblaze', existsSync(MBLAZE)))('mblaze', () => {
  it.runIf(dice.takes())('shows the text of every letter and extracts its files', () => {
    mkdirSync(join(folder, 'mblaze'));
    writeFileSync(join(folder, 'mblaze/seq'), '');
    const env = { ...process.env, MBLAZE: join(folder, 'mblaze'), LC_ALL: 'C.UTF-8' };
    const mshow = (...args: readonly string[]) =>
      execFileSync(MBLAZE, args, { cwd: folder, env, encoding: 'utf8', timeout: patienceMs });
    for (const { name, rendered, raw } of letters) {
      writeFileSync(join(folder, `${name}.eml`), stored(raw), 'latin1');
      const parts = mshow('-t', `./${name}.eml`);
      const numberOf = (type: string) =>
        new RegExp(`^ *(\\d+): ${type}`, 'm').exec(parts)?.[1] ?? '1';
      expect([name, lines(mshow('-O', `./${name}.eml`, numberOf('text/plain')))]).toEqual([
        name,
        lines(rendered.text),
      ]);
      for (const file of rendered.attached) {
        const number = numberOf(`text/plain.* name="${file.name}"`);
        expect(lines(mshow('-O', `./${name}.eml`, number))).toBe(lines(file.text));
      }
      expect(parts.match(/image\/png/g)?.length ?? 0).toBe(rendered.pictures.length);
    }
  });
});

describe.skipIf(!present('mutt', existsSync(MUTT)))('mutt', () => {
  it.runIf(dice.takes())('decodes the text of every letter', async () => {
    const rc = [
      'set folder=. spoolfile=./mbox postponed=./none record="" header_cache=""',
      'set sort=mailbox-order wait_key=no pipe_decode=yes charset=utf-8 quit=yes',
      'alternative_order text/plain',
      'ignore *',
      `push "<first-entry>${letters
        .map((_, at) => `<pipe-message>cat > out-${at}<enter><next-undeleted>`)
        .join('')}<exit>"`,
    ];
    writeFileSync(join(folder, 'rc'), rc.join('\n'));
    const mbox = letters.map(
      ({ raw }) =>
        `From games Sat Nov 21 09:00:00 2026\n${stored(raw).replace(/^From /gm, '>From ')}\n`,
    );
    writeFileSync(join(folder, 'mbox'), mbox.join(''), 'latin1');
    // It needs a terminal, even for work that is all laid out before.
    const mutt = spawn('script', ['-qec', `${MUTT} -n -F rc -R -f mbox`, '/dev/null'], {
      cwd: folder,
      env: { ...process.env, HOME: folder, TERM: 'xterm', LC_ALL: 'C.UTF-8' },
      stdio: ['pipe', 'ignore', 'ignore'],
      timeout: patienceMs,
    });
    await once(mutt, 'exit');
    for (const [at, { name, rendered }] of letters.entries()) {
      const out = readFileSync(join(folder, `out-${at}`), 'utf8');
      const text = out.slice(out.indexOf('\n\n') + 2);
      expect([name, lines(text).slice(0, lines(rendered.text).length)]).toEqual([
        name,
        lines(rendered.text),
      ]);
    }
  });
});

describe.skipIf(!present('mutt or tmux', existsSync(MUTT) && existsSync(TMUX)))(
  'mutt on a terminal of 80 columns and 24 lines',
  () => {
    const BOARDS = ['board', 'board-waiting', 'board-minefield', 'board-clock', 'board-over'];

    it.each(BOARDS)('has all of a board on its first screen: %s', async (name) => {
      const { rendered, raw } = letters.find((each) => each.name === name) as Letter;
      const [first = ''] = rendered.text.split('\n');
      const screen = (await firstScreen(raw, first)).split('\n').map((line) => line.trimEnd());
      const lines = rendered.text.split('\n');
      const board = lines.findLastIndex((line) => /^ +a(?: [b-z])*$/.test(line));
      const top = screen.indexOf(first);
      expect(screen.slice(top, top + board + 1)).toEqual(lines.slice(0, board + 1));
    });
  },
);
