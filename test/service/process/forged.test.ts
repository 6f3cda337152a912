import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { heldLettersPerAddressPerDayMax } from '../../../src/limits.ts';
import { openSqlite } from '../../../src/store/file/sqlite.ts';
import type { Sent } from '../../support/desk/desk.ts';
import { flat } from '../../support/desk/players.ts';
import { answerTo, type Draft, writeLetter } from '../../support/post/letters.ts';
import { type Program, startProgram } from '../../support/process/process.ts';
import { present } from '../../support/run/present.ts';
import { type Dovecot, hasDovecot, startDovecot } from '../../support/servers/dovecot.ts';
import { type Lmtp, openLmtp } from '../../support/servers/lmtp.ts';
import { until } from '../../support/servers/ports.ts';
import { type Sink, startSink } from '../../support/servers/sink.ts';

const GAMES = 'games@game.test';
const ADMIN = 'boss@home.test';
const BOB = 'bob@work.test';

/** Forged letters against the process, its mailbox on Dovecot and a sink for what it sends. */
describe.skipIf(!present('dovecot-imapd, dovecot-lmtpd', hasDovecot()))('forged letters', () => {
  let dovecot: Dovecot;
  let sink: Sink;
  let folder: string;
  let worker: Program;
  let lmtp: Lmtp;
  let letters = 0;

  beforeAll(async () => {
    dovecot = await startDovecot([GAMES]);
    sink = await startSink(GAMES, dovecot.password);
    lmtp = openLmtp(dovecot.lmtpPort);
    folder = mkdtempSync(join(tmpdir(), 'turnpost-'));
    const login = `${encodeURIComponent(GAMES)}:${dovecot.password}@127.0.0.1`;
    worker = startProgram('test/support/process/worker.mjs', [], {
      TURNPOST_ADDRESS: GAMES,
      TURNPOST_ADMINS: ADMIN,
      TURNPOST_IMAP_URL: `imap://${login}:${dovecot.imapPort}/INBOX`,
      TURNPOST_SMTP_URL: `smtp://${login}:${sink.port}`,
      TURNPOST_DATABASE: join(folder, 'turnpost.sqlite'),
      TURNPOST_POLL: '*/5 * * * * *',
      TURNPOST_LOG: 'info',
    });
    await worker.prints('ready');
  });
  afterAll(async () => {
    worker.signal('SIGTERM');
    expect(await worker.ended()).toEqual({ code: 0, signal: null });
    lmtp.close();
    await sink.stop();
    await dovecot.stop();
    rmSync(folder, { recursive: true });
  });

  const write = (draft: Draft) =>
    lmtp.deliver(GAMES, writeLetter({ to: GAMES, ...draft }, ++letters));
  const rows = (query: string): unknown => {
    const db = openSqlite(join(folder, 'turnpost.sqlite'), { readonly: true });
    const row = db.prepare(query).pluck().get();
    db.close();
    return row;
  };
  const isRead = (count: number) => () =>
    rows("select count(*) from inbox where state <> 'stored'") === count;
  const questions = (to: string) =>
    sink.sent.filter((each) => each.to === to && each.subject === 'Turnpost: please confirm');

  it('keep no admin from suspending, and no player from signing off', async () => {
    await write({ from: BOB, subject: 'signup bob', text: '' });
    await write(answerTo(await sink.next(BOB), 'yes'));
    const welcome = await sink.next(BOB);
    const forged = 2 * heldLettersPerAddressPerDayMax;
    for (let at = 0; at < forged; at++) {
      await write({ from: ADMIN, subject: `admin suspend bob https://evil.test/${at}`, text: '' });
      await write({ from: BOB, subject: `limit forms ${(at % 9) + 1}`, text: '' });
    }
    await until('all are read', isRead(2 + 2 * forged));
    const asked = () => questions(ADMIN).length;
    await until('the last question is there', () => asked() === heldLettersPerAddressPerDayMax);
    const last = questions(ADMIN).find((each) => flat(each).includes('Many letters like it'));
    expect(
      questions(ADMIN)
        .map(({ raw }) => raw)
        .join(''),
    ).not.toContain('evil.test');

    await write(answerTo(welcome, 'signoff'));
    const signsOff = () => questions(BOB).some((each) => flat(each).includes('close the account'));
    await until('bob is asked', signsOff);
    await write(answerTo(last as Sent, 'admin suspend bob unkind words'));
    await until('the admin is asked', () => asked() === heldLettersPerAddressPerDayMax + 1);
    const proven = questions(ADMIN).find(({ text }) => text.includes('unkind words'));
    await write(answerTo(proven as Sent, 'yes'));
    await until('bob is suspended', () => rows('select count(*) from suspended_players') === 1);
  });
});
