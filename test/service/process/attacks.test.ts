import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  challengesToAnotherPerDayMax,
  strangerLimits,
  unprovenAnswersPerAddressPerDayMax,
  unprovenBytesPerAddressPerDayMax,
  unprovenQuestionsPerAddressPerDayMax,
} from '../../../src/limits.ts';
import { type Database, openSqlite } from '../../../src/store/file/database.ts';
import type { Sent } from '../../support/desk/desk.ts';
import { flat } from '../../support/desk/players.ts';
import { answerTo, type Draft, writeLetter } from '../../support/post/letters.ts';
import { type Program, startProgram } from '../../support/process/process.ts';
import { present } from '../../support/run/present.ts';
import { full, throwDice } from '../../support/run/seed.ts';
import { type Dovecot, hasDovecot, startDovecot } from '../../support/servers/dovecot.ts';
import { type Lmtp, openLmtp } from '../../support/servers/lmtp.ts';
import { until } from '../../support/servers/ports.ts';
import { type Sink, startSink } from '../../support/servers/sink.ts';
import { lettersIn, unread, unsent } from '../../support/stored/letters.ts';
import { suspendedPlayers } from '../../support/stored/play.ts';

/** Attacks on the real worker, its mailbox on Dovecot and a sink for what it sends: what they cost. */

const GAMES = 'games@game.test';
const ADMIN = 'boss@home.test';
const ALICE = 'alice@home.test';
const BOB = 'bob@work.test';
/** More than she may send to one person in a day. */
const CHALLENGES = full ? 100 : challengesToAnotherPerDayMax + 2;
/** More than are answered in a day. */
const FORGED = full ? 25 : 2 * unprovenAnswersPerAddressPerDayMax;
const dice = throwDice('attacks');
const here = present('dovecot-imapd, dovecot-lmtpd', hasDovecot());

describe.skipIf(!here)('what others can do, and what not', () => {
  let dovecot: Dovecot;
  let lmtp: Lmtp;
  let sink: Sink;
  let folder: string;
  let worker: Program;
  let written = 0;
  /** What players answer to show that it is them. */
  const accounts = new Map<string, Sent>();

  beforeAll(async () => {
    dovecot = await startDovecot([GAMES]);
    lmtp = openLmtp(dovecot.lmtpPort);
    sink = await startSink(GAMES, dovecot.password);
    folder = mkdtempSync(join(tmpdir(), 'turnpost-'));
    const login = `${encodeURIComponent(GAMES)}:${dovecot.password}@127.0.0.1`;
    worker = startProgram('test/support/process/worker.mjs', [], {
      TURNPOST_ADDRESS: GAMES,
      TURNPOST_ADMINS: ADMIN,
      TURNPOST_IMAP_URL: `imap://${login}:${dovecot.imapPort}/INBOX`,
      TURNPOST_SMTP_URL: `smtp://${login}:${sink.port}`,
      TURNPOST_DATABASE: join(folder, 'turnpost.sqlite'),
      TURNPOST_POLL: '*/5 * * * * *',
      TURNPOST_LOG: 'warn',
    });
    await worker.prints('ready');
    for (const [address, userid] of [
      [ALICE, 'alice'],
      [BOB, 'bob'],
    ] as const) {
      await write({ from: address, subject: `signup ${userid}`, text: '' });
      await write(answerTo(await sink.next(address), 'yes'));
      accounts.set(address, await sink.next(address));
    }
    await write(answerTo(accountOf(ALICE), 'challenge bob forms -size=4x4 -first=me'));
    await write(answerTo(await sink.next(BOB), 'accept'));
    await sink.next(BOB);
    await quiet();
  });
  afterAll(async () => {
    worker.signal('SIGTERM');
    expect(await worker.ended()).toEqual({ code: 0, signal: null });
    lmtp.close();
    await sink.stop();
    await dovecot.stop();
    rmSync(folder, { recursive: true });
  });

  const accountOf = (address: string): Sent => {
    const letter = accounts.get(address);
    if (!letter) throw new Error(`${address} has no account`);
    return letter;
  };

  const write = (draft: Draft): Promise<void> => {
    const to = draft.to?.startsWith('games') ? draft.to : GAMES;
    return lmtp.deliver(GAMES, writeLetter({ ...draft, to }, ++written));
  };

  const look = <T>(read: (db: Database) => T): T => {
    const db = openSqlite(join(folder, 'turnpost.sqlite'), { readonly: true });
    try {
      return read(db);
    } finally {
      db.close();
    }
  };

  /** Until everything that was written is read, and everything that is owed is sent or late. */
  const quiet = (): Promise<void> =>
    until(
      'all is done',
      () =>
        look((db) => lettersIn(db).length - unread(db)) >= written &&
        look((db) => unsent(db, Date.now())) === 0,
    );

  /** What was sent to an address, or to all, since there were so many letters. */
  const lettersTo = (address: string | undefined, since: number) =>
    sink.sent.slice(since).filter(({ to }) => address === undefined || to === address);
  const questionsTo = (address: string | undefined, since: number) =>
    lettersTo(address, since).filter(({ subject }) =>
      subject.startsWith('Turnpost: please confirm'),
    );
  const boardOf = (address: string) =>
    sink.sent.findLast(({ to, subject }) => to === address && /Board 1 /.test(subject)) as Sent;

  it('challenges that are taken back by the dozen delay no board', async () => {
    const board = boardOf(ALICE);
    const since = sink.sent.length;
    for (let count = 0; count < CHALLENGES; count++) {
      await write(answerTo(accountOf(ALICE), `challenge bob forms\nLetter ${count}.`));
      await write(answerTo(accountOf(ALICE), `withdraw ${count + 2}\nLetter ${count}.`));
    }
    await write(answerTo(board, 'b1xa1'));
    await quiet();
    const got = lettersTo(BOB, since);
    expect(got.filter(({ subject }) => /Board 1/.test(subject))).toHaveLength(1);
    expect(got.length).toBeLessThanOrEqual(1 + 2 * challengesToAnotherPerDayMax);
  });

  it.runIf(dice.takes())(
    'forged previews cost letters and bytes as stated, and her answers nothing',
    async () => {
      const since = sink.sent.length;
      const previews = Array(10).fill('preview new forms -size=26x26').join('\n');
      for (let count = 0; count < FORGED; count++) {
        await write({ from: BOB, subject: '', text: `${previews}\nLetter ${count}.` });
      }
      await write(answerTo(accountOf(BOB), 'rating'));
      await quiet();
      const isOwn = ({ text }: Sent) => text.includes('You asked: rating');
      const got = lettersTo(BOB, since);
      expect(got.filter(isOwn)).toHaveLength(1);
      const forged = got.filter((letter) => !isOwn(letter));
      expect(forged.length).toBeGreaterThan(0);
      expect(forged.length).toBeLessThanOrEqual(unprovenAnswersPerAddressPerDayMax);
      expect(forged.reduce((sum, { raw }) => sum + raw.length, 0)).toBeLessThanOrEqual(
        unprovenBytesPerAddressPerDayMax,
      );
    },
  );

  it.runIf(dice.takes())(
    'a flood of sign-ups costs letters as stated, and an honest one is asked',
    async () => {
      const since = sink.sent.length;
      const domains = ['flood.test', 'deluge.test'];
      for (let count = 0; count < 36; count++) {
        const from = `forged-${count}@${domains[count % 2]}`;
        await write({ from, subject: `signup forged-${count}`, text: '' });
      }
      await write({ from: 'carol@far.test', subject: 'signup carol', text: '' });
      await quiet();
      expect(questionsTo('carol@far.test', since)).toHaveLength(1);
      expect(questionsTo(undefined, since)).toHaveLength(
        1 + domains.length * strangerLimits.unproven.domain.atOnce,
      );
      // The admins are told.
      expect(lettersTo(ADMIN, since)).toHaveLength(1);
    },
  );

  it.runIf(dice.takes())(
    'lines that name a player ask that player a few times, and tell no stranger',
    async () => {
      const since = sink.sent.length;
      for (let count = 0; count < 2 * unprovenQuestionsPerAddressPerDayMax; count++) {
        const from = count % 2 === 0 ? 'eve@far.test' : `eve@far-${count}.test`;
        const subject = `limit alice guess-${count}0000 forms ${(count % 9) + 1}`;
        await write({ from, subject, text: '' });
      }
      await quiet();
      expect(lettersTo(undefined, since).filter(({ to }) => to.includes('far'))).toEqual([]);
      expect(questionsTo(ALICE, since)).toHaveLength(unprovenQuestionsPerAddressPerDayMax);
    },
  );

  it.runIf(dice.takes())(
    'forged commands keep no admin from suspending, and no player from signing off',
    async () => {
      const since = sink.sent.length;
      for (let at = 0; at < 2 * unprovenQuestionsPerAddressPerDayMax; at++) {
        await write({
          from: ADMIN,
          subject: `admin suspend bob https://evil.test/${at}`,
          text: '',
        });
        await write({ from: BOB, subject: `limit forms ${(at % 9) + 1}`, text: '' });
      }
      await quiet();
      const asked = questionsTo(ADMIN, since);
      expect(asked).toHaveLength(unprovenQuestionsPerAddressPerDayMax);
      expect(asked.map(({ raw }) => raw).join('')).not.toContain('evil.test');
      const last = asked.find((each) => flat(each).includes('Many e-mails like it'));

      await write(answerTo(accountOf(BOB), 'signoff'));
      await write(answerTo(last as Sent, 'admin suspend bob unkind words'));
      await quiet();
      expect(questionsTo(BOB, since).map(flat).join(' ')).toContain('close the account');
      const proven = questionsTo(ADMIN, since).find(({ text }) => text.includes('unkind words'));
      await write(answerTo(proven as Sent, 'yes'));
      await quiet();
      expect(look(suspendedPlayers)).toHaveLength(1);
    },
  );
});
