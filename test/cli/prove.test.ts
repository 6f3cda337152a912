import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { version } from '../../src/cli/command.ts';
import { turnpost } from '../../src/cli/turnpost.ts';
import { collectingTerminal } from '../support/run/collecting-terminal.ts';
import { newFolder } from '../support/run/folder.ts';
import { makeGrow } from '../support/toy/grow.ts';
import { offerToys } from '../support/toy/offer-toys.ts';

offerToys(makeGrow('grow'));

let folder: string;
let file: string;
beforeEach(() => {
  folder = newFolder();
  file = join(folder, 'strategy.txt');
});

async function run(...args: readonly string[]) {
  const { terminal, printed, complaints, progress } = collectingTerminal();
  const code = await turnpost(args, terminal);
  return { code, out: printed.join('\n'), error: complaints.join('\n'), progress };
}
const linesIn = (path: string) => readFileSync(path, 'utf8').split('\n');

describe('turnpost prove', () => {
  it('writes a strategy that anybody may read', async () => {
    expect(await run('prove', 'Forms', '2X4', file)).toMatchObject({
      code: 0,
      out: expect.stringMatching(
        new RegExp(
          '^Forms on 2x4 is won by the first player. Positions looked at: \\d+\n' +
            `Replies in ${file}: 9. To check them: turnpost verify ${file}$`,
        ),
      ),
      error: '',
    });
    expect(readFileSync(file, 'utf8')).toBe(
      [
        'Strategy: 1',
        'Rules: forms',
        'Size: 2x4',
        'Winner: first',
        'Positions: 9',
        `Made-By: turnpost ${version()}`,
        '',
        ...linesIn(file).slice(7),
      ].join('\n'),
    );
    expect(linesIn(file)).toHaveLength(7 + 9 + 1);
    expect(linesIn(file)[7]).toMatch(/^2x4 xw\/wx\/xw\/wx x [ab][1-4]x[ab][1-4]$/);
    expect(statSync(file).mode & 0o777).toBe(0o644 & ~process.umask());
    expect(await run('verify', file)).toMatchObject({
      code: 0,
      out: `Forms on 2x4 is won by the first player: ${file} has a reply to everything.\nPositions: 9`,
    });
  });

  it('compresses what is called so, in the place of what was there', async () => {
    writeFileSync(`${file}.gz`, 'old');
    await run('prove', 'forms', '2x4', file);
    expect((await run('prove', 'forms', '2x4', `${file}.gz`)).code).toBe(0);
    expect(gunzipSync(readFileSync(`${file}.gz`)).toString()).toBe(readFileSync(file, 'utf8'));
    expect((await run('verify', `${file}.gz`)).code).toBe(0);
  });

  it('tells how far it has come, and leaves no trace of that', async () => {
    const { progress } = await run('prove', 'forms', '4x4', file);
    expect(progress).toContain('256 replies so far');
    expect(progress.at(-1)).toBe('');
  });

  it.each([
    ['game', ['shogi', '4x4'], 'There is no game shogi.\n'],
    ['size', ['forms', '4by4'], 'The size 4by4 is not written like 8x8.\n'],
    ['board', ['forms', '3x3'], 'Forms has no start on 3x3: odd-size.\n'],
    ['number', ['forms', '4x4', '--nodes=many'], '--nodes takes a number of positions, not many.'],
    ['number', ['forms', '4x4', '--nodes=0'], '--nodes takes a number of positions, not 0.'],
  ])('refuses a wrong %s: %j', async (_, words, begins) => {
    const { code, error } = await run('prove', ...words.slice(0, 2), file, ...words.slice(2));
    expect(code).toBe(64);
    expect(error.slice(0, begins.length)).toBe(begins);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('leaves no file where there is nothing to write', async () => {
    writeFileSync(file, 'old');
    expect(await run('prove', 'grow', '4x1', file)).toMatchObject({
      code: 1,
      error: expect.stringMatching(/^Grow on 4x1 is a draw with best play: nobody has a winning/),
    });
    expect(await run('prove', 'forms', '4x4', file, '--nodes', '1000')).toMatchObject({
      code: 1,
      error: expect.stringMatching(
        /^Who wins was not found\.\nPositions looked at: 1\d\d\d\n.*: --nodes 10000$/,
      ),
    });
    expect(readdirSync(folder)).toEqual(['strategy.txt']);
    expect(readFileSync(file, 'utf8')).toBe('old');
  });

  it('says before it begins that a file cannot be written', async () => {
    mkdirSync(file);
    for (const path of [join(folder, 'none', 'x.txt'), file]) {
      const { code, error, progress } = await run('prove', 'forms', '4x4', path);
      expect({ code, progress }).toEqual({ code: 1, progress: [''] });
      expect(error).toMatch(/^The strategy could not be written: /);
    }
    expect(readdirSync(folder)).toEqual(['strategy.txt']);
  });
});

describe('turnpost verify', () => {
  beforeEach(() => run('prove', 'forms', '2x4', file));

  const broken = (edit: (lines: string[]) => void): string => {
    const lines = linesIn(file);
    edit(lines);
    writeFileSync(file, lines.join('\n'));
    return file;
  };

  it.each<[string, (lines: string[]) => void, string]>([
    [
      'a head',
      (lines) => lines.splice(1, 1),
      '2: the head has "Rules: ..." here, which is missing',
    ],
    ['no empty line', (lines) => lines.splice(6, 1), '7: the head ends with an empty line'],
    ['a game', (lines) => lines.splice(1, 1, 'Rules: shogi'), '2: there is no such game.'],
    ['a board', (lines) => lines.splice(2, 1, 'Size: 3x3'), '3: the game has no such board.'],
    ['the end', (lines) => lines.splice(-2, 1), '16: the file ends here, before its 9 positions.'],
    ['a surplus', (lines) => lines.splice(8, 0, lines[8] ?? ''), '10: the position, or an image'],
    [
      'a move',
      (lines) => lines.splice(7, 1, '2x4 xw/wx/xw/wx x a2xb4'),
      '8: the reply is not legal',
    ],
    [
      'a position',
      (lines) => lines.splice(9, 1, '2x4 xw/wx/xw x a2xb4'),
      '10: that is no position',
    ],
    ['a long line', (lines) => lines.splice(9, 1, 'x'.repeat(5000)), '10: the line is longer than'],
    ['no lines', (lines) => lines.splice(0), '1: the head has "Strategy: ..." here'],
  ])('names the first fault with its line: %s', async (_, edit, begins) => {
    const path = broken(edit);
    const { code, out, error } = await run('verify', path);
    expect({ code, out }).toEqual({ code: 65, out: '' });
    expect(error).toContain(`${path}, line ${begins}`);
  });

  it('names the move that has no answer', async () => {
    const path = broken((lines) => {
      lines.splice(4, 1, 'Positions: 8');
      lines.splice(8, 1);
    });
    expect(await run('verify', path)).toMatchObject({
      code: 65,
      error: expect.stringMatching(
        /, line 8: what [ab][1-4]x[ab][1-4] then leads to has no reply\.$/,
      ),
    });
  });

  it('notices that a compressed file is cut off, or none', async () => {
    const packed = gzipSync(readFileSync(file));
    const path = `${file}.gz`;
    for (const bytes of [packed.subarray(0, -9), readFileSync(file)]) {
      writeFileSync(path, bytes);
      const { code, error } = await run('verify', path);
      expect(code).toBe(65);
      expect(error).toMatch(/\.gz(?:: broken after line \d+ \(|, line \d+: )/);
    }
  });

  it('says that a file cannot be read', async () => {
    for (const path of [join(folder, 'none'), folder, join(folder, 'none.gz')]) {
      const { code, error } = await run('verify', path);
      expect(code).toBe(1);
      expect(error).toMatch(/^The file could not be read: /);
    }
    expect(existsSync(join(folder, 'none'))).toBe(false);
  });
});
