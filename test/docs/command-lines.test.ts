import { execFileSync } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync, statSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { parseArguments } from '../../src/cli/command.ts';
import { CLI_COMMANDS } from '../../src/cli/commands.ts';
import { migrate, openDatabase } from '../../src/store/file/database.ts';
import { newFolder } from '../support/run/folder.ts';
import { wordsOfLine } from '../support/run/shell-words.ts';
import { fill, filled } from '../support/stored/filler.ts';
import { blockWith, indentedBlocks } from './pages.ts';

/** The command lines of the pages are those of the program. */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGES = [
  'README.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
const textOf = (page: string): string => readFileSync(join(ROOT, page), 'utf8');

describe('a command line of a page', () => {
  it('of turnpost names a command, and gives it what it takes', () => {
    const lines = PAGES.flatMap((page) =>
      [
        ...textOf(page)
          .replaceAll(/\\\n\s*/g, '')
          .matchAll(/(?:npx\s+|`)turnpost\s+([^`#\n]+)/g),
      ].map(([, words = '']) => wordsOfLine(`turnpost ${words}`) ?? []),
    );
    expect(lines.length).toBeGreaterThan(12);
    const wrong = lines.filter(([name, ...args]) => {
      const command = CLI_COMMANDS.find((each) => each.name === name);
      return !command || !parseArguments(command, args).ok;
    });
    expect(wrong).toEqual([]);
  });

  it('of npm names a script', () => {
    const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
    const named = PAGES.flatMap((page) =>
      [...textOf(page).matchAll(/npm\s+(?:run\s+([\w:]+)|(start|test)\b)/g)].map(
        ([, run, short]) => run ?? short ?? '',
      ),
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });
});

describe('the backup of the page', () => {
  let folder: string;
  beforeEach(() => {
    folder = newFolder();
  });

  it('is whole beside an open database, for its owner alone, and can be put back', () => {
    const database = join(folder, 'turnpost.sqlite');
    const db = openDatabase(database);
    migrate(db, join(ROOT, 'migrations'));
    fill(db, 1, 1);
    const blocks = indentedBlocks('docs/backups.md', 'Copies');
    const [, , ...args] = blockWith(blocks, 'turnpost backup').trim().split(/\s+/);
    const env = {
      TURNPOST_ADDRESS: 'games@example.org',
      TURNPOST_IMAP_URL: 'none',
      TURNPOST_SMTP_URL: 'smtp://games:secret@localhost',
      TURNPOST_DATABASE: database,
    };
    execFileSync(process.execPath, [join(ROOT, 'dist/main.js'), ...args], { cwd: folder, env });
    fill(db, 1, 1);
    db.close();
    const copy = join(folder, 'copy.sqlite');
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    unlinkSync(database);
    copyFileSync(copy, database);
    const back = openDatabase(database);
    expect(filled(back)).toBe(1);
    expect(migrate(back, join(ROOT, 'migrations'))).toEqual([]);
    back.close();
  });
});
