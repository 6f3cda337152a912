import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemRandom } from '../../../src/ports.ts';
import { takePiped } from '../../../src/service/in/pipe.ts';
import { beginAnew } from '../../../src/service/process/serve.ts';
import { endLife } from '../../../src/service/recover/end.ts';
import { NOTHING_TOLD, readJournal } from '../../../src/service/recover/entries.ts';
import { type Found, foundLetter } from '../../../src/service/recover/found.ts';
import { type Account, heardBy, type Life, newAccount } from '../../../src/service/recover/life.ts';
import { liveAgain } from '../../../src/service/recover/live-again.ts';
import type { Entry } from '../../../src/service/shell/journal.ts';
import { entriesOf } from '../../../src/store/file/journal.ts';
import { lastEra } from '../../../src/store/play/eras.ts';
import { busyDay } from '../../support/desk/busy-day.ts';
import { dieAt } from '../../support/desk/death.ts';
import { ALICE, BOB, type Desk, openBoard, openDesk, type Sent } from '../../support/desk/desk.ts';
import { newestBoard, play, storedBoard } from '../../support/desk/play.ts';
import { rowsOf } from '../../support/desk/rows.ts';
import { answerTo, writeLetter } from '../../support/post/letters.ts';
import { throwDice } from '../../support/run/seed.ts';

const dice = throwDice('disk loss');

/** What lies on the mail server. */
const mailboxOf = (desk: Desk): readonly Found[] =>
  [...desk.box].map(([uid, raw]) => {
    const filed = desk.filed.has(uid);
    const key = {
      mailbox: filed ? 'Processed' : 'INBOX',
      uidValidity: filed ? 1 : desk.uidValidity,
      uid,
    };
    return foundLetter({
      key,
      filed,
      seen: filed,
      raw,
      cutBytes: undefined,
      arrivedAt: desk.arrived.get(uid) ?? desk.time.now,
    });
  });

type Rows = ReturnType<typeof rowsOf>;

/** The rows that are not the same, of each table. */
function different(now: Rows, before: Rows): Readonly<Record<string, object>> {
  const tables = Object.keys(before).flatMap((name) => {
    const [ours, theirs] = [now, before].map((rows) =>
      (rows[name] ?? []).map((row) => JSON.stringify(row)),
    );
    const missing = theirs?.filter((row) => !ours?.includes(row)) ?? [];
    const surplus = ours?.filter((row) => !theirs?.includes(row)) ?? [];
    return missing.length + surplus.length > 0 ? [[name, { missing, surplus }] as const] : [];
  });
  return Object.fromEntries(tables);
}

interface Recovered {
  readonly desk: Desk;
  readonly account: Account;
  readonly boards: number;
}

/** Loses the disk of a server, and puts it back from a copy of its database. */
async function recover(
  lost: Desk,
  backup: string,
  { quiet = true, journal = true } = {},
): Promise<Recovered> {
  const found = mailboxOf(lost);
  const desk = lost.copy();
  desk.shell.journal.close();
  copyFileSync(`${backup}.secret`, join(desk.folder, 'turnpost.sqlite.secret'));
  desk.replaceDatabase(backup);
  const { db } = desk.shell;
  const told = journal
    ? readJournal(lost.folder, { entries: entriesOf(db), era: lastEra(db).era })
    : NOTHING_TOLD;
  const account = newAccount();
  const heard: Entry[] = [];
  const life: Life = {
    shell: { ...desk.shell, journal: heardBy(heard) },
    clock: desk.time,
    secretFile: join(desk.folder, 'turnpost.sqlite.secret'),
    isLast: false,
    heard,
    account,
  };
  const now = lost.time.now;
  const left = await liveAgain(life, told, found);
  const boards = endLife(life, { quiet, left, found, random: systemRandom });
  desk.time.now = now;
  // With the secrets that there are by now.
  desk.reopen();
  return { desk, account, boards };
}

/** A day from its backup on; the disk is lost at some of its moments. */
async function loseOn(
  only: 'mailbox' | undefined,
  losses: number,
  check: (lost: Desk, backup: string) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'turnpost-'));
  const backup = join(folder, 'backup.sqlite');
  const desk = openDesk({ log: 'silent' });
  try {
    beginAnew(desk.shell);
    const { begin, act, next } = busyDay(desk, dice, only);
    await begin();
    desk.shell.db.pragma('wal_checkpoint(truncate)');
    backUp(desk, backup);
    const moments = dice.sample(
      Array.from({ length: MOMENTS }, (_, at) => (at + 1) * STEPS_BETWEEN),
      losses,
    );
    for (let step = 1; step <= Math.max(...moments); step++) {
      await next();
      if (!moments.includes(step)) continue;
      await act();
      const lost = desk.copy();
      await check(lost, backup).finally(() => lost.close());
    }
  } finally {
    desk.close();
    rmSync(folder, { recursive: true });
  }
}
const MOMENTS = 30;
const STEPS_BETWEEN = 3;

function backUp(desk: Desk, file: string): void {
  for (const end of ['', '.secret']) {
    copyFileSync(join(desk.folder, `turnpost.sqlite${end}`), `${file}${end}`);
  }
}

/** Dies in the middle of a round. */
async function die(desk: Desk): Promise<void> {
  desk.reopen(dieAt(desk, dice.upTo(25)));
  beginAnew(desk.shell);
  await desk.round().catch(() => undefined);
  desk.reopen();
}

describe('a server whose disk is lost', () => {
  it('comes back row by row', async () => {
    await loseOn(undefined, 1, async (lost, backup) => {
      // Some letters are on their way, and the last round comes to no end.
      await die(lost);
      const { desk: again, account } = await recover(lost, backup);
      try {
        await lost.round();
        await again.round();
        const { failed, gone, differ } = account;
        expect({ failed, gone, differ: [...differ] }).toEqual({ failed: [], gone: [], differ: [] });
        expect(different(rowsOf(again.shell.db), rowsOf(lost.shell.db))).toEqual({});
      } finally {
        again.close();
      }
    });
  });

  it.runIf(dice.takes())('has every ply where nothing but the mailbox is left', async () => {
    await loseOn('mailbox', 1, async (lost, backup) => {
      await lost.round();
      const { desk: again, account } = await recover(lost, backup, { journal: false });
      try {
        expect([...account.differ]).toEqual([]);
        expect(pliesOf(again)).toEqual(pliesOf(lost));
      } finally {
        again.close();
      }
    });
  });
});

describe('a recovered board', () => {
  let desk: Desk;
  let folder: string;
  let backup: string;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'turnpost-'));
    backup = join(folder, 'backup.sqlite');
    desk = openDesk({ log: 'silent', now: Date.UTC(2026, 10, 21, 9) });
    await openBoard(desk, 'forms -size=4x4');
    beginAnew(desk.shell);
    desk.shell.db.pragma('wal_checkpoint(truncate)');
    backUp(desk, backup);
  });
  afterEach(() => {
    desk.close();
    rmSync(folder, { recursive: true });
  });

  const textOf = (letter: Sent): string => letter.text.replace(/\s+/g, ' ');

  it('has its hints as they were told, without another search', async () => {
    await desk.answer(ALICE, 'games');
    await desk.answer(ALICE, 'challenge bob forms -size=2x4 -first=me -hints');
    await desk.answer(BOB, 'accept 2');
    const told = await desk.answer(ALICE, 'hint 2');
    expect(told.map(textOf).join()).toContain('wins: at most 7 plies');
    const { desk: again, account } = await recover(desk, backup);
    try {
      expect(account.failed).toEqual([]);
      const hints = 'select board, revision, state, attempts from analyses';
      const rows = desk.shell.db.prepare(hints).all();
      expect(rows).toEqual([{ board: 2, revision: 1, state: 'done', attempts: 1 }]);
      // Nothing has begun to search: the journal has told what was found.
      expect(again.shell.db.prepare(hints).all()).toEqual([
        { ...(rows[0] as object), attempts: 0 },
      ]);
      const others = different(rowsOf(again.shell.db), rowsOf(desk.shell.db));
      expect(Object.keys(others)).toEqual(['analyses']);
    } finally {
      again.close();
    }
  });

  it('is sent once to each player, and answers to older letters count', async () => {
    await play(desk, 'a4b4');
    desk.time.now += 600_000;
    await play(desk, 'd4c4');
    desk.time.now += 600_000;
    await desk.round();
    const older = newestBoard(desk, ALICE);
    const { desk: again, boards } = await recover(desk, backup, { quiet: false });
    const before = again.sent.length;
    await again.round();
    const sent = again.sent.slice(before);
    // What was decided in the last minute is sent as well, under the Message-ID that it has.
    const anew = sent.filter((each) => textOf(each).includes('put back from a backup'));
    expect([boards, anew.map(({ to }) => to).sort()]).toEqual([2, [ALICE, BOB]]);
    await again.post(answerTo(older, 'b4c4'));
    expect(storedBoard(again).moves).toBe('a4xb4 d4xc4 b4xc4');
    again.close();
  });

  it('is told of where a letter is nowhere to be found, and older letters do not count', async () => {
    await play(desk, 'a4b4', 'd4c4');
    const older = newestBoard(desk, ALICE);
    const [, raw] = [...desk.box].at(-1) ?? [];
    const lost = { ...desk, box: new Map([...desk.box].filter(([, each]) => each !== raw)) };
    const { desk: again, account } = await recover(lost, backup);
    expect([...account.differ]).toEqual([[1, 'gone']]);
    expect(account.gone).toHaveLength(1);
    expect(storedBoard(again).moves).toBe('a4xb4');
    const before = again.sent.length;
    await again.round();
    const told = again.sent.slice(before).filter((each) => textOf(each).includes('is missing'));
    expect(told.map(({ to }) => to).sort()).toEqual([ALICE, BOB]);
    const [answer] = await again.post(answerTo(older, 'b4c4'));
    expect(answer?.text).toContain('a time that this server');
    expect(storedBoard(again).moves).toBe('a4xb4');
    again.close();
  });

  it('is told of where nothing but a later letter shows that it had gone further', async () => {
    await play(desk, 'a4b4');
    // By the pipe, and there is no journal.
    const piped = writeLetter(answerTo(newestBoard(desk, BOB), 'd4c4'), 99);
    takePiped(desk.shell, piped);
    await desk.round();
    await play(desk, 'b4c4');
    const { desk: again, account } = await recover(desk, backup, { journal: false });
    expect([...account.differ]).toEqual([[1, 'ahead']]);
    expect(storedBoard(again).moves).toBe('a4xb4');
    again.close();
  });
});

const pliesOf = ({ shell }: Desk) =>
  shell.db
    .prepare('select board, black_id, white_id, moves, revision, winner, ending from matches')
    .all();
