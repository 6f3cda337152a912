import { execFile, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { forms } from '../../../src/engine/games/forms/forms.ts';
import { prove } from '../../../tools/strategy/prove.ts';
import { writeLines } from '../../../tools/strategy/strategy-file.ts';
import { makeHead } from '../../../tools/strategy/strategy-text.ts';
import { newFolder } from '../../support/run/folder.ts';
import { present } from '../../support/run/present.ts';
import { throwDice } from '../../support/run/seed.ts';
import { first } from '../given.ts';

/** `reader.py` knows the rules of two games by itself, and of the files what docs/values.md says. */

const READER = fileURLToPath(new URL('reader.py', import.meta.url));
const read = (file: string) =>
  new Promise<{ readonly failed: boolean; readonly stdout: string; readonly stderr: string }>(
    (resolve) =>
      execFile('python3', [READER, file], (error, stdout, stderr) =>
        resolve({ failed: error !== null, stdout, stderr }),
      ),
  );
/** Python needs minutes for the others. */
const QUICK = ['forms-4x4.gz', 'minefield-5x5.gz', 'minefield-6x6.gz', 'minefield-7x7.gz'];
const dice = throwDice('strategies');
const here = present('python3', spawnSync('python3', ['--version']).status === 0);

let folder: string;
beforeAll(() => {
  folder = newFolder();
});

describe.skipIf(!here)('a reader that shares nothing with us', () => {
  const write = (name: string, cols: number, rows: number, break_ = (lines: string[]) => lines) => {
    const start = first(forms, cols, rows);
    const proof = prove(forms, start, { nodesMax: 1_000_000 });
    if (proof.kind !== 'strategy') throw new Error(proof.kind);
    const lines = break_([...proof.lines]);
    const { winner } = proof;
    const head = { rules: 'forms', size: start.board, winner, positions: lines.length };
    const file = join(folder, name);
    writeLines(file, [...makeHead(head, '1.2.3'), ...lines]);
    return { file, lines };
  };

  it.each([
    ['forms-4x3.txt', 4, 3, 'first'],
    ['forms-6x2.gz', 6, 2, 'second'],
  ])('agrees: %s', async (name, cols, rows, winner) => {
    const { file, lines } = write(name, cols, rows);
    const { stdout, stderr } = await read(file);
    expect(stderr).toBe('');
    expect(stdout).toBe(`${lines.length} positions, and the ${winner} player wins\n`);
  });

  const published = fileURLToPath(new URL('../../../docs/values/', import.meta.url));
  const others = readdirSync(published).filter((name) => !QUICK.includes(name));
  it.concurrent.each([...dice.sample(QUICK, 1), ...dice.sample(others, 0)])(
    'agrees: docs/values/%s',
    async (name) => {
      expect(await read(join(published, name))).toMatchObject({ failed: false, stderr: '' });
    },
  );

  it('misses a line', async () => {
    const { file } = write('broken.txt', 4, 3, (lines) => lines.toSpliced(5, 1));
    expect(await read(file)).toMatchObject({
      failed: true,
      stderr: expect.stringContaining('no reply to'),
    });
  });
});
