import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openSqlite, sqlitePackage } from '../../../src/store/file/database.ts';
import { newFolder } from '../run/folder.ts';
import { present } from '../run/present.ts';
import { built, dieAtTheEnd, hasCompiler, mortal, runScript } from './death.ts';

const SYNC = `const sync = (path) => { const file = fs.openSync(path); fs.fsyncSync(file); fs.closeSync(file); };`;
/** What a script does in a folder that holds the file `old`, and what of it outlives a power cut. */
const ACTS: readonly [does: string, script: string, leaves: Readonly<Record<string, string>>][] = [
  ['nothing', '', { old: 'old' }],
  ['overwrites', `fs.writeFileSync('old', 'new')`, { old: 'old' }],
  ['overwrites and syncs', `fs.writeFileSync('old', 'new'); sync('old')`, { old: 'new' }],
  [
    'overwrites by promises, and syncs the data',
    `const file = await fs.promises.open('old', 'w'); await file.writeFile('new');
      await file.datasync(); await file.close()`,
    { old: 'new' },
  ],
  [
    'appends after a sync',
    `fs.appendFileSync('old', 'er'); sync('old'); fs.appendFileSync('old', ' yet')`,
    { old: 'older' },
  ],
  [
    'writes in the middle',
    `const file = fs.openSync('old', 'r+'); fs.writeSync(file, 'dd', 1)`,
    { old: 'old' },
  ],
  [
    'writes several pieces',
    `const file = fs.openSync('old', 'r+');
      fs.writevSync(file, [Buffer.from('n'), Buffer.from('e')]);
      fs.writevSync(file, [Buffer.from('w'), Buffer.from('er')], 2)`,
    { old: 'old' },
  ],
  ['cuts', `fs.truncateSync('old', 1)`, { old: 'old' }],
  [
    'makes a file and syncs it without its folder',
    `fs.writeFileSync('new', 'new'); sync('new')`,
    { old: 'old' },
  ],
  [
    'makes a file and syncs its folder alone',
    `fs.writeFileSync('new', 'new'); sync('.')`,
    { new: '', old: 'old' },
  ],
  [
    'makes a file and syncs both, by another spelling',
    `fs.mkdirSync('sub'); fs.writeFileSync('sub/..//new', 'new'); sync('./sub/../new'); sync('sub/..')`,
    { new: 'new', old: 'old', sub: 'a folder' },
  ],
  ['renames', `fs.renameSync('old', 'new')`, { old: 'old' }],
  ['renames and syncs the folder', `fs.renameSync('old', 'new'); sync('.')`, { new: 'old' }],
  [
    'renames a new file over the old one',
    `fs.writeFileSync('new', 'new'); sync('new'); sync('.'); fs.renameSync('new', 'old')`,
    { new: 'new', old: 'old' },
  ],
  ['removes', `fs.unlinkSync('old')`, { old: 'old' }],
  ['removes and syncs the folder', `fs.rmSync('old'); sync('.')`, {}],
  [
    'removes and makes anew',
    `fs.unlinkSync('old'); fs.writeFileSync('old', 'new'); sync('old')`,
    { old: 'old' },
  ],
  [
    'makes a folder and syncs all that is in it',
    `fs.mkdirSync('sub'); fs.writeFileSync('sub/new', 'new'); sync('sub/new'); sync('sub')`,
    { old: 'old' },
  ],
  [
    'makes folders and syncs the way to them',
    `fs.mkdirSync('sub/sub', { recursive: true }); sync('.'); sync('sub')`,
    { old: 'old', sub: 'a folder', 'sub/sub': 'a folder' },
  ],
  [
    'makes a folder by chance, and syncs the way to it',
    `fs.renameSync(fs.mkdtempSync('sub-'), 'sub'); sync('.')`,
    { old: 'old', sub: 'a folder' },
  ],
  [
    'removes a folder with all that is in it',
    `fs.mkdirSync('sub/sub', { recursive: true }); fs.writeFileSync('sub/sub/new', 'new');
      sync('.'); sync('sub'); sync('sub/sub'); sync('sub/sub/new'); fs.rmSync('sub', { recursive: true })`,
    { old: 'old', sub: 'a folder', 'sub/sub': 'a folder', 'sub/sub/new': 'new' },
  ],
  ['gives another name', `fs.linkSync('old', 'new'); fs.rmSync('old')`, { old: 'old' }],
  [
    'gives another name and syncs the folder',
    `fs.linkSync('old', 'new'); sync('.')`,
    { new: 'old', old: 'old' },
  ],
  [
    'copies and syncs the folder alone',
    `fs.copyFileSync('old', 'new'); sync('.')`,
    { new: '', old: 'old' },
  ],
];

let base: string;
let folder: string;
beforeEach(() => {
  base = newFolder();
  folder = join(base, 'data');
  begin();
});

/** A folder for each act, as it is before it. */
function begin(): void {
  rmSync(folder, { recursive: true, force: true });
  for (const [index] of ACTS.entries()) {
    mkdirSync(join(folder, String(index)), { recursive: true });
    writeFileSync(join(folder, String(index), 'old'), 'old');
  }
}

const acted = ACTS.map(
  ([, script], index) => `process.chdir('${index}'); { ${script} }; process.chdir('..');`,
);
const ALL_ACTS = `import fs from 'node:fs'; ${SYNC} ${acted.join('\n')}`;

/** What lies in the folder of each act. */
const left = () =>
  ACTS.map(([does], index) => {
    const place = join(folder, String(index));
    const entries = readdirSync(place, { recursive: true, withFileTypes: true });
    const files = entries.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const content = entry.isDirectory() ? 'a folder' : readFileSync(path, 'utf8');
      return [path.slice(place.length + 1), content] as const;
    });
    return { does, leaves: Object.fromEntries(files) };
  });

const here = present('a C compiler', hasCompiler());

describe.skipIf(!here)('the machine that dies', () => {
  it('loses exactly what was never synced', () => {
    dieAtTheEnd(ALL_ACTS, folder, 'all', begin);
    expect(left()).toEqual(ACTS.map(([does, , leaves]) => ({ does, leaves })));
  });

  it('loses nothing where the process alone dies', () => {
    expect(runScript(ALL_ACTS, folder).status).toBe(0);
    const undisturbed = left();
    expect(undisturbed).not.toEqual(ACTS.map(([does, , leaves]) => ({ does, leaves })));
    dieAtTheEnd(ALL_ACTS, folder, 'none', begin);
    expect(left()).toEqual(undisturbed);
  });

  it('loses a part of it in every way in which a disk can', () => {
    const FILES = 100;
    const SECTORS = 4;
    const fill = (letter: string) => `Buffer.alloc(512 * ${SECTORS}, '${letter}')`;
    const script = `import fs from 'node:fs'; ${SYNC}
      for (let file = 0; file < ${FILES}; file++) {
        fs.writeFileSync(String(file) + '.old', ${fill('a')});
        sync(String(file) + '.old');
        fs.writeFileSync(String(file) + '.new', '');
      }
      sync('.');
      for (let file = 0; file < ${FILES}; file++) {
        fs.writeSync(fs.openSync(String(file) + '.old', 'r+'), ${fill('b')}, 0, 512 * ${SECTORS}, 0);
        fs.appendFileSync(String(file) + '.new', ${fill('b')});
        fs.renameSync(String(file) + '.old', String(file) + '.renamed');
      }`;
    dieAtTheEnd(script, folder, 'some', begin);
    /** One letter a sector. */
    const seen = (ending: RegExp) => {
      const names = readdirSync(folder).filter((name) => ending.test(name));
      const contents = names.map((name) => readFileSync(join(folder, name), 'latin1'));
      return new Set(
        contents.map((text) => text.replaceAll('\0', '-').replace(/(.)\1{511}/g, '$1')),
      );
    };
    const overwritten = seen(/old|renamed/);
    expect([...overwritten].every((sectors) => /^[ab]{4}$/.test(sectors))).toBe(true);
    expect([...overwritten]).toEqual(expect.arrayContaining(['aaaa', 'bbbb']));
    expect(overwritten.size).toBeGreaterThan(3);
    const appended = seen(/new/);
    expect([...appended].every((sectors) => /^[-b]{0,4}$/.test(sectors))).toBe(true);
    expect([...appended]).toEqual(expect.arrayContaining(['', '----', 'bbbb']));
    expect(appended.size).toBeGreaterThan(4);
    // Names are lost from the newest on.
    const renamed = Array.from({ length: FILES }, (_, file) =>
      readdirSync(folder).includes(`${file}.renamed`),
    );
    const kept = renamed.lastIndexOf(true) + 1;
    expect(renamed).toEqual(renamed.map((_, file) => file < kept));
    expect(kept % FILES).not.toBe(0);
  });

  it('is not fooled by what it does not follow', () => {
    const env = mortal(folder, join(base, 'calls'));
    const act = `import fs from 'node:fs'; fs.symlinkSync('old', '0/new')`;
    const { signal, stderr } = runScript(act, folder, env);
    expect({ signal, stderr }).toEqual({
      signal: 'SIGABRT',
      stderr: 'the machine does not follow symlink\n',
    });
  });

  it('stands before every call by which Node.js or SQLite could change a file', () => {
    const symbols = (path: string, which: string): readonly string[] =>
      execFileSync('nm', ['-D', `--${which}-only`, path], { encoding: 'utf8', maxBuffer: 2 ** 27 })
        .split('\n')
        .map((line) => line.replace(/^.* \w /, '').replace(/@.*/, ''));
    const loaded = `process.report.getReport().sharedObjects`;
    const require = createRequire(import.meta.url);
    const sqlite = join(
      require.resolve(`${sqlitePackage(process.versions.node)}/package.json`),
      '../build/Release/better_sqlite3.node',
    );
    const { stdout } = runScript(`console.log(JSON.stringify(${loaded}))`, folder);
    const others = (JSON.parse(stdout) as string[]).filter((path) =>
      /libstdc\+\+|libuv/.test(path),
    );
    const called = [process.execPath, sqlite, ...others].flatMap((path) =>
      symbols(path, 'undefined'),
    );
    const changes = called.filter((name) => CHANGES.test(name));
    expect(changes.length).toBeGreaterThan(10);
    const followed = symbols(built(), 'defined');
    expect(changes.filter((name) => !followed.includes(name))).toEqual([]);
  });

  it.each([
    { synchronous: 'full', rows: 1 },
    { synchronous: 'off', rows: 0 },
  ])('leaves $rows of a commit of SQLite with synchronous = $synchronous', (way) => {
    const database = join(folder, 'database');
    const commit = `create table told (word text); insert into told values ('safe')`;
    dieAtTheEnd(
      `import { createRequire } from 'node:module';
      const Sqlite = createRequire('${import.meta.url}')('${sqlitePackage(process.versions.node)}');
      const db = new Sqlite('${database}');
      db.pragma('journal_mode = wal');
      db.pragma('synchronous = ${way.synchronous}');
      db.exec("${commit}");`,
      folder,
      'all',
      begin,
    );
    const db = openSqlite(database);
    const tables = db.prepare("select count(*) from sqlite_master where name = 'told'").pluck();
    expect(tables.get()).toBe(way.rows);
    if (way.rows > 0) expect(db.prepare('select word from told').all()).toEqual([{ word: 'safe' }]);
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    db.close();
  });
});

/** What makes, changes, syncs, names or removes files, or sends. Streams (fwrite) begin with an open. */
const CHANGES =
  /^(?:p?writev?|pwritev2|send\w*|f?truncate|f(?:data)?sync|sync\w*|rename\w*|unlink\w*|remove|rmdir|mkdir\w*|mk[ds]?temp\w*|mkostemp\w*|mknod\w*|(?:sym)?link(?:at)?|f?d?open(?:at)?|creat|freopen|mmap|(?:posix_)?fallocate|copy_file_range|splice|vmsplice|syscall)(?:64)?$/;
