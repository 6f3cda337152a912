import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PostOffice } from '../../../sandbox/postoffice.ts';
import { openVisit } from '../../../src/post/visit.ts';
import {
  expectNamed,
  GAMES,
  inspect,
  makeGround,
  openOffice,
  troublesIn,
} from '../../support/check/ground.ts';
import { present } from '../../support/run/present.ts';
import { type Dovecot, hasDovecot, startDovecot } from '../../support/servers/dovecot.ts';
import { type Lmtp, openLmtp } from '../../support/servers/lmtp.ts';

/** A check with a real Dovecot, to which a submission server hands on what it takes. */

const here = present('Dovecot', hasDovecot());
let office: PostOffice;
let dovecot: Dovecot;
let lmtp: Lmtp;
let submission: SMTPServer;
/** What becomes of a letter. */
let put: (to: string, raw: Buffer) => Promise<void>;

const account = () => ({
  host: '127.0.0.1',
  port: dovecot.imapPort,
  secure: false,
  user: GAMES,
  pass: dovecot.password,
  path: 'INBOX',
});

beforeAll(async () => {
  if (!here) return;
  office = await openOffice();
  dovecot = await startDovecot([GAMES]);
  lmtp = openLmtp(dovecot.lmtpPort);
  submission = new SMTPServer({
    authOptional: false,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onAuth: (_auth, _session, done) => done(null, { user: GAMES }),
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = envelope.rcptTo[0]?.address ?? '';
        put(to, Buffer.concat(chunks)).then(() => done(null), done);
      });
    },
  });
  await new Promise<void>((resolve) => submission.listen(0, '127.0.0.1', () => resolve()));
});
afterAll(async () => {
  if (!here) return;
  submission.close();
  lmtp.close();
  await dovecot.stop();
  await office.stop();
});

const env = () => {
  const address = submission.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const user = encodeURIComponent(GAMES);
  return {
    TURNPOST_IMAP_URL: `imap://${user}:${dovecot.password}@127.0.0.1:${dovecot.imapPort}/INBOX`,
    TURNPOST_SMTP_URL: `smtp://${user}:x@127.0.0.1:${port}`,
  };
};

describe.skipIf(!here)('a check of a Dovecot', () => {
  it('finds all well, and leaves no letter there', async () => {
    put = (to, raw) => lmtp.deliver(to, raw);
    const { ground, clear } = makeGround(office);
    const found = await inspect(ground, { env: env() });
    await clear();
    expect(troublesIn(found)).toEqual([]);
    const counts = dovecot.admin(GAMES, 'mailbox', 'status', 'messages', '*');
    expect(counts).toMatch(/messages=0/);
    expect(counts).not.toMatch(/messages=[1-9]/);
  });

  it('does not take a copy of what was sent for a letter that has come', async () => {
    const visit = await openVisit(account(), 10_000);
    if (!visit.ok) throw new Error(visit.error.said);
    await visit.value.make('Sent');
    put = async (_to, raw) => {
      await visit.value.append('Sent', raw);
    };
    const { ground, clear } = makeGround(office);
    const found = await inspect(ground, { env: env() }, { isSilent: true });
    await clear();
    visit.value.close();
    expectNamed(found, {
      finds: ['letter', /did not arrive in INBOX within/, /check again later/],
    });
  });

  it('finds letters that are taken for spam', async () => {
    const visit = await openVisit(account(), 10_000);
    if (!visit.ok) throw new Error(visit.error.said);
    await visit.value.make('Junk');
    put = async (_to, raw) => {
      await visit.value.append('Junk', raw);
    };
    const { ground, clear } = makeGround(office);
    const found = await inspect(ground, { env: env() }, { isSilent: true });
    await clear();
    visit.value.close();
    expectNamed(found, {
      finds: ['letter', /arrived in the folder Junk, and not in INBOX/, /takes it for spam/],
    });
  });
});
