import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** The list of what the program is built on is that of package.json, and says under which licence. */

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string): string => readFileSync(`${ROOT}${path}`, 'utf8');

interface Locked {
  readonly version: string;
  readonly license?: string;
  readonly dev?: boolean;
}

const { packages } = JSON.parse(read('package-lock.json')) as {
  packages: Record<string, Locked>;
};
const { dependencies, optionalDependencies, devDependencies } = JSON.parse(
  read('package.json'),
) as Record<string, Record<string, string>>;
const locked = (name: string): Locked | undefined => packages[`node_modules/${name}`];

/** The rows of the tables below a heading of the page: name, version, licence, since, last, why. */
const rowsBelow = (heading: string): readonly (readonly string[])[] => {
  const [, part = ''] = read('docs/dependencies.md').split(`\n## ${heading}\n`);
  const lines = (part.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('| `'));
  return lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
};

describe('the list of dependencies', () => {
  it.each([
    ['Where the program runs', { ...dependencies, ...optionalDependencies }],
    ['Where it is developed', { ...devDependencies }],
  ])('names each package, its version and its licence: %s', (heading, wanted) => {
    const told = rowsBelow(heading).map(([name, version, licence]) => [name, version, licence]);
    const meant = Object.keys(wanted).map((name) => [
      `\`${name}\``,
      locked(name)?.version,
      locked(name)?.license,
    ]);
    expect(told).toEqual(meant);
  });

  it('says of each how old it is, and why it is there', () => {
    const rows = ['Where the program runs', 'Where it is developed'].flatMap(rowsBelow);
    for (const [name, , , since = '', last = '', why = ''] of rows) {
      expect(since, name).toMatch(/^20\d\d$/);
      expect(last, name).toMatch(/^20\d\d-\d\d$/);
      expect(last.slice(0, 4) >= since, name).toBe(true);
      expect(why.length, name).toBeGreaterThan(15);
    }
  });
});

describe('a machine that has the program alone', () => {
  it('gets no package without a stated licence', () => {
    const there = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev);
    expect(there.length).toBeGreaterThan(60);
    expect(there.filter(([, { license }]) => !license).map(([path]) => path)).toEqual([]);
  });

  it('is told the servers of the sandbox as they are locked', () => {
    const servers = ['hoodiecrow-imap', 'smtp-server'];
    const written = servers.map((name) => `${name}@${locked(name)?.version}`).join(' ');
    expect(read('sandbox/postoffice.ts')).toContain(`'${written}'`);
    for (const name of servers) expect(locked(name)?.dev, name).toBe(true);
  });
});
