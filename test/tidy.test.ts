import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { GAMES } from '../src/engine/registry.ts';

/** What the linter cannot say about the tree. */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const files = (folder: string, ending: RegExp): readonly string[] =>
  readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => ending.test(path))
    .sort();
const read = (path: string): string => readFileSync(`${ROOT}${path}`, 'utf8');
const SOURCES = files('src', /\.ts$/);
const TESTS = files('test', /\.ts$/);
/** Written by a script, never by hand: as long as what they are written from. */
const GENERATED = ['tools/sentences.ts'];

/** The paths that git knows. */
const tracked = (): readonly string[] =>
  execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' })
    .split('\0')
    .filter((path) => path !== '');

/** So many entries of a folder are seen at a glance. */
const ENTRIES = 25;
/** The folders that have more, and how many each may have. */
const CROWDED: Readonly<Record<string, number>> = {
  // What npm, git and readers look for at the top.
  '.': 28,
  // What is measured, and what is made for the project, each by its name.
  'templates/en/player': 30,
  // A file for each step that the schema has ever made.
  migrations: 60,
  // A page for each command with more to say, which is found by the command's name; in any language.
  'templates/en/command': 40,
};

const entriesMax = (folder: string): number =>
  CROWDED[folder.replace(/^templates\/[^/]+/, 'templates/en')] ?? ENTRIES;

const offenders = (pattern: RegExp, allowed: RegExp): readonly string[] =>
  SOURCES.filter((path) => !allowed.test(path) && pattern.test(read(path)));

describe('the source tree', () => {
  it('binds no limit alone: SQLite would plan such a statement anew each time it is bound', () => {
    expect(offenders(/\slimit [?:@]\w*(?!\w| \+ 0)/i, /^$/)).toEqual([]);
  });

  it('holds one concept a file', () => {
    const long = SOURCES.filter((path) => read(path).split('\n').length > 400);
    expect(long.filter((path) => !GENERATED.includes(path))).toEqual([]);
    expect(SOURCES.filter((path) => /util|helper|manager|misc|common/i.test(path))).toEqual([]);
  });

  it('says in a generated file how it is written, and runs nothing of it', () => {
    for (const path of GENERATED) {
      expect(read(path)).toMatch(/^\/\/ Written by `npm run \w+`/);
      expect(read(path)).not.toMatch(/^(?:import|export (?!interface |type )|const |function )/m);
    }
  });

  it('asks the system for time and chance in one file, src/ports.ts', () => {
    const asks = /Date\.now|new Date\(\)|Math\.random|performance\.now|randomBytes|randomUUID/;
    expect(offenders(asks, /^src\/ports\.ts$/)).toEqual([]);
  });

  it('reads the environment and ends the process in one file each', () => {
    expect(offenders(/process\.env(?!\w)/, /^src\/environment\.ts$/)).toEqual([]);
    expect(offenders(/process\.exit/, /^src\/main\.ts$/)).toEqual([]);
  });

  it('keeps SQL in store/ and HTML in templates/', () => {
    expect(offenders(/from 'better-sqlite3'/, /^src\/store\//)).toEqual([]);
    expect(offenders(/'better-sqlite3-node-20'/, /^src\/store\/file\/database\.ts$/)).toEqual([]);
    expect(
      offenders(/\bselect .+ from |\binsert into |\bupdate \w+ set /, /^src\/store\//),
    ).toEqual([]);
    expect(offenders(/<\/?(?:div|span|table|td|html|body|a href)\b/, /^$/)).toEqual([]);
  });

  it('names tables and columns to tests of store/ alone, and to what tests stand on', () => {
    const [, ...tables] = read('migrations/schema.sql').split(/^create (?:table|trigger) "?/im);
    const names = tables.map((each) => /^\w+/.exec(each)?.[0]).join('|');
    const asks = new RegExp(
      `\\b(?:from|into|update|join|table) +"?(?:${names})\\b|\\bselect .* from \\$|\\.prepare\\(`,
      'i',
    );
    const free = /^test\/(?:store|support)\/|^test\/(?:service\/one-move|tidy)\.test\.ts$/;
    expect(TESTS.filter((path) => !free.test(path) && asks.test(read(path)))).toEqual([]);
  });

  it('lets the engine import no package, but for chess its rules', () => {
    const imports = SOURCES.filter((path) => path.startsWith('src/engine/')).flatMap((path) =>
      [...read(path).matchAll(/from '([^']+)'/g)].map(([, name]) => `${dirname(path)} ${name}`),
    );
    const packages = new Set(imports.filter((each) => !/ \.{1,2}\//.test(each)));
    expect([...packages]).toEqual(['src/engine/games/chess chess.js']);
  });

  it('lets nobody but the engine call a position legal', () => {
    expect(offenders(/\blegal\.ts'|\bas Position\b/, /^src\/engine\//)).toEqual([]);
    expect(SOURCES.filter((path) => /\bas Position\b/.test(read(path)))).toEqual([
      'src/engine/shape/game.ts',
    ]);
  });

  it('has a file of rules for every game, and one of facts about it', () => {
    const games = GAMES.map(({ rules }) => `${rules}.ts`);
    for (const name of games) {
      const ending = new RegExp(`/${name.replace('.', '\\.')}$`);
      expect(files('src/engine/games', ending), name).toHaveLength(1);
    }
    expect(readdirSync(`${ROOT}test/engine/facts`).sort()).toEqual(games.sort());
  });

  it('lets no rules file import another', () => {
    const rules = GAMES.map((game) => `/${game.rules}.ts'`);
    const importing = files('src/engine/games', /\.ts$/).filter((path) =>
      rules.some((other) => read(path).includes(other)),
    );
    expect(importing).toEqual([]);
  });

  it('waits for nothing inside a transaction', () => {
    const bodies = SOURCES.flatMap((path) => callsOf(/\btransact(?:Lightly)?\(/g, read(path)));
    expect(bodies.length).toBeGreaterThan(10);
    expect(bodies.filter((body) => /\bawait\b|\basync\b/.test(body))).toEqual([]);
  });
});

describe('the repository', () => {
  it('starts the program with the same flags by npm and by its name', () => {
    const [first = ''] = read('src/main.ts').split('\n');
    const { scripts } = JSON.parse(read('package.json'));
    expect(scripts.start).toBe(`${first.replace('#!/usr/bin/env -S ', '')} dist/main.js start`);
  });

  it('pins every library and names no download address', () => {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
      read('package.json'),
    );
    const all = Object.values({ ...dependencies, ...devDependencies, ...optionalDependencies });
    expect(
      all.filter((version) => !/^(?:npm:better-sqlite3@)?\d+\.\d+\.\d+$/.test(String(version))),
    ).toEqual([]);
    expect(read('package-lock.json')).not.toMatch(/"resolved": "http/);
  });

  it('installs one SQLite on each Node.js', () => {
    const { packages } = JSON.parse(read('package-lock.json'));
    // Written by hand: what the package itself says of Node.js 24 is not true, and `npm ci` believes
    // the lockfile. When another of its versions is locked, write it again.
    expect(packages['node_modules/better-sqlite3-node-20'].engines).toEqual({ node: '20.x' });
    expect(packages['node_modules/better-sqlite3'].engines).toEqual({ node: '>=22' });
  });

  it('locks the optional parts for every platform, or npm ci refuses the lockfile', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { optionalDependencies?: Record<string, string> }>;
    };
    const parts = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
      Object.keys(optionalDependencies),
    );
    const locked = Object.keys(packages).join('\n');
    expect(parts.length).toBeGreaterThan(10);
    expect(parts.filter((name) => !locked.includes(`node_modules/${name}`))).toEqual([]);
  });

  it('commits nothing that was built', () => {
    expect(tracked().filter((path) => /^(?:dist|node_modules|screenshots)\//.test(path))).toEqual(
      [],
    );
  });

  it('has no folder with more entries than are seen at a glance', () => {
    const sizes = sizesOf(tracked());
    expect(sizes.size).toBeGreaterThan(80);
    const crowded = [...sizes].filter(([folder, size]) => size > entriesMax(folder));
    expect(crowded).toEqual([]);
    const needless = Object.keys(CROWDED).filter((each) => (sizes.get(each) ?? 0) <= ENTRIES);
    expect(needless).toEqual([]);
  });
});

describe('texts that people read', () => {
  it('are at most 72 columns wide in templates of plain text', () => {
    const wide = files('templates', /\.txt\.eta$/).flatMap((path) =>
      read(path)
        .split('\n')
        .filter((line) => !line.includes('<%') && line.length > 72)
        .map((line) => `${path}: ${line}`),
    );
    expect(wide).toEqual([]);
  });

  it('list every game in README.md, and no other, with its author and year', () => {
    const [, section = ''] = read('README.md').split('\n## The games\n');
    const [table = ''] = section.split('\n## ');
    const lines = table.split('\n').filter((line) => line.startsWith('| `'));
    expect(lines.map((line) => line.split('`')[1])).toEqual(GAMES.map(({ rules }) => rules));
    const lacking = GAMES.filter(({ author, year }, at) =>
      [author, year].some((each) => each && !lines[at]?.includes(String(each))),
    );
    expect(lacking.map(({ rules }) => rules)).toEqual([]);
  });
});

/** How many files and folders lie in each folder, the root, which is `.`, among them. */
function sizesOf(paths: readonly string[]): ReadonlyMap<string, number> {
  const entries = new Map<string, Set<string>>();
  for (const path of paths) {
    for (let entry = path; entry !== '.'; entry = dirname(entry)) {
      const others = entries.get(dirname(entry)) ?? new Set();
      entries.set(dirname(entry), others.add(entry));
    }
  }
  return new Map([...entries].map(([folder, { size }]) => [folder, size]));
}

/** Every call of a function, up to the parenthesis that closes it. */
function callsOf(call: RegExp, source: string): string[] {
  return [...source.matchAll(call)].map(({ index, 0: opening }) => {
    let depth = 1;
    let end = index + opening.length;
    for (; depth > 0 && end < source.length; end++) {
      if (source[end] === '(') depth++;
      if (source[end] === ')') depth--;
    }
    return source.slice(index, end);
  });
}
