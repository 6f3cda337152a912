import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  challengesToAnotherPerDayMax,
  unprovenAnswersPerAddressPerDayMax,
  unprovenBytesPerAddressPerDayMax,
} from '../../../src/limits.ts';
import { openSqlite } from '../../../src/store/file/sqlite.ts';
import type { Sent } from '../../support/desk/desk.ts';
import { answerTo, type Draft, writeLetter } from '../../support/post/letters.ts';
import { type Program, startProgram } from '../../support/process/process.ts';
import { present } from '../../support/run/present.ts';
import { type Dovecot, hasDovecot, startDovecot } from '../../support/servers/dovecot.ts';
import { type Lmtp, openLmtp } from '../../support/servers/lmtp.ts';
import { until } from '../../support/servers/ports.ts';
import { type Sink, startSink } from '../../support/servers/sink.ts';

/** Attacks on the real worker: what they cost, and whom. */

const GAMES = 'games@game.test';
const ALICE = 'alice@home.test';
const BOB = 'bob@work.test';
const CHALLENGES = 100;
const FORGED = 25;
const here = present('dovecot-imapd, dovecot-lmtpd', hasDovecot());

describe.skipIf(!here)('what others can do, and what not', () => {
  let dovecot: Dovecot;
  let lmtp: Lmtp;
  let sink: Sink;
  let folder: string;
  let worker: Program;
  let written = 0;

  beforeEach(async () => {
    dovecot = await startDovecot([GAMES]);
    lmtp = openLmtp(dovecot.lmtpPort);
    sink = await startSink(GAMES, dovecot.password);
    folder = mkdtempSync(join(tmpdir(), 'turnpost-'));
    const login = `${encodeURIComponent(GAMES)}:${dovecot.password}@127.0.0.1`;
    worker = startProgram('test/support/process/worker.mjs', [], {
      TURNPOST_ADDRESS: GAMES,
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
  afterEach(async () => {
    worker.signal('SIGTERM');
    expect(await worker.ended()).toEqual({ code: 0, signal: null });
    lmtp.close();
    await sink.stop();
    await dovecot.stop();
    rmSync(folder, { recursive: true });
  });

  const accounts = new Map<string, Sent>();
  const accountOf = (address: string): Sent => {
    const letter = accounts.get(address);
    if (!letter) throw new Error(`${address} has no account`);
    return letter;
  };

  const write = (draft: Draft): Promise<void> => {
    const to = draft.to?.startsWith('games') ? draft.to : GAMES;
    return lmtp.deliver(GAMES, writeLetter({ ...draft, to }, ++written));
  };

  /** Until everything that was written is read, and everything that is owed is sent or late. */
  async function quiet(): Promise<void> {
    const db = openSqlite(join(folder, 'turnpost.sqlite'), { readonly: true });
    const count = (query: string) => db.prepare(query).pluck().get() as number;
    try {
      await until(
        'all is done',
        () =>
          count("select count(*) from inbox where state <> 'stored'") >= written &&
          count("select count(*) from outbox where state not in ('sent', 'failed')") === 0,
        120_000,
      );
    } finally {
      db.close();
    }
  }
  const lettersTo = (address: string, from: number) =>
    sink.sent.slice(from).filter(({ to }) => to === address);

  it('is stated', { timeout: 300_000 }, async () => {
    const board = sink.sent.findLast(({ to, subject }) => to === ALICE && /Board 1/.test(subject));
    const before = sink.sent.length;
    for (let count = 0; count < CHALLENGES; count++) {
      await write(answerTo(accountOf(ALICE), `challenge bob forms\nLetter ${count}.`));
      await write(answerTo(accountOf(ALICE), `withdraw ${count + 2}\nLetter ${count}.`));
    }
    await write(answerTo(board as Sent, 'b1xa1'));
    await quiet();
    const got = lettersTo(BOB, before);
    expect(got.filter(({ subject }) => /Board 1/.test(subject))).toHaveLength(1);
    expect(got.length).toBeLessThanOrEqual(1 + 2 * challengesToAnotherPerDayMax);

    const later = sink.sent.length;
    const previews = Array(10).fill('preview new forms -size=26x26').join('\n');
    for (let count = 0; count < FORGED; count++) {
      await write({ from: BOB, subject: '', text: `${previews}\nLetter ${count}.` });
    }
    await write(answerTo(accountOf(BOB), 'rating'));
    await quiet();
    const [own, ...forged] = lettersTo(BOB, later).toSorted(
      (one, next) => isOwn(next) - isOwn(one),
    );
    expect(own?.text).toContain('You asked: rating');
    expect(forged.length).toBeLessThanOrEqual(unprovenAnswersPerAddressPerDayMax);
    expect(forged.reduce((sum, { raw }) => sum + raw.length, 0)).toBeLessThanOrEqual(
      unprovenBytesPerAddressPerDayMax,
    );
  });
});

const isOwn = ({ text }: Sent): number => (text.includes('You asked: rating') ? 1 : 0);
