import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** The files, folders and functions that pages name are there. CHANGELOG.md tells of what was, too. */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGES = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md') && name !== 'CHANGELOG.md'),
  ...['docs', 'docs/design'].flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  ),
  'test/transcripts/README.md',
];
/** What stands for any name, or is for the reader to write. */
const OPEN = /NAME|NNNN|\*|clobber|\/nl\//;

const found = (page: string, pattern: RegExp): readonly string[] =>
  [...readFileSync(join(ROOT, page), 'utf8').matchAll(pattern)]
    .map(([, path = '']) => path)
    .filter((path) => !OPEN.test(path));
const linksOf = (page: string) => found(page, /\]\((?!\w+:|#)([^)#]+)/g);
const pathsOf = (page: string) =>
  found(page, /`((?:bench|docs|migrations|sandbox|src|templates|test|tools)\/[^`\s]*)`/g);
/** Those of the rooms are named from src/ on. */
const filesOf = (page: string) => found(page, ROOM_FILE).map((path) => `src/${path}`);
const ROOMS = readdirSync(join(ROOT, 'src')).filter((name) => !name.includes('.'));
const ROOM_FILE = new RegExp(`\`((?:${ROOMS.join('|')})/[^\`\\s]*\\.ts)\``, 'g');
/** A name with the file that has it: a function in one, or with the path behind it in brackets. */
const NAME_IN_FILE = new RegExp(`\`(\\w+)\`\\s+(?:in\\s+|\\()${ROOM_FILE.source}`, 'g');
const namesOf = (page: string) =>
  [...readFileSync(join(ROOT, page), 'utf8').matchAll(NAME_IN_FILE)].map(
    ([, name = '', path = '']) => ({ name, path: `src/${path}` }),
  );

describe('what pages name', () => {
  it.each(PAGES)('is there: %s', (page) => {
    const missing = [
      ...linksOf(page).filter((path) => !existsSync(join(ROOT, dirname(page), path))),
      ...[...pathsOf(page), ...filesOf(page)].filter((path) => !existsSync(join(ROOT, path))),
    ];
    expect(missing).toEqual([]);
    const nameless = namesOf(page).filter(
      ({ name, path }) => !new RegExp(`\\b${name}\\b`).test(readFileSync(join(ROOT, path), 'utf8')),
    );
    expect(nameless).toEqual([]);
  });

  it('is noticed', () => {
    expect(linksOf('docs/commands.md').length).toBeGreaterThan(100);
    expect(pathsOf('CONTRIBUTING.md').length).toBeGreaterThan(10);
    expect(filesOf('ARCHITECTURE.md').length).toBeGreaterThan(50);
    expect(namesOf('ARCHITECTURE.md').length).toBeGreaterThan(20);
  });
});
