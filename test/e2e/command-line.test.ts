import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import type Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrate, openDatabase } from '../../src/store/file/database.ts';
import { settings } from '../support/process/settings.ts';
import { newFolder } from '../support/run/folder.ts';
import { present } from '../support/run/present.ts';
import { throwDice } from '../support/run/seed.ts';

/** What the built program says in every trouble of its machine. */

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url));
/** A user of the system who owns nothing here; only root can become somebody else. */
const NOBODY = 65534;
const isRoot = process.getuid?.() === 0;

let folder: string;
let database: string;
beforeEach(() => {
  folder = newFolder();
  database = join(folder, 'turnpost.sqlite');
});
afterEach(() => chmodSync(folder, 0o700));

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

const configured = () => settings(database);

/** Runs the program with nothing in its environment but these, HOME and PATH neither. */
function turnpost(
  args: readonly string[],
  { env = {}, uid, input = '' }: { env?: object; uid?: number | undefined; input?: string } = {},
): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [MAIN, ...args], {
      env: { ...env },
      cwd: folder,
      ...(uid !== undefined && { uid }),
    });
    let [out, error] = ['', ''];
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      error += chunk;
    });
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    child.once('close', (code) => resolve({ code, out, error }));
  });
}

const dice = throwDice('command lines');

/** A database that is up to date, as a server leaves it. */
const makeDatabase = () => {
  const db = openDatabase(database);
  migrate(db, MIGRATIONS);
  return db;
};
const makeVersion = (version: number) => {
  const db = makeDatabase();
  db.pragma(`user_version = ${version}`);
  db.close();
};
const locks: Sqlite.Database[] = [];
afterEach(() => {
  for (const db of locks.splice(0)) db.close();
});

const OLDER = /the database is of an older version of Turnpost: start the server once/;
/** What is the matter with the database, what is said of it, and whether a start would mend it. */
const TROUBLES: readonly [string, () => void, RegExp, boolean][] = [
  ['is not there', () => undefined, /there is no database yet: the server makes it/, true],
  ['is empty', () => writeFileSync(database, ''), /the database is empty: start the/, true],
  ['is older', () => makeVersion(1), OLDER, true],
  ['is newer', () => makeVersion(9999), /newer than this program \(9999 > \d+\): install/, false],
  [
    'is none',
    () => writeFileSync(database, 'x'.repeat(4096)),
    /not a database[:.] run turnpost recover/i,
    false,
  ],
  ['is cut off', () => cutOff(), /database disk image is malformed|disk I\/O error/, false],
  ['is a folder', () => mkdirSync(database), /this is not a file/, false],
  ['lies below a file', () => layBelowFile(), /ENOTDIR|there is no database yet/, false],
  ['is locked', () => lockIt(), /database is locked/, false],
];
const cutOff = () => {
  makeDatabase().close();
  writeFileSync(database, readFileSync(database).subarray(0, 8192));
};
const layBelowFile = () => {
  writeFileSync(join(folder, 'file'), '');
  database = join(folder, 'file', 'turnpost.sqlite');
};
const lockIt = () => {
  const db = makeDatabase();
  db.pragma('journal_mode = delete');
  db.exec('begin exclusive');
  locks.push(db);
};

const READERS = [
  ...['status', 'letters', 'outbox', 'players', 'matches --finished', 'outbox retry 1'],
  ...['ratings', 'replay 1', 'export out'],
];
const LETTER = 'From: alice@home.test\nSubject: help\n\nHi\n';
const oneLine = /^[^\n]+\n$/;

describe('a database that', () => {
  it.each(dice.sample(TROUBLES, 1))('%s is told of in one line', async (_, spoil, told, mended) => {
    spoil();
    const run = (line: string) => turnpost(line.split(' '), { env: configured(), input: LETTER });
    // All at once, because each waits a while for a database that is locked.
    const [ended, [receive, check, begun, imported]] = await Promise.all([
      Promise.all(dice.sample(READERS, 2).map(run)),
      Promise.all(['receive', 'check --offline', 'start', 'import out'].map(run)),
    ]);
    for (const { code, out, error } of ended) {
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(error).toMatch(oneLine);
      expect(error.startsWith(`${database}: `)).toBe(true);
      expect(error).toMatch(told);
    }
    expect(receive).toMatchObject({ code: 75, out: '', error: expect.stringMatching(oneLine) });
    expect(receive?.error).not.toContain(folder);
    expect(check?.code).toBe(mended ? 0 : 1);
    if (!mended) expect(check?.out).toMatch(/^wrong +(?:database|lock) /m);
    for (const each of [begun, imported]) {
      expect(each).toMatchObject({ code: 1, error: expect.stringMatching(oneLine) });
    }
  });

  it('is well has no worker, which a script can tell', async () => {
    makeDatabase().close();
    const { code, out, error } = await turnpost(['status'], { env: configured() });
    expect({ code, error }).toEqual({ code: 3, error: '' });
    expect(out).toMatch(/^Server: not running\n/);
  });

  it('nobody else may read is told of in one line', async () => {
    makeDatabase().close();
    chmodSync(folder, isRoot ? 0o755 : 0o500);
    if (!isRoot) chmodSync(database, 0o000);
    const uid = isRoot ? NOBODY : undefined;
    const run = (line: string) => turnpost(line.split(' '), { env: configured(), uid });
    for (const { code, out, error } of await Promise.all(
      dice.sample([...READERS, 'gallery out'], 1).map(run),
    )) {
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(error).toMatch(oneLine);
    }
    const check = await run('check --offline');
    expect(check).toMatchObject({ code: 1, error: '' });
    expect(check.out).toMatch(/^wrong +database .*Run turnpost as the owner/m);
    const { code } = await turnpost(['receive'], { env: configured(), uid, input: LETTER });
    expect(code).toBe(75);
  });
});

describe('a secret that', () => {
  const BROKEN: readonly [string, () => void, RegExp][] = [
    ['is a folder', () => mkdirSync(`${database}.secret`), /EISDIR/],
    ['is damaged', () => writeFileSync(`${database}.secret`, 'half of i'), /\.secret is damaged/],
  ];
  it.each(dice.sample(BROKEN, 1))('%s is told of in one line', async (_, spoil, told) => {
    makeDatabase().close();
    spoil();
    const { code, out, error } = await turnpost(['secret', 'rotate'], { env: configured() });
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(error).toMatch(oneLine);
    expect(error).toMatch(told);
    const check = await turnpost(['check', '--offline'], { env: configured() });
    expect(check).toMatchObject({ code: 1, error: '' });
    expect(check.out.split('\n').find((line) => line.startsWith('wrong'))).toMatch(told);
  });
});

describe('a file .env that', () => {
  const CONFIGURED = [
    ...[...READERS, 'admin status', 'start'],
    ...['import out', 'secret rotate', 'gallery out'],
  ];
  const BROKEN: readonly [string, () => void, string][] = [
    ['is a folder', () => mkdirSync(join(folder, '.env')), '.env cannot be read (EISDIR)'],
    [
      'has a broken line',
      () => writeFileSync(join(folder, '.env'), '# ours\nTURNPOST_ADDRESS games hunter2\n'),
      'line 2 of .env is not like NAME=value',
    ],
    [
      'is no text',
      () => writeFileSync(join(folder, '.env'), Buffer.from([0x80, 0, 0x3d, 0xff])),
      'line 1 of .env is not like NAME=value',
    ],
  ];

  it.each(dice.sample(BROKEN, 1))('%s is told of, and nothing is done', async (_, spoil, told) => {
    spoil();
    const run = (line: string) => turnpost(line.split(' '), { env: configured() });
    for (const ended of await Promise.all(dice.sample(CONFIGURED, 1).map(run))) {
      expect(ended).toEqual({
        code: 1,
        out: '',
        error: `The configuration is not complete:\n${told}\n`,
      });
    }
    const check = await turnpost(['check', '--offline'], { env: configured() });
    expect(check).toMatchObject({ code: 1, error: '' });
    expect(check.out).toContain(`wrong  configuration  ${told}.\n`);
    const received = await turnpost(['receive'], { env: configured(), input: LETTER });
    expect(received).toMatchObject({ code: 78, error: expect.stringMatching(oneLine) });
    expect(readdirSync(folder)).toEqual(['.env']);
    expect(await turnpost(['version'])).toMatchObject({ code: 0, error: '' });
  });

  it('has values over several lines, comments and exports is read', async () => {
    const lines = Object.entries(configured()).map(
      ([name, value]) => `export ${name} = "${value}"`,
    );
    const more = ["  # it's ours", '', "OTHER='one", "two'", 'EMPTY=', 'A.B-C=`x` # y'];
    writeFileSync(join(folder, '.env'), [...lines, ...more].join('\r\n'));
    const { code, out, error } = await turnpost(['check', '--offline']);
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(out).toContain('The configuration is complete. Mode: worker.\n');
  });
});

const hasScript = present('script', spawnSync('script', ['--version']).status === 0);

describe.skipIf(!hasScript)('a terminal', () => {
  /** The help, as it is printed on a terminal of its own. */
  const atTerminal = (env: object, option = '') => {
    const command = `${process.execPath} ${MAIN} help status ${option}`;
    const { stdout } = spawnSync('script', ['-qec', command, '/dev/null'], {
      cwd: folder,
      env: { PATH: process.env['PATH'], TERM: 'xterm-256color', ...env },
      stdio: ['ignore', 'pipe', 'ignore'],
      encoding: 'utf8',
    });
    return stdout.replaceAll('\r', '');
  };
  const PLAIN: readonly [string, object, string?][] = [
    ['NO_COLOR', { NO_COLOR: '1' }],
    ['TERM=dumb', { TERM: 'dumb' }],
    ['--no-color', {}, '--no-color'],
  ];

  it.each(dice.sample(PLAIN, 1))('has colours, but not with %s', async (_, env, option) => {
    const coloured = atTerminal({});
    const { out } = await turnpost(['help', 'status']);
    expect(coloured).toContain('\u001b[1m');
    expect(stripVTControlCharacters(coloured)).toBe(out);
    expect(atTerminal(env, option)).toBe(out);
  });
});

describe('a standard output that', () => {
  /** Of a program whose reader goes away before it has printed anything. */
  const unread = (args: readonly string[]) =>
    new Promise((resolve) => {
      const child = spawn(process.execPath, [MAIN, ...args], { env: configured(), cwd: folder });
      let error = '';
      child.stdout.destroy();
      child.stderr.on('data', (chunk) => {
        error += chunk;
      });
      child.once('close', (code) => resolve({ code, error }));
    });

  const PRINTING: readonly [string, number][] = [
    ['help', 0],
    ['version', 0],
    ['solve forms 4x4 4/.xx./.ww./4 x', 0],
    // Nobody could wait for its end.
    ['perft forms 8x8 99', 0],
    ['check --offline', 0],
    ['status', 3],
    ['letters', 0],
    ['players --json', 0],
    ['admin status', 0],
    ['gallery out', 0],
  ];
  it.each(dice.sample(PRINTING, 1))('nobody reads changes nothing: %s', async (line, code) => {
    makeDatabase().close();
    expect(await unread(line.split(' '))).toEqual({ code, error: '' });
  });

  it.skipIf(!existsSync('/dev/full'))('has no room is told of in one line', async () => {
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, [MAIN, 'help'], { stdio: ['ignore', full, 'pipe'] });
    let error = '';
    child.stderr?.on('data', (chunk) => {
      error += chunk;
    });
    const code = await new Promise((resolve) => child.once('close', resolve));
    closeSync(full);
    expect(code).toBe(1);
    expect(error).toMatch(/^ENOSPC[^\n]+\n$/);
  });
});
