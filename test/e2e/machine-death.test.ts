import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isSqliteError, openSqlite } from '../../src/store/file/database.ts';
import type { Sent } from '../support/desk/desk.ts';
import {
  type Picture,
  pictureOf,
  unfiled,
  unfinished,
  withoutShown,
} from '../support/desk/picture.ts';
import { callsOf, type Death, deathsOf, hasCompiler, mortal } from '../support/machine/death.ts';
import { answerTo, type Draft, writeLetter } from '../support/post/letters.ts';
import { type Program, startProgram } from '../support/process/process.ts';
import { withEach } from '../support/run/lanes.ts';
import { present } from '../support/run/present.ts';
import { full, throwDice } from '../support/run/seed.ts';
import { type Dovecot, hasDovecot, startDovecot } from '../support/servers/dovecot.ts';
import { type Lmtp, openLmtp } from '../support/servers/lmtp.ts';
import { until } from '../support/servers/ports.ts';
import { startSink } from '../support/servers/sink.ts';

const GAMES = 'games@turnpost.test';
const ALICE = 'alice@home.test';
const BOB = 'bob@work.test';
/** Each at a call by chance, by the seed of the run: a life costs seconds of a processor. */
const LIVES = full ? 120 : 1;
/** A life waits for most of its time. */
const AT_ONCE = full ? 6 : 3;
const here = present('dovecot-imapd, dovecot-lmtpd, a C compiler', hasDovecot() && hasCompiler());

/** Every life has a secret of its own, which makes other tokens of the same facts. */
const withoutTokens = (picture: Picture): Picture =>
  Object.fromEntries(
    Object.entries(picture).map(([table, rows]) => [
      table,
      rows.map((row) =>
        Object.fromEntries(Object.entries(row).filter(([name]) => !TOKENS.includes(name))),
      ),
    ]),
  );
const TOKENS = ['envelope_from', 'reply_token'];

describe.skipIf(!here)('a machine that dies at a system call', () => {
  const dice = throwDice('machine death');
  const mailboxes = Array.from({ length: LIVES + 1 }, (_, index) => `box${index}@game.test`);
  let dovecot: Dovecot;
  let lmtp: Lmtp;
  let used = 0;
  beforeAll(async () => {
    dovecot = await startDovecot(mailboxes);
    lmtp = openLmtp(dovecot.lmtpPort);
  });
  afterAll(async () => {
    lmtp.close();
    await dovecot.stop();
  });

  interface Life {
    readonly calls: number;
    readonly died: boolean;
    readonly picture: Picture;
  }

  /** Two people sign up, play, and one resigns; a worker that dies is followed by another. */
  async function live(death?: Death): Promise<Life> {
    const base = mkdtempSync(join(tmpdir(), 'turnpost-'));
    const folder = join(base, 'data');
    mkdirSync(folder);
    // In a folder that the server makes.
    const database = join(folder, 'new', 'turnpost.sqlite');
    const counter = join(base, 'calls');
    const sink = await startSink('games', dovecot.password);
    const mailbox = mailboxes[used++] ?? '';
    const start = (more: Readonly<Record<string, string>>): Program =>
      startProgram(
        'dist/main.js',
        ['start'],
        {
          TURNPOST_ADDRESS: GAMES,
          TURNPOST_IMAP_URL: `imap://${encodeURIComponent(mailbox)}:${dovecot.password}@127.0.0.1:${dovecot.imapPort}/INBOX`,
          TURNPOST_SMTP_URL: `smtp://games:${dovecot.password}@127.0.0.1:${sink.port}`,
          TURNPOST_DATABASE: database,
          // Another disk: what lies there is not lost with this one.
          TURNPOST_BACKUP_DIR: join(base, 'copies'),
          TURNPOST_POLL: '* * * * * *',
          TURNPOST_LOG: 'info',
          ...more,
        },
        folder,
      );
    let died = false;
    let isOver = false;
    let worker = start(mortal(folder, counter, death));
    void worker.ended().then(({ signal }) => {
      if (signal !== 'SIGKILL' || isOver) return;
      died = true;
      worker = start({});
    });

    let posted = 0;
    /** Everything posted is read, filed and answered. */
    const isQuiet = (): boolean => {
      if (!worker.output().includes('waiting for letters')) return false;
      const db = openSqlite(database, { readonly: true });
      try {
        // All of one moment: otherwise a letter may be counted that was not there to be unfinished.
        db.exec('begin');
        const known = db
          .prepare("select count(*) from inbox where mailbox = 'INBOX'")
          .pluck()
          .get();
        // One is the letter in which the server asks whether its tags arrive.
        const own = db.prepare('select count(*) from probes').pluck().get();
        const left = unfinished(db).length + unfiled(db).length;
        return own === 1 && left === 0 && Number(known) >= posted;
      } catch (error) {
        // Whoever looks on while the power goes sees a file that is half gone.
        if (isSqliteError(error)) return false;
        throw error;
      } finally {
        db.close();
      }
    };
    const quiet = (what: string) =>
      until(`${what}\n${worker.output()}`, isQuiet).catch((error) => {
        throw new Error(`${String(error)}\n${worker.output()}`);
      });
    const write = async (draft: Draft): Promise<void> => {
      posted++;
      await lmtp.deliver(mailbox, writeLetter(draft, posted));
      await quiet(`letter ${posted} is done with`);
    };
    const newest = (to: string, subject: RegExp): Sent => {
      const letter = sink.sent.findLast((each) => each.to === to && subject.test(each.subject));
      if (!letter) throw new Error(`${to} has no ${subject}\n${worker.output()}`);
      return letter;
    };
    const signUp = async (address: string, userid: string): Promise<void> => {
      await write({ from: address, subject: `signup ${userid}`, text: '' });
      await write(answerTo(newest(address, /./), 'yes'));
    };

    try {
      await quiet('the server has begun');
      await signUp(ALICE, 'alice');
      await signUp(BOB, 'bob');
      await write(answerTo(newest(ALICE, /./), 'challenge bob forms -size=4x4 -first=me'));
      await write(answerTo(newest(BOB, /./), 'accept 1\nGood luck!'));
      for (const mover of [ALICE, BOB, ALICE]) {
        const board = newest(mover, /^Forms Board 1/);
        const move = /on the first line: (\S+)/.exec(board.text)?.[1] ?? '';
        await write(answerTo(board, `${move}\nA word with it.`));
      }
      await write(answerTo(newest(BOB, /^Forms Board 1/), 'resign'));
      worker.signal('SIGTERM');
      if ((await worker.ended()).signal === 'SIGKILL') {
        await quiet('the server has begun again');
        worker.signal('SIGTERM');
      }
      expect(await worker.ended(), worker.output()).toEqual({ code: 0, signal: null });

      const db = openSqlite(database);
      const picture = withoutTokens(withoutShown(pictureOf(db)));
      const check = db.prepare('pragma integrity_check').pluck().get();
      db.close();
      expect(check).toBe('ok');
      const times = new Map<string, number>();
      for (const { email } of sink.sent) {
        const { messageId = '' } = email;
        times.set(messageId, (times.get(messageId) ?? 0) + 1);
      }
      const again = [...times.values()].filter((count) => count > 1);
      expect(Math.max(1, ...again), 'a letter is sent twice at most').toBeLessThanOrEqual(2);
      return { calls: callsOf(counter), died, picture };
    } finally {
      isOver = true;
      worker.signal('SIGKILL');
      await worker.ended();
      await sink.stop();
      rmSync(base, { recursive: true });
    }
  }

  it('loses nothing of a match and plays nothing twice, also where the power was cut', async () => {
    const whole = await live();
    expect(whole.died).toBe(false);
    expect(whole.picture['matches']).toMatchObject([{ ending: 'resigned' }]);
    let deaths = 0;
    await withEach(deathsOf(LIVES, whole.calls, dice), AT_ONCE, async (death) => {
      const when = `dies at ${JSON.stringify(death)} of ${whole.calls}`;
      const { died, picture } = await live(death).catch((error) => {
        throw new Error(`${when}: ${String(error)}`);
      });
      expect(picture, when).toEqual(whole.picture);
      if (died) deaths++;
    });
    console.info(`machine death: ${deaths} of ${LIVES} died, at one of ${whole.calls} calls`);
    expect(deaths).toBeGreaterThan(LIVES / 2);
  });
});
