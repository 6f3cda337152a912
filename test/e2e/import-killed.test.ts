import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSqlite } from '../../src/store/file/database.ts';
import { archiveLines, contents } from '../support/model/archives.ts';
import { type Program, startProgram } from '../support/process/process.ts';
import { full, throwDice } from '../support/run/seed.ts';
import { until } from '../support/servers/ports.ts';
import { players } from '../support/stored/people.ts';
import { boards, events } from '../support/stored/play.ts';

/**
 * Twice what SQLite keeps in memory of a transaction, 16 MB, and more, so that it is killed well
 * within it: of less nothing would be written before the commit.
 */
const MATCHES = full ? 20_000 : 10_000;
const ACTS = 30;
const lines = archiveLines('2026-11', MATCHES, 1, ACTS);
/**
 * The log grows once the memory of the transaction is full. Before that it has what made the tables,
 * which must not be taken for it.
 */
const WRITTEN_BYTES = 4 * 2 ** 20;

let folder: string;
let archive: string;
let database: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnpost-'));
  archive = join(folder, 'archive');
  database = join(folder, 'turnpost.sqlite');
  mkdirSync(archive);
  writeFileSync(join(archive, '2026-11.jsonl'), lines);
});
afterEach(() => rmSync(folder, { recursive: true }));

const turnpost = (...args: readonly string[]): Program =>
  startProgram(
    'dist/main.js',
    args,
    {
      TURNPOST_ADDRESS: 'games@turnpost.test',
      TURNPOST_IMAP_URL: 'none',
      TURNPOST_SMTP_URL: 'smtp://games:secret@127.0.0.1:1',
      TURNPOST_DATABASE: database,
    },
    folder,
  );

const sizeOf = (path: string): number => (existsSync(path) ? statSync(path).size : 0);

/** Kills a process as soon as something has happened. */
async function killWhen(what: string, program: Program, happened: () => boolean): Promise<void> {
  // It must not be over by the next look.
  await until(what, happened, 50_000, 20);
  program.signal('SIGKILL');
  expect(await program.ended()).toEqual({ code: null, signal: 'SIGKILL' });
}

it.runIf(throwDice('imports that are killed').takes())(
  'an import that is killed leaves nothing, and may be begun again',
  async () => {
    const first = turnpost('import', archive);
    await killWhen('much is written', first, () => sizeOf(`${database}-wal`) > WRITTEN_BYTES);
    const db = openSqlite(database);
    const left = [boards(db), players(db), events(db)].map(({ length }) => length);
    db.close();
    expect(left).toEqual([0, 0, 0]);
    const second = turnpost('import', archive);
    expect(await second.ended()).toEqual({ code: 0, signal: null });
    expect(second.output()).toContain(`Matches imported: ${MATCHES}`);

    // An export that is killed leaves the file of its month as it was.
    const out = join(folder, 'out');
    mkdirSync(out);
    writeFileSync(join(out, '2026-11.jsonl'), 'old');
    const third = turnpost('export', out);
    await killWhen('a file is begun', third, () => sizeOf(join(out, '2026-11.jsonl.new')) > 0);
    expect(contents(out)['2026-11.jsonl']).toBe('old');
    const fourth = turnpost('export', out);
    expect(await fourth.ended()).toEqual({ code: 0, signal: null });
    expect(readdirSync(out).sort()).toEqual(['2026-11.jsonl', '2026-11.txt']);
    expect(contents(out)['2026-11.jsonl']).toBe(lines);
  },
);
