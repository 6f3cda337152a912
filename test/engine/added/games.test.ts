import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, test } from 'vitest';
import { full, throwDice } from '../../support/run/seed.ts';
import { buildCopy, ROOT, readBlocks } from './copy.ts';

/**
 * Adds games that we do not offer to a copy of the project, and plays them there: the one that
 * docs/adding-a-game.md builds, by doing what stands there, and those of this folder.
 */

const blocks = readBlocks('docs/adding-a-game.md');
const dice = throwDice('added games');
const ADDED = ['clobber', 'tic-tac-toe'];
const copy = buildCopy(['tic-tac-toe'], blocks);
const removeCopy = () => rmSync(copy, { recursive: true, force: true });
afterAll(removeCopy);

const load = (path: string) =>
  import(/* @vite-ignore */ pathToFileURL(join(copy, path)).href).catch((error) => {
    removeCopy();
    throw error;
  });
type Registry = typeof import('../../../src/engine/registry.ts');
type Contract = typeof import('../contract.ts');

const { findGame }: Registry = await load('src/engine/registry.ts');
const { describeContract }: Contract = await load('test/engine/contract.ts');

for (const rules of ADDED) {
  const game = findGame(rules);
  if (!game) throw new Error(`the registry has no ${rules}`);
  describeContract(game);
}
await load('test/engine/facts.test.ts');
await load('test/render/help.test.ts');
await load('test/render/languages.test.ts');
for (const rules of ADDED) await load(`test/engine/added/${rules}/letters.ts`);

describe('the games that are added', () => {
  test.runIf(dice.takes())('pass the compiler', () => {
    // What the games add to: all of it takes some seconds.
    const include = [...(full ? ['src', 'sandbox'] : ['src/engine']), 'test/engine/facts'];
    const config = { extends: '../tsconfig.json', include };
    writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify(config));
    // In one thread it takes longer and costs less.
    run('typescript/bin/tsc', '-p', copy, '--singleThreaded');
  });

  test('pass the linter, as far as the page is about them', () => {
    const files = blocks.filter(({ language }) => language === 'ts');
    const paths = files.map(({ name }) => join(copy, name));
    run('@biomejs/biome/bin/biome', 'check', '--vcs-enabled=false', ...paths);
  });
});

/** Runs a program of node_modules; what it has to say is the error of the test. */
function run(program: string, ...words: readonly string[]): void {
  const path = join(ROOT, 'node_modules', program);
  try {
    execFileSync(process.execPath, [path, ...words], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: 'pipe',
    });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(stdout + stderr);
  }
}
