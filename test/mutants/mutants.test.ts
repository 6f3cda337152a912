import { execFile } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onlyInFull } from '../support/run/seed.ts';
import type { Mutant } from './mutant.ts';
import { READING } from './reading.ts';
import { RULES } from './rules.ts';
import { SYNCS } from './syncs.ts';
import { WORKER } from './worker.ts';

/** Every fault of the tables is put into a copy of the program, where the test that it names must fail. */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MUTANTS: readonly Mutant[] = [...RULES, ...READING, ...WORKER, ...SYNCS];
const COPIED = ['src', 'test', 'templates', 'migrations', 'bench', 'docs'];
const FILES = [
  'package.json',
  'tsconfig.json',
  'rolldown.config.mjs',
  'vitest.config.ts',
  'build.mjs',
];
const RUN_MS_MAX = 900_000;

interface Ran {
  readonly passed: boolean;
  readonly said: string;
}

describe('the tables of mutants', () => {
  it('are about lines that stand in the program once', () => {
    const wrong = MUTANTS.filter(
      ({ file, from, to }) =>
        readFileSync(`${ROOT}src/${file}`, 'utf8').split(from).length !== 2 || from === to,
    );
    expect(wrong.map(({ file, from }) => `${file}: ${from}`)).toEqual([]);
  });

  it('name tests that are there', () => {
    expect(
      MUTANTS.map(({ test }) => pathOf(test)).filter((path) => !existsSync(ROOT + path)),
    ).toEqual([]);
  });

  it('hold enough of them, from every room', () => {
    const rooms = new Set(MUTANTS.map(({ file }) => file.split('/')[0]));
    expect([...rooms].sort()).toEqual(
      'check cli command engine mail match player post render sandbox service store'.split(' '),
    );
    expect(MUTANTS.length).toBeGreaterThanOrEqual(40);
  });
});

describe.runIf(onlyInFull())('a copy of the program', () => {
  let copy = '';
  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'turnpost-mutants-'));
    // Some tests start the program as somebody else.
    chmodSync(copy, 0o755);
    for (const folder of COPIED) cpSync(ROOT + folder, join(copy, folder), { recursive: true });
    for (const file of FILES) cpSync(ROOT + file, join(copy, file));
    symlinkSync(`${ROOT}node_modules`, join(copy, 'node_modules'));
  });
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  /** Whether test files pass there, and what was said about them. */
  const run = async (tests: readonly string[], title = ''): Promise<Ran> => {
    // Tests of the real process start what was built.
    if (tests.some((test) => test.startsWith('e2e/'))) await call('build.mjs');
    const named = title === '' ? [] : [`--testNamePattern=${title}`];
    const paths = tests.map(pathOf);
    return call('node_modules/vitest/vitest.mjs', 'run', '--bail=1', ...named, ...paths);
  };
  const call = (...parameters: readonly string[]) =>
    new Promise<Ran>((resolve) => {
      const env = { ...process.env, NO_COLOR: '1' };
      const options = { cwd: copy, env, timeout: RUN_MS_MAX, maxBuffer: 64 * 2 ** 20 };
      execFile(process.execPath, parameters, options, (error, out, err) =>
        resolve({ passed: error === null, said: `${out}${err}` }),
      );
    });

  it('passes all of these tests as it is', async () => {
    const { passed, said } = await run([...new Set(MUTANTS.map(({ test }) => test))]);
    expect(passed, said.slice(-2_000)).toBe(true);
  });

  it.each(MUTANTS)('fails $test where $what', async ({ file, from, to, test, title }) => {
    const path = join(copy, 'src', file);
    const source = readFileSync(path, 'utf8');
    try {
      writeFileSync(
        path,
        source.replace(from, () => to),
      );
      const { passed, said } = await run([test], title);
      expect(passed).toBe(false);
      // It is the test that has failed, and not the program that could not be loaded.
      expect(said).toMatch(/^\s+Tests\s.*\b[1-9]\d* failed/m);
    } finally {
      writeFileSync(path, source);
    }
  });
});

const pathOf = (test: string): string => `test/${test}.test.ts`;
