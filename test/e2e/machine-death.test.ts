import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, isSqliteError, openSqlite } from '../../src/store/file/database.ts';
import type { Sent } from '../support/desk/desk.ts';
import {
  type Picture,
  pictureOf,
  statedOf,
  unfiled,
  unfinished,
  withoutShown,
} from '../support/desk/picture.ts';
import { callsOf, type Death, deathsOf, hasCompiler, mortal } from '../support/machine/death.ts';
import { answerTo, type Draft, writeLetter } from '../support/post/letters.ts';
import { type Program, startProgram } from '../support/process/process.ts';
import { settings } from '../support/process/settings.ts';
import { withEach } from '../support/run/lanes.ts';
import { present } from '../support/run/present.ts';
import { full, throwDice } from '../support/run/seed.ts';
import { type Dovecot, hasDovecot, startDovecot } from '../support/servers/dovecot.ts';
import { type Lmtp, openLmtp } from '../support/servers/lmtp.ts';
import { until } from '../support/servers/ports.ts';
import { startSink } from '../support/servers/sink.ts';
import { lettersIn, probes } from '../support/stored/letters.ts';
import { boards } from '../support/stored/play.ts';

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const ALICE = 'alice@home.test';
const BOB = 'bob@work.test';
/** Each at a call by chance, by the seed of the run: a life costs seconds of a processor. */
const LIVES = full ? 100 : 1;
/** One life in so many loses its disk later. */
const LOSE_DISK = full ? 4 : 1;
/** A life waits for most of its time. */
const AT_ONCE = full ? 6 : 3;
const here = present('dovecot-imapd, dovecot-lmtpd, a C compiler', hasDovecot() && hasCompiler());

/** Every life has a secret and a date of its own, which make other tokens and days of the same facts. */
const withoutItsOwn = (picture: Picture): Picture =>
  Object.fromEntries(
    Object.entries(picture).map(([table, rows]) => [
      table,
      rows.map((row) =>
        Object.fromEntries(Object.entries(row).filter(([name]) => !OF_ITS_OWN.includes(name))),
      ),
    ]),
  );
const OF_ITS_OWN = ['envelope_from', 'reply_token', 'active_day'];

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

  /**
   * Two people sign up, play, and one resigns; a worker that dies is followed by another. Then its disk is
   * lost, or not.
   */
  async function live(death?: Death, losesDisk = false): Promise<Life> {
    const base = mkdtempSync(join(tmpdir(), 'turnpost-'));
    const folder = join(base, 'data');
    mkdirSync(folder);
    // In a folder that the server makes.
    const database = join(folder, 'new', 'turnpost.sqlite');
    const counter = join(base, 'calls');
    const sink = await startSink('games', dovecot.password);
    const mailbox = mailboxes[used++] ?? '';
    const env = {
      ...settings(database, sink.port, { mailbox: mailbox, port: dovecot.imapPort }),
      // Another disk: what lies there is not lost with this one.
      TURNPOST_BACKUP_DIR: join(base, 'copies'),
      TURNPOST_POLL: '* * * * * *',
      TURNPOST_LOG: 'info',
    };
    const start = (more: Readonly<Record<string, string>> = {}): Program =>
      startProgram('dist/main.js', ['start'], { ...env, ...more }, folder);
    /** Runs another command of `turnpost`; returns what it has printed. */
    const run = (args: readonly string[], input: Uint8Array | string = ''): Promise<string> =>
      new Promise((resolve, reject) => {
        const options = { cwd: base, env: { PATH: process.env['PATH'], ...env } };
        const { stdin } = execFile(process.execPath, [MAIN, ...args], options, (error, out) =>
          error ? reject(error) : resolve(out),
        );
        stdin?.end(input);
      });
    let died = false;
    let isOver = false;
    let worker = start(mortal(folder, counter, death));
    void worker.ended().then(({ signal }) => {
      if (signal !== 'SIGKILL' || isOver) return;
      died = true;
      worker = start();
    });

    let posted = 0;
    let piped = 1_000;
    /** Everything posted is read, filed and answered. */
    const isQuiet = (): boolean => {
      if (!worker.output().includes('waiting for e-mail')) return false;
      const db = openSqlite(database, { readonly: true });
      try {
        // All of one moment: otherwise a letter may be counted that was not there to be unfinished.
        db.exec('begin');
        const known = lettersIn(db).filter(({ mailbox }) => mailbox === 'INBOX').length;
        // One is the letter in which the server asks whether its tags arrive.
        const own = probes(db).length;
        const left = unfinished(db).length + unfiled(db).length;
        return own === 1 && left === 0 && known >= posted;
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
    const challenge = async (board: number): Promise<void> => {
      await write(answerTo(newest(ALICE, /./), 'challenge bob forms -size=4x4 -first=me'));
      await write(answerTo(newest(BOB, /./), `accept ${board}\nGood luck!`));
    };
    /** A move, in answer to the newest letter that shows the board. */
    const moveOf = (mover: string, board: number): Draft => {
      const letter = newest(mover, new RegExp(`^Forms Board ${board}`));
      const move = /on the first line, for example: (\S+)/.exec(letter.text)?.[1] ?? '';
      return answerTo(letter, `${move}\nA word with it.`);
    };
    /** The same by the pipe. A mail server tells no more than the second in which a letter came in. */
    const pipe = async (draft: Draft): Promise<void> => {
      await run(['receive'], writeLetter(draft, ++piped));
      await quiet(`letter ${piped} of the pipe is done with`);
      await pause(1_000);
    };

    /** What is found in the database, which nobody works on. */
    const found = <T>(look: (db: Database) => T): T => {
      const db = openSqlite(database);
      try {
        expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
        return look(db);
      } finally {
        db.close();
      }
    };
    const kill = async (): Promise<void> => {
      isOver = true;
      worker.signal('SIGKILL');
      await worker.ended();
    };

    /** They play on, the disk is lost, and what was on it comes back; who writes meanwhile has played. */
    async function playOnAndLoseTheDisk(): Promise<void> {
      worker = start();
      await quiet('the server has begun once more');
      // A copy is made at once of what is typed; else there is one from the beginning.
      if (dice.upTo(2) === 1) await run(['admin', 'start', 'forms', 'alice', 'bob', '-size=4x4']);
      else await challenge(2);
      await quiet('board 2 is there');
      await write(answerTo(newest(ALICE, /./), 'play forms -size=4x4 -level=1'));
      await write(moveOf(ALICE, 3));
      await write(moveOf(ALICE, 2));
      await pipe(moveOf(BOB, 2));
      await write(moveOf(ALICE, 2));
      await kill();
      const lost = found(statedOf);
      rmSync(folder, { recursive: true });
      mkdirSync(folder);
      const last = moveOf(BOB, 2);
      await lmtp.deliver(mailbox, writeLetter(last, ++posted));

      const said = await run(['recover']);
      const isTold = said.includes('Board 3: a letter');
      const people = ({ matches = [], ...others }: ReturnType<typeof statedOf>) => ({
        ...others,
        matches: isTold ? matches.slice(0, 2) : matches,
      });
      expect(people(found(statedOf)), said).toEqual(people(lost));
      const plies = (): readonly unknown[] =>
        found((db) =>
          boards(db)
            .filter(({ board }) => board < 3)
            .map(({ moves }) => moves),
        );
      const [first, second] = plies();
      worker = start();
      await until(
        'the last move is played',
        () => String(plies()[1]).length > String(second).length,
      );
      await kill();
      expect(plies()).toEqual([first, expect.stringMatching(`^${second} \\S+$`)]);
    }

    try {
      await quiet('the server has begun');
      await signUp(ALICE, 'alice');
      await signUp(BOB, 'bob');
      await challenge(1);
      for (const mover of [ALICE, BOB, ALICE]) await write(moveOf(mover, 1));
      await write(answerTo(newest(BOB, /^Forms Board 1/), 'resign'));
      worker.signal('SIGTERM');
      if ((await worker.ended()).signal === 'SIGKILL') {
        await quiet('the server has begun again');
        worker.signal('SIGTERM');
      }
      expect(await worker.ended(), worker.output()).toEqual({ code: 0, signal: null });

      const picture = withoutItsOwn(withoutShown(found(pictureOf)));
      const times = new Map<string, number>();
      for (const { email } of sink.sent) {
        const { messageId = '' } = email;
        times.set(messageId, (times.get(messageId) ?? 0) + 1);
      }
      const again = [...times.values()].filter((count) => count > 1);
      expect(Math.max(1, ...again), 'a letter is sent twice at most').toBeLessThanOrEqual(2);
      const calls = callsOf(counter);
      if (losesDisk) await playOnAndLoseTheDisk();
      return { calls, died, picture };
    } finally {
      await kill();
      await sink.stop();
      rmSync(base, { recursive: true });
    }
  }

  it('loses nothing of a match and plays nothing twice, also where the power was cut, and a disk was lost later', async () => {
    const whole = await live();
    expect(whole.died).toBe(false);
    expect(whole.picture['matches']).toMatchObject([{ ending: 'resigned' }]);
    let deaths = 0;
    await withEach(deathsOf(LIVES, whole.calls, dice), AT_ONCE, async (death) => {
      const when = `dies at ${JSON.stringify(death)} of ${whole.calls}`;
      const losesDisk = dice.upTo(LOSE_DISK) === 1;
      const { died, picture } = await live(death, losesDisk).catch((error) => {
        throw new Error(`${when}: ${String(error)}`);
      });
      expect(picture, when).toEqual(whole.picture);
      if (died) deaths++;
    });
    console.info(`machine death: ${deaths} of ${LIVES} died, at one of ${whole.calls} calls`);
    expect(deaths).toBeGreaterThan(LIVES / 2);
  });
});
