import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { copyInto, keepPiped } from '../../../src/service/backup/make.ts';
import { openSqlite } from '../../../src/store/file/database.ts';
import { databaseId, noteServerAddress } from '../../../src/store/server/conditions.ts';
import { ALICE, BOB, GAMES } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { callsOf, type Death, deathsOf, hasCompiler, mortal } from '../../support/machine/death.ts';
import { answerTo, type Draft, writeLetter } from '../../support/post/letters.ts';
import { startProgram } from '../../support/process/process.ts';
import { settings } from '../../support/process/settings.ts';
import { withEach } from '../../support/run/lanes.ts';
import { present } from '../../support/run/present.ts';
import { full, throwDice } from '../../support/run/seed.ts';
import { lettersIn, lettersOut } from '../../support/stored/letters.ts';
import { players } from '../../support/stored/people.ts';
import { boards } from '../../support/stored/play.ts';

const path = (from: string): string => fileURLToPath(new URL(from, import.meta.url));
const MAIN = path('../../../dist/main.js');
const DIE = new URL('../../support/process/die-of.mjs', import.meta.url).href;
/** Each at a call by chance, by the seed of the run: one costs a second of a processor. */
const DEATHS = full ? 150 : 2;
const LAST = 30;
const AT_ONCE = full ? 4 : 2;
const here = present('a C compiler', hasCompiler());
const dice = throwDice('recover killed');

let database: string;
let copies: string;
let ids = 900;

/** A board, a copy of it, and a database that is lost; what came since is in letters of the pipe. */
eachDesk('forms -size=4x4');
beforeEach(async () => {
  database = join(desk.folder, 'turnpost.sqlite');
  noteServerAddress(desk.shell.db, GAMES);
  const root = join(desk.folder, 'backups');
  copies = join(root, databaseId(desk.shell.db));
  desk.time.now += 60_000;
  const place = { folder: copies, days: 14 };
  const made = await copyInto({ database, secret: undefined }, place, desk.shell.time);
  expect(made.ok).toBe(true);
});

const pipe = (draft: Draft): void => {
  desk.time.now += 60_000;
  keepPiped(copies, writeLetter(draft, ++ids), ids, desk.time.now);
};

const envOf = (folder: string) => ({
  ...settings(join(folder, 'turnpost.sqlite')),
  TURNPOST_BACKUP_DIR: join(folder, 'backups'),
});

/** Runs `turnpost recover` as a process of its own. */
const run = (folder: string, more: Readonly<Record<string, string>> = {}) =>
  spawnSync(process.execPath, ['--import', DIE, MAIN, 'recover'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...envOf(folder), ...more },
  });

/** What people have, and what they are about to be sent. */
function picture(folder: string): unknown {
  const db = openSqlite(join(folder, 'turnpost.sqlite'));
  try {
    return {
      matches: boards(db).map(({ board, moves, revision, ending, shown }) => ({
        board,
        moves,
        revision,
        ending,
        shown,
      })),
      players: players(db),
      inbox: lettersIn(db).map(({ state, reason }) => ({ state, reason })),
      unsent: lettersOut(db)
        .filter(({ state }) => state !== 'sent')
        .map(({ address, kind }) => ({ address, kind })),
    };
  } finally {
    db.close();
  }
}

/** What lies where the database was: it, its log and its secret. */
const ENDS = ['', '-wal', '.secret'];
const there = (name: string): readonly (string | undefined)[] =>
  ENDS.map((end) => `${name}${end}`).map((file) =>
    existsSync(file) ? readFileSync(file, 'latin1') : undefined,
  );

describe.skipIf(!here)('turnpost recover, where the machine dies', () => {
  /** Runs it in a place of its own, until a death. */
  const recoverIn = async (place: string, death?: Death | 'counted') => {
    const dies = death === 'counted' ? undefined : death;
    const program = startProgram(
      'dist/main.js',
      ['recover'],
      { ...envOf(place), ...(death && mortal(place, `${place}.calls`, dies)) },
      place,
    );
    return { ...(await program.ended()), output: program.output() };
  };

  it('comes to the same when it is run again, and has all that was there', async () => {
    pipe(answerTo(desk.newest(ALICE), 'a4b4'));
    pipe({ from: 'carol@x.test', subject: 'signup carol', text: '' });
    const start = join(desk.folder, 'start');
    for (const name of ['backups', 'turnpost.sqlite.secret']) {
      cpSync(join(desk.folder, name), join(start, name), { recursive: true });
    }
    writeFileSync(join(start, 'turnpost.sqlite'), 'x'.repeat(4096));
    writeFileSync(join(start, 'turnpost.sqlite-wal'), 'its log');
    const lost = there(join(start, 'turnpost.sqlite'));
    let places = 0;
    const newPlace = (): string => {
      const place = join(desk.folder, `place${++places}`);
      cpSync(start, place, { recursive: true });
      return place;
    };
    const asides = (place: string) =>
      readdirSync(place)
        .filter((name) => /before-\w+$/.test(name))
        .map((name) => there(join(place, name)));

    const counted = newPlace();
    expect(await recoverIn(counted, 'counted')).toMatchObject({ code: 0 });
    const whole = picture(counted);
    expect(whole).toMatchObject({ matches: [{ moves: 'a4xb4' }] });
    const calls = callsOf(`${counted}.calls`);
    const deaths = deathsOf(DEATHS, calls, dice).map((death, index) =>
      // What was there is laid aside near the end.
      index % 2 ? { ...death, at: calls - (death.at % LAST) } : death,
    );
    // What was said last must hold as well.
    const atTheEnd: Death = { at: calls, loses: 'all', seed: 1 };
    await withEach([atTheEnd, ...deaths], AT_ONCE, async (death) => {
      const when = `dies at ${JSON.stringify(death)} of ${calls}`;
      const place = newPlace();
      const first = await recoverIn(place, death);
      expect(first, when).toMatchObject({ signal: 'SIGKILL' });
      if (!first.output.includes('Now start the server.')) {
        const again = await recoverIn(place);
        expect(again, `${when}: ${again.output}`).toMatchObject({ code: 0 });
      }
      expect(picture(place), when).toEqual(whole);
      expect(asides(place), when).toContainEqual(lost);
      expect(existsSync(join(place, 'turnpost.sqlite.recovering')), when).toBe(false);
      rmSync(place, { recursive: true });
    });
  });
});

describe('turnpost recover, killed', () => {
  it('by a letter puts that one aside after its second death, and says so', () => {
    const board = desk.newest(ALICE);
    pipe({ from: BOB, subject: 'games', text: 'poison' });
    pipe(answerTo(board, 'a4b4'));
    pipe({ from: BOB, subject: 'help', text: 'poison too' });
    for (let death = 1; death <= 4; death++) {
      expect(run(desk.folder, { DIE_OF: 'poison' }).signal, `death ${death}`).toBe('SIGKILL');
    }
    const done = run(desk.folder, { DIE_OF: 'poison' });
    expect(done).toMatchObject({ status: 0, stderr: '' });
    expect(done.stdout.match(/was put aside/g)).toHaveLength(2);
    expect(picture(desk.folder)).toMatchObject({
      matches: [{ moves: 'a4xb4' }],
      unsent: expect.arrayContaining([{ address: BOB, kind: 'answer' }]),
    });
  });
});
