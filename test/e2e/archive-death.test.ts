import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportArchive } from '../../src/service/archive/archive.ts';
import { openSqlite } from '../../src/store/file/database.ts';
import { addPlayers, anyPastMatch, playPast } from '../support/desk/any-past.ts';
import { openDesk } from '../support/desk/desk.ts';
import { type Picture, pictureOf } from '../support/desk/picture.ts';
import { callsOf, type Death, deathsOf, hasCompiler, mortal } from '../support/machine/death.ts';
import { archiveLines, contents } from '../support/model/archives.ts';
import { startProgram } from '../support/process/process.ts';
import { settings } from '../support/process/settings.ts';
import { newFolder } from '../support/run/folder.ts';
import { withEach } from '../support/run/lanes.ts';
import { present } from '../support/run/present.ts';
import { full, throwDice } from '../support/run/seed.ts';
import { type Sink, startSink } from '../support/servers/sink.ts';

/** Each dies at a call by chance, by the seed of the run: one costs seconds of a processor. */
const IMPORTS = full ? 60 : 2;
const EXPORTS = full ? 30 : 2;
const AT_ONCE = full ? 6 : 3;
/** Short ones, a month. In full more than SQLite keeps in memory of a transaction. */
const SHORT_MATCHES = full ? 3_000 : 50;
const SHORT_MONTHS = ['2026-07', '2026-08', '2026-09'];
const LONG_MATCHES = 24;
const here = present('a C compiler', hasCompiler());

describe.skipIf(!here)('a machine that dies at an archive', () => {
  const dice = throwDice('archive death');
  let base: string;
  /** What `turnpost export` has written of the database in the folder beside it. */
  let archive: string;
  let imported: string;
  /** What an import of it leaves that nothing disturbs. */
  let whole: { readonly picture: Picture; readonly calls: number };
  let sink: Sink;

  const newPlace = (): string => mkdtempSync(join(base, 'place-'));
  /** In a folder that an import makes. */
  const databaseIn = (place: string): string => join(place, 'data', 'new', 'turnpost.sqlite');

  interface Ended {
    readonly code: number | null;
    readonly signal: NodeJS.Signals | null;
    readonly output: string;
  }

  const turnpost = async (
    place: string,
    args: readonly string[],
    death?: Death | 'counted',
  ): Promise<Ended> => {
    mkdirSync(join(place, 'data'), { recursive: true });
    const dies = death === 'counted' ? undefined : death;
    const program = startProgram('dist/main.js', args, {
      ...envOf(place),
      ...(death && mortal(join(place, 'data'), join(place, 'calls'), dies)),
    });
    return { ...(await program.ended()), output: program.output() };
  };
  const envOf = (place: string) => ({
    ...settings(databaseIn(place), sink.port),
    // The copies lie on another disk.
    TURNPOST_BACKUP_DIR: join(place, 'backups'),
  });

  const pictureIn = (place: string): Picture => {
    const db = openSqlite(databaseIn(place));
    try {
      expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
      expect(db.pragma('foreign_key_check')).toEqual([]);
      return pictureOf(db);
    } finally {
      db.close();
    }
  };

  beforeAll(async () => {
    base = newFolder();
    sink = await startSink('games', 'secret');
    const first = join(base, 'first');
    const desk = openDesk();
    addPlayers(desk.shell);
    const pasts = fc.sample(anyPastMatch, { numRuns: LONG_MATCHES, seed: dice.seed });
    for (const [index, past] of pasts.entries()) {
      playPast(desk.shell, desk.time, 100_000 + index, past);
    }
    exportArchive(desk.shell.db, first);
    desk.close();
    for (const [index, month] of SHORT_MONTHS.entries()) {
      const lines = archiveLines(month, SHORT_MATCHES, 1 + index * SHORT_MATCHES);
      writeFileSync(join(first, `${month}.jsonl`), lines);
    }

    imported = newPlace();
    archive = join(base, 'archive');
    expect(await turnpost(imported, ['import', first])).toMatchObject({ code: 0 });
    expect(await turnpost(imported, ['export', archive])).toMatchObject({ code: 0 });
    const again = newPlace();
    expect(await turnpost(again, ['import', archive], 'counted')).toMatchObject({ code: 0 });
    whole = { picture: pictureIn(again), calls: callsOf(join(again, 'calls')) };
  });
  afterAll(() => sink.stop());

  /** Each dies its death, in a place of its own. Says what went wrong with the death at which it did. */
  async function dieAll(
    count: number,
    calls: number,
    die: (place: string, death: Death) => Promise<Ended>,
  ): Promise<void> {
    // What was said last must hold as well.
    const atTheEnd: Death = { at: calls, loses: 'all', seed: 1 };
    const deathsToDie = [atTheEnd, ...deathsOf(count - 1, calls, dice)];
    let deaths = 0;
    await withEach(deathsToDie, AT_ONCE, async (death) => {
      const place = newPlace();
      const { signal } = await die(place, death).catch((error) => {
        error.message = `dies at ${JSON.stringify(death)} of ${calls}: ${error.message}`;
        throw error;
      });
      if (signal === 'SIGKILL') deaths++;
      rmSync(place, { recursive: true });
    });
    console.info(`archive death: ${deaths} of ${count} died, at one of ${calls} calls`);
    expect(deaths).toBe(count);
  }

  /** Starts a worker on a copy of what is left. */
  async function comesUp(place: string): Promise<void> {
    const copy = newPlace();
    cpSync(join(place, 'data'), join(copy, 'data'), { recursive: true });
    const worker = startProgram('dist/main.js', ['start'], envOf(copy));
    try {
      await worker.prints('waiting for e-mail');
      worker.signal('SIGTERM');
      expect(await worker.ended(), worker.output()).toEqual({ code: 0, signal: null });
    } finally {
      worker.signal('SIGKILL');
    }
    rmSync(copy, { recursive: true });
  }

  it.runIf(dice.takes())('has all of an import or nothing, and all of it in the end', () =>
    dieAll(IMPORTS, whole.calls, async (place, death) => {
      const first = await turnpost(place, ['import', archive], death);
      await comesUp(place);
      const second = await turnpost(place, ['import', archive]);
      // What is there already is not brought again, and what was said to be there must be.
      const wasThere = second.output.includes('Only a server without matches and challenges');
      expect(second, second.output).toMatchObject({ code: wasThere ? 1 : 0 });
      if (first.output.includes('Matches imported')) expect(wasThere).toBe(true);
      expect(pictureIn(place)).toEqual(whole.picture);
      return first;
    }),
  );

  const WAYS = [
    { to: 'a new folder', older: 0 },
    { to: 'an older one of some of the months', older: 3 },
  ];
  it.runIf(dice.takes()).each(dice.sample(WAYS, 1))(
    'names no file that is not whole of an export to $to, and has all in the end',
    async (way) => {
      const asItIs = contents(archive);
      const names = Object.keys(asItIs).sort();
      const older = names.slice(0, way.older);
      const outOf = (place: string): string => join(place, 'data', 'out', 'archive');
      const begin = (place: string): string => {
        cpSync(join(imported, 'data'), join(place, 'data'), { recursive: true });
        if (older.length > 0) mkdirSync(outOf(place), { recursive: true });
        for (const name of older) writeFileSync(join(outOf(place), name), 'older');
        return outOf(place);
      };
      const counted = newPlace();
      const out = begin(counted);
      expect(await turnpost(counted, ['export', out], 'counted')).toMatchObject({ code: 0 });
      expect(contents(out)).toEqual(asItIs);
      await dieAll(EXPORTS, callsOf(join(counted, 'calls')), async (place, death) => {
        const out = begin(place);
        const first = await turnpost(place, ['export', out], death);
        const said = first.output.includes('Finished matches');
        const left = existsSync(out) ? contents(out) : {};
        for (const name of names) {
          const before = older.includes(name) ? 'older' : undefined;
          expect(said ? [asItIs[name]] : [asItIs[name], before], name).toContain(left[name]);
        }
        expect(pictureIn(place)).toEqual(whole.picture);
        expect(await turnpost(place, ['export', out])).toMatchObject({ code: 0 });
        expect(contents(out)).toEqual(asItIs);
        return first;
      });
    },
  );
});
