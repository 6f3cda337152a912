import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openSqlite, sqlitePackage } from '../../../src/store/file/database.ts';
import { startProgram } from '../../support/process/process.ts';
import { newFolder } from '../../support/run/folder.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

describe('SQLite', () => {
  it.each([
    ['20.19.0', 'better-sqlite3-node-20'],
    ['22.12.0', 'better-sqlite3'],
    ['24.0.0', 'better-sqlite3'],
    ['26.3.1', 'better-sqlite3'],
    ['200.1.0', 'better-sqlite3'],
  ])('for Node.js %s is %s', (node, name) => {
    expect(sqlitePackage(node)).toBe(name);
  });

  it('is the same language in each', () => {
    const db = openSqlite(':memory:');
    const version = db.prepare('select sqlite_version()').pluck().get() as string;
    // The oldest one with all that we write: `returning`, strict tables, `iif`.
    expect(Number(version.split('.')[1])).toBeGreaterThanOrEqual(38);
    db.close();
  });

  it('is missed in one line where npm has left it out', async () => {
    const folder = newFolder();
    for (const name of ['dist', 'migrations', 'templates', 'package.json']) {
      cpSync(join(ROOT, name), join(folder, name), { recursive: true });
    }
    mkdirSync(join(folder, 'node_modules'));
    const others = readdirSync(join(ROOT, 'node_modules')).filter(
      (name) => !name.startsWith('better-sqlite3'),
    );
    for (const name of others) {
      symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
    }
    const env = {
      TURNPOST_ADDRESS: 'games@turnpost.test',
      TURNPOST_IMAP_URL: 'none',
      TURNPOST_SMTP_URL: 'smtp://games:secret@127.0.0.1:1',
    };
    const program = startProgram(join(folder, 'dist/main.js'), ['start'], env, folder);
    expect(await program.ended()).toEqual({ code: 1, signal: null });
    expect(program.output()).toMatch(
      /^.+: SQLite for Node\.js .+ is not installed: run npm ci .+\n$/,
    );
  });
});
