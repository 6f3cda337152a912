import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findCommand } from '../../../src/command/text/registry.ts';
import {
  archiveFiles,
  exportArchive,
  importArchive,
} from '../../../src/service/archive/archive.ts';
import type { Database } from '../../../src/store/file/database.ts';
import { addPlayer, replaceAddresses, similarPlayer } from '../../../src/store/people/players.ts';
import { nextNumber } from '../../../src/store/play/challenges.ts';
import { queriesOf } from '../../../src/store/reading/reading.ts';
import {
  addPlayers,
  anyPastMatch,
  type PastMatch,
  playPast,
  USERIDS,
} from '../../support/desk/any-past.ts';
import { ADMIN, ALICE, BOB, type Desk, openBoard, openDesk } from '../../support/desk/desk.ts';
import { flat, signUp } from '../../support/desk/players.ts';
import { ARCHIVE_LINE, contents, ratingsIn } from '../../support/model/archives.ts';
import { newFolder } from '../../support/run/folder.ts';
import { full } from '../../support/run/seed.ts';
import { addresses, leave, players } from '../../support/stored/people.ts';
import { boards, clocks, events } from '../../support/stored/play.ts';

let folder: string;
let desks: Desk[];
beforeEach(() => {
  folder = newFolder();
  desks = [];
});
afterEach(() => {
  for (const desk of desks) desk.close();
});

function open(now?: number): Desk {
  const desk = openDesk({ log: 'silent', ...(now !== undefined && { now }) });
  desks.push(desk);
  return desk;
}

const bring = (desk: Desk, from = folder) =>
  importArchive(desk.shell.db, from, archiveFiles(from), desk.time.now);

/** What a command answers to alice, without the ids of the books. */
function answer(db: Database, now: number, text: string): string {
  const queries = queriesOf(db, now);
  const player = queries.playerByUserid('alice');
  const found = findCommand(text.split(' '));
  if (!player || !found) throw new Error(text);
  const words = { words: found.rest, options: new Map<string, string>() };
  const ready = found.command.read(words, { number: undefined, revision: undefined });
  if (!ready.ok) throw new Error(ready.error.code);
  const decision = ready.value.run({
    address: player.address,
    player,
    language: 'en',
    comment: '',
    queries,
    heads: true,
    proven: true,
    hasAdmin: true,
    vacationDays: 30,
    mistakenFor: () => undefined,
  });
  return JSON.stringify(decision, (key, each) =>
    ['id', 'playerId', 'player'].includes(key) ? undefined : each,
  );
}

/** A board that has been played to its end by letters alone. */
async function playedDesk(): Promise<Desk> {
  const desk = open();
  await openBoard(desk, 'forms -size=4x4');
  await desk.answer(ALICE, 'a4b4');
  await desk.answer(BOB, 'd4c4');
  await desk.answer(ALICE, 'resign 1');
  return desk;
}

describe('an archive', () => {
  it('brings back every match, and answers about it, as they were', () => {
    fc.assert(
      fc.property(fc.array(anyPastMatch, { minLength: 1, maxLength: 12 }), (pasts) => {
        const from = openDesk();
        const to = openDesk();
        const first = join(folder, 'first');
        const second = join(folder, 'second');
        try {
          addPlayers(from.shell);
          // Numbers in between are those of challenges that came to nothing.
          for (const [index, past] of pasts.entries()) {
            playPast(from.shell, from.time, 3 * index + 5, past);
          }
          const { db } = from.shell;
          const finished = boards(db)
            .filter(({ ending }) => ending !== null)
            .map(({ board }) => board);
          const exported = exportArchive(db, first);
          expect(exported.matches).toBe(finished.length);
          expect(readdirSync(first)).toHaveLength(2 * exported.months);
          const imported = bring(to, first);
          expect(imported).toMatchObject({ ok: true, value: { matches: finished.length } });
          expect(exportArchive(to.shell.db, second)).toEqual(exported);
          expect(contents(second)).toEqual(contents(first));
          expect(ratingsIn(to.shell.db)).toEqual(ratingsIn(db));
          expect(nextNumber(to.shell.db)).toBe(Math.max(0, ...finished) + 1);
          const alice = similarPlayer(to.shell.db, 'alice');
          if (!alice) return;
          replaceAddresses(to.shell.db, alice.id, 'alice@x.test', 0);
          for (const text of [
            ...finished.flatMap((board) => [`show ${board}`, `record ${board}`]),
            'history forms',
            'history minefield',
          ]) {
            expect(answer(to.shell.db, 0, text)).toBe(answer(db, 0, text));
          }
          for (const userid of USERIDS) {
            // Who has finished no match is not known to the other server.
            if (!similarPlayer(to.shell.db, userid)) continue;
            const text = `history ${userid}`;
            expect(answer(to.shell.db, 0, text)).toBe(answer(db, 0, text));
          }
        } finally {
          from.close();
          to.close();
          for (const each of [first, second]) rmSync(each, { recursive: true, force: true });
        }
      }),
      { numRuns: full ? 25 : 5 },
    );
  });

  it('holds what is published: no address, no comment, and times in UTC', async () => {
    const desk = await playedDesk();
    exportArchive(desk.shell.db, folder);
    expect(readdirSync(folder).sort()).toEqual(['2026-11.jsonl', '2026-11.txt']);
    const files = contents(folder);
    expect(JSON.parse(files['2026-11.jsonl'] ?? '')).toMatchObject({
      board: 1,
      rules: 'forms',
      black: 'alice',
      white: 'bob',
      moves: ['a4xb4', 'd4xc4'],
      times: [1, 1],
      revision: 4,
      winner: 'white',
      ending: 'resigned',
      changed_at: new Date(desk.time.now).toISOString(),
      events: [
        { revision: 1, event: 'start' },
        { revision: 4, event: 'resign', at: new Date(desk.time.now).toISOString() },
      ],
    });
    expect(files['2026-11.txt']).toMatch(
      /^Game: forms\nBoard: 1\n(?:.+\n)+Ending: resigned\n\n1\. a4xb4 d4xc4 0-1\n$/,
    );
    expect(Object.values(files).join('')).not.toContain('@');
  });

  it('has a file for every month in which a match has ended, for its owner alone', () => {
    const desk = open(Date.UTC(2026, 10, 30, 23, 59, 59, 999));
    addPlayers(desk.shell);
    const past: PastMatch = {
      rules: 'forms',
      size: { cols: 4, rows: 4 },
      before: [],
      seats: [1, 2],
      pace: undefined,
      rated: false,
      acts: [],
      ending: 'won-by-admin' as const,
    };
    playPast(desk.shell, desk.time, 2, past);
    playPast(desk.shell, desk.time, 1, past);
    desk.time.now += 1;
    playPast(desk.shell, desk.time, 3, past);
    playPast(desk.shell, desk.time, 4, { ...past, ending: undefined });
    expect(exportArchive(desk.shell.db, folder)).toEqual({ matches: 3, months: 2 });
    const boards = Object.entries(contents(folder))
      .filter(([name]) => name.endsWith('.jsonl'))
      .map(([name, text]) => [
        name,
        text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line).board])),
      ]);
    expect(Object.fromEntries(boards)).toEqual({ '2026-11.jsonl': [1, 2], '2026-12.jsonl': [3] });
    for (const name of readdirSync(folder)) {
      expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    }
  });

  it.each(['2026-11.jsonl.new', '2026-11.txt.new'])(
    'leaves the month as it was when it cannot be written: a folder named %s',
    async (name) => {
      const desk = await playedDesk();
      writeFileSync(join(folder, '2026-11.jsonl'), 'old');
      mkdirSync(join(folder, name));
      expect(() => exportArchive(desk.shell.db, folder)).toThrow();
      expect(readdirSync(folder).sort()).toEqual(['2026-11.jsonl', name]);
      expect(readFileSync(join(folder, '2026-11.jsonl'), 'utf8')).toBe('old');
    },
  );

  it('is nothing where its file is empty, and needs no end of its last line', () => {
    writeFileSync(join(folder, '2026-11.jsonl'), '');
    expect(bring(open())).toMatchObject({ ok: true, value: { files: 1, matches: 0 } });
    writeFileSync(join(folder, '2026-11.jsonl'), JSON.stringify(ARCHIVE_LINE));
    expect(bring(open())).toMatchObject({ ok: true, value: { matches: 1 } });
  });

  it('is only for a server that has given out no number', async () => {
    const desk = await playedDesk();
    exportArchive(desk.shell.db, folder);
    expect(bring(desk)).toEqual({
      ok: false,
      error: { why: 'not-empty', matches: 1, challenges: 1 },
    });
    const other = open();
    await signUp(other, ALICE);
    await other.answer(ALICE, 'challenge open forms');
    expect(bring(other)).toEqual({
      ok: false,
      error: { why: 'not-empty', matches: 0, challenges: 1 },
    });
  });
});

describe('a player who came with an archive', () => {
  it('is the one of that userid where there is one, in any case', async () => {
    const desk = await playedDesk();
    exportArchive(desk.shell.db, folder);
    const other = open();
    addPlayer(other.shell.db, { id: 7, userid: 'Alice', address: ALICE, language: 'en' }, 0);
    expect(bring(other)).toEqual({ ok: true, value: { files: 1, matches: 1, players: 1 } });
    await other.post({ from: ALICE, subject: 'show 1', text: '' });
    expect(other.newest(ALICE).text).toContain('Forms');
    await other.post({ from: ALICE, subject: 'history bob', text: '' });
    expect(flat(other.newest(ALICE))).toContain('Finished matches of bob');
    await other.post({ from: ALICE, subject: 'games bob all', text: '' });
    expect(flat(other.newest(ALICE))).toContain('Finished matches of bob');
    await other.post({ from: ALICE, subject: 'rating bob', text: '' });
    expect(flat(other.newest(ALICE))).toMatch(/no rating|Ratings of bob/i);
    await other.post({ from: ALICE, subject: 'challenge bob forms', text: '' });
    expect(flat(other.newest(ALICE))).toContain('no player bob');
  });

  it('gets an address from an admin, and nobody else gets the userid', async () => {
    const desk = await playedDesk();
    exportArchive(desk.shell.db, folder);
    const other = open();
    bring(other);
    await other.post({ from: BOB, subject: 'signup alice', text: '' });
    expect(addresses(other.shell.db)).toEqual([]);
    await other.post({ from: ADMIN, subject: `admin address alice ${ALICE}`, text: '' });
    const sent = await other.answer(ADMIN, 'yes');
    expect(sent.map(({ to }) => to).sort()).toEqual([ADMIN, ALICE]);
    expect(flat(other.newest(ADMIN))).toContain('alice now plays from that address');
    expect(flat(other.newest(ADMIN))).not.toContain('The old');
    await other.answer(ALICE, 'history');
    expect(other.newest(ALICE).text).toMatch(/ 1 {2}forms {2}bob {6}lost /);
    await other.post({ from: ALICE, subject: 'show 1', text: '' });
    expect(other.newest(ALICE).text).toContain('with: challenge open forms, 4x4');
    await other.post({ from: ADMIN, subject: `admin address bob ${BOB}`, text: '' });
    await other.answer(ADMIN, 'yes');
    await desk.post({ from: ALICE, subject: 'show 1', text: '' });
    await other.post({ from: ALICE, subject: 'show 1', text: '' });
    expect(other.newest(ALICE).text).toBe(desk.newest(ALICE).text);
  });

  it('gets none when the account was closed', async () => {
    const desk = await playedDesk();
    leave(desk.shell.db, 2);
    await desk.post({ from: ADMIN, subject: `admin address bob ${BOB}`, text: '' });
    expect(flat(desk.newest(ADMIN))).toContain('There is no player bob');
  });
});

describe('a damaged archive', () => {
  const write = (...lines: readonly (object | string)[]) =>
    writeFileSync(
      join(folder, '2026-11.jsonl'),
      lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''),
    );
  const rows = ({ shell: { db } }: Desk) =>
    [boards(db), players(db), events(db), clocks(db)].map(({ length }) => length);

  it.each([
    ['the same board', { ...ARCHIVE_LINE }, { code: 'board-twice', at: 1 }],
    ['the same player', { ...ARCHIVE_LINE, board: 2, white: 'Alice' }, { code: 'same-player' }],
    ['no userid', { ...ARCHIVE_LINE, board: 2, white: 'a@b' }, { code: 'bad-userid', at: 'white' }],
    [
      'a userid like another',
      { ...ARCHIVE_LINE, board: 2, white: 'a1ice' },
      { code: 'userid-like-another', at: 'white' },
    ],
    ['a line of nothing', '', { code: 'not-json' }],
    ['a line without end', `{"board":${' '.repeat(3 * 1024 * 1024)}`, { code: 'too-long' }],
    [
      'an illegal move',
      { ...ARCHIVE_LINE, board: 2, moves: ['b1xa1'] },
      { code: 'bad-move', at: 1 },
    ],
  ])('is refused whole: %s', (_, line, error) => {
    const desk = open();
    writeFileSync(
      join(folder, '2026-10.jsonl'),
      `${JSON.stringify({ ...ARCHIVE_LINE, board: 9 })}\n`,
    );
    write(ARCHIVE_LINE, line, { ...ARCHIVE_LINE, board: 3 });
    expect(bring(desk)).toEqual({
      ok: false,
      error: { why: 'damaged', file: '2026-11.jsonl', line: 2, error },
    });
    expect(rows(desk)).toEqual([0, 0, 0, 0]);
  });
});
