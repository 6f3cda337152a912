import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSqlite } from '../../src/store/file/database.ts';
import { robotTurnsWaiting } from '../../src/store/play/jobs.ts';
import { conditionsNow, markReported, noteBackupPlace } from '../../src/store/server/conditions.ts';
import {
  ACTS,
  type Act,
  closePrepared,
  expectDone,
  expectNoneTwice,
  prepare,
} from '../support/desk/acts.ts';
import { ALICE, type Desk } from '../support/desk/desk.ts';
import {
  inHand,
  type Picture,
  pictureOf,
  unfiled,
  unfinished,
  withoutQuestions,
} from '../support/desk/picture.ts';
import { signUp } from '../support/desk/players.ts';
import { answerTo } from '../support/post/letters.ts';
import { type Program, startProgram } from '../support/process/process.ts';
import { settings } from '../support/process/settings.ts';
import { present } from '../support/run/present.ts';
import { full, throwDice } from '../support/run/seed.ts';
import { type Dovecot, hasDovecot, startDovecot } from '../support/servers/dovecot.ts';
import { type Lmtp, openLmtp } from '../support/servers/lmtp.ts';
import { until } from '../support/servers/ports.ts';
import { type Sink, startSink } from '../support/servers/sink.ts';
import { lettersIn } from '../support/stored/letters.ts';

const here = present('dovecot-imapd, dovecot-lmtpd', hasDovecot());

describe.skipIf(!here)('a worker that is killed', () => {
  const dice = throwDice('SIGKILL');
  const mailboxes = Array.from({ length: 500 }, (_, index) => `box${index}@game.test`);
  let dovecot: Dovecot;
  let lmtp: Lmtp;
  let used = 0;
  beforeAll(async () => {
    dovecot = await startDovecot(mailboxes);
    lmtp = openLmtp(dovecot.lmtpPort);
  });
  afterAll(async () => {
    lmtp.close();
    closePrepared();
    await dovecot.stop();
  });

  const start = (desk: Desk, mailbox: string, sink: Sink, death: Death = []): Program =>
    startProgram('test/support/process/worker.mjs', death.map(String), {
      ...settings(join(desk.folder, 'turnpost.sqlite'), sink.port, {
        mailbox: mailbox,
        port: dovecot.imapPort,
      }),
      TURNPOST_ADMINS: 'admin@turnpost.test',
      TURNPOST_POLL: '* * * * * *',
      TURNPOST_LOG: 'error',
    });

  const isDone = (desk: Desk, letters: number): boolean => {
    const db = openSqlite(join(desk.folder, 'turnpost.sqlite'), { readonly: true });
    try {
      const known = lettersIn(db).length;
      return known === letters && unfinished(db).length + unfiled(db).length === 0;
    } finally {
      db.close();
    }
  };

  /** The number or the name of a point, and how many milliseconds after it. */
  type Death = readonly [] | readonly [number] | readonly [string, number];

  interface Run {
    readonly killed: boolean;
    /** How many turns of the robot waited then. */
    readonly turns: number;
    readonly picture: Picture;
    readonly output: string;
  }

  /** Does an act, the worker killing itself at the n-th point, and a second one finishing it. */
  async function run(act: Act, death: Death = []): Promise<Run> {
    const desk = await prepare(act, Date.now());
    const sink = await startSink('games', dovecot.password);
    const mailbox = mailboxes[used++] ?? '';
    const before = desk.box.size;
    for (const letter of act.letters(desk)) desk.put(letter);
    for (const [uid, raw] of desk.box) if (uid > before) await lmtp.deliver(mailbox, raw);
    const letters = lettersIn(desk.shell.db).length;
    const all = letters + desk.box.size - before;
    // That the copies lie on the same disk was told before.
    noteBackupPlace(desk.shell.db, 'same-disk', 1);
    markReported(desk.shell.db, conditionsNow(desk.shell.db, 'backup-place'), 1);
    desk.shell.db.close();

    const first = start(desk, mailbox, sink, death);
    let ended = false;
    void first.ended().then(() => {
      ended = true;
    });
    await until(
      'the first worker is done or dead',
      () => ended || (isDone(desk, all) && first.output().includes('ready')),
    );
    first.signal('SIGTERM');
    const { signal } = await first.ended();
    const killed = signal === 'SIGKILL';
    desk.reopen();
    const cutOff = inHand(desk.shell.db);
    const turns = robotTurnsWaiting(desk.shell.db);
    desk.shell.db.close();
    const second = start(desk, mailbox, sink);
    await second.prints('ready');
    await until('the second worker is done', () => isDone(desk, all));
    second.signal('SIGTERM');
    expect(await second.ended()).toEqual({ code: 0, signal: null });

    desk.reopen();
    const { db } = desk.shell;
    expectDone(act, db, sink.sent);
    expectNoneTwice(sink.sent, cutOff);
    const picture = withoutQuestions(pictureOf(db), desk.shell.secrets);
    desk.close();
    await sink.stop();
    return { killed, turns, picture, output: first.output() };
  }

  it.each(dice.sample(ACTS, 1))('loses and repeats nothing of $name', async (act) => {
    const { output, picture } = await run(act);
    const points = Number(/reached (\d+) points/.exec(output)?.[1]);
    const all = Array.from({ length: points }, (_, index) => index + 1);
    let killed = 0;
    for (const point of dice.some(all, full ? 4 : 2)) {
      const outcome = await run(act, [point]);
      expect(outcome.picture, `killed at point ${point}`).toEqual(picture);
      if (outcome.killed) killed++;
    }
    expect(killed).toBeGreaterThan(0);
  });

  it.runIf(dice.takes())('finds the move again that its robot was thinking about', async () => {
    const act: Act = {
      name: 'a move that the robot thinks about',
      before: async (desk) => {
        await signUp(desk, ALICE);
        await desk.answer(ALICE, 'play minefield -size=10x10 -first=me -level=5');
      },
      letters: (desk) => [answerTo(desk.newest(ALICE), 'e5')],
      to: [ALICE],
      comesTo: { matches: [{ revision: 3, robot: 5 }], jobs: [] },
    };
    const { picture } = await run(act);
    for (const afterMs of full ? [1, 50, 100, 200] : [100]) {
      const outcome = await run(act, ['robot: begun', afterMs]);
      expect(outcome.killed).toBe(true);
      expect(outcome.turns, `${afterMs} ms after it was begun`).toBe(1);
      expect(outcome.picture).toEqual(picture);
    }
  });
});
