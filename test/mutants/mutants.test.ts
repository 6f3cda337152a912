import { execFile } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newFolder } from '../support/run/folder.ts';
import { onlyInFull } from '../support/run/seed.ts';

/** Every fault of `mutants.txt` is put into a copy of the program, where the test that it names must fail. */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/**
 * A line `what goes wrong | file | test that must notice it`, and behind that what the names of the tests
 * hold where the others of the file are slow; then what stands in the file once, and what takes its place.
 */
const MUTANTS = readFileSync(`${ROOT}test/mutants/mutants.txt`, 'utf8')
  .trimEnd()
  .split('\n\n')
  .filter((block) => !block.startsWith('# '))
  .map((block) => {
    const [head = '', ...lines] = block.split('\n');
    const [what = '', file = '', test = '', title] = head.split(' | ');
    const those = (sign: string): string =>
      lines
        .filter((line) => line.startsWith(sign))
        .map((line) => line.slice(1))
        .join('\n');
    return { what, file, test, title, from: those('-'), to: those('+') };
  });
const COPIED = ['src', 'sandbox', 'tools', 'test', 'templates', 'migrations', 'bench', 'docs'];
const FILES = [
  'package.json',
  'tsconfig.json',
  'rolldown.config.mjs',
  'vitest.config.ts',
  'build.mjs',
];
const RUN_MS_MAX = 500_000;
/** Copies that are worked with side by side. */
const AT_ONCE = 2;

interface Ran {
  readonly passed: boolean;
  readonly said: string;
}

describe('the table of mutants', () => {
  it('are about lines that stand in the program once', () => {
    const wrong = MUTANTS.filter(
      ({ file, from, to }) =>
        readFileSync(ROOT + sourceOf(file), 'utf8').split(from).length !== 2 || from === to,
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
      'cli command engine mail match player post render sandbox service store tools'.split(' '),
    );
    expect(MUTANTS.length).toBeGreaterThanOrEqual(40);
  });
});

describe.runIf(onlyInFull())('a copy of the program', () => {
  const copies: string[] = [];
  /** Those that nobody works with, and who waits for one. */
  const free: string[] = [];
  const waiting: ((copy: string) => void)[] = [];
  beforeAll(() => {
    for (let count = 0; count < AT_ONCE; count++) {
      const copy = newFolder();
      copies.push(copy);
      free.push(copy);
      // Some tests start the program as somebody else.
      chmodSync(copy, 0o755);
      for (const folder of COPIED) cpSync(ROOT + folder, join(copy, folder), { recursive: true });
      for (const file of FILES) cpSync(ROOT + file, join(copy, file));
      symlinkSync(`${ROOT}node_modules`, join(copy, 'node_modules'));
    }
  });
  afterAll(() => {
    for (const copy of copies) rmSync(copy, { recursive: true, force: true });
  });

  async function withCopy(work: (copy: string) => Promise<void>): Promise<void> {
    const copy = free.pop() ?? (await new Promise<string>((taken) => waiting.push(taken)));
    try {
      await work(copy);
    } finally {
      const next = waiting.shift();
      if (next) next(copy);
      else free.push(copy);
    }
  }

  /** Whether test files pass in a copy, and what was said about them. */
  const run = async (copy: string, tests: readonly string[], title = ''): Promise<Ran> => {
    // Tests of the real process start what was built.
    if (tests.some((test) => test.startsWith('e2e/'))) await call(copy, 'build.mjs');
    const named = title === '' ? [] : [`--testNamePattern=${title}`];
    const paths = tests.map(pathOf);
    return call(copy, 'node_modules/vitest/vitest.mjs', 'run', '--bail=1', ...named, ...paths);
  };
  const call = (copy: string, ...parameters: readonly string[]) =>
    new Promise<Ran>((resolve) => {
      const env = { ...process.env, NO_COLOR: '1' };
      const options = { cwd: copy, env, timeout: RUN_MS_MAX, maxBuffer: 64 * 2 ** 20 };
      execFile(process.execPath, parameters, options, (error, out, err) =>
        resolve({ passed: error === null, said: `${out}${err}` }),
      );
    });

  it('passes all of these tests as it is', () =>
    withCopy(async (copy) => {
      const { passed, said } = await run(copy, [...new Set(MUTANTS.map(({ test }) => test))]);
      expect(passed, said.slice(-2_000)).toBe(true);
    }));

  it.concurrent.each(MUTANTS)('fails $test where $what', ({ file, from, to, test, title }) =>
    withCopy(async (copy) => {
      const path = join(copy, sourceOf(file));
      const source = readFileSync(path, 'utf8');
      try {
        writeFileSync(
          path,
          source.replace(from, () => to),
        );
        const { passed, said } = await run(copy, [test], title);
        expect(passed).toBe(false);
        // It is the test that has failed, and not the program that could not be loaded.
        expect(said).toMatch(/^\s+Tests\s.*\b[1-9]\d* failed/m);
      } finally {
        writeFileSync(path, source);
      }
    }),
  );
});

/** From src/ on, unless it is beside it. */
const sourceOf = (file: string): string =>
  /^(?:sandbox|tools)\//.test(file) ? file : `src/${file}`;
const pathOf = (test: string): string => `test/${test}.test.ts`;
