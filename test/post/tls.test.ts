import os from 'node:os';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Account, isLoopback } from '../../src/post/account.ts';
import { openMailbox } from '../../src/post/imap.ts';
import { openSubmission } from '../../src/post/smtp.ts';
import { ELSEWHERE } from '../support/servers/certified.ts';
import { type Answer, type LineServer, startLines } from '../support/servers/lines.ts';

const PASSWORD = 'open sesame';

let server: LineServer;
afterEach(() => server.stop());

const replyMsMax = 2_000;

async function accountAt(host: string, greeting: string, answer: Answer): Promise<Account> {
  server = await startLines(greeting, answer);
  const { port } = server;
  return { host, port, secure: false, user: 'games', pass: PASSWORD, path: 'INBOX', replyMsMax };
}

/** In every way in which a login can hold it. */
const isHeard = (): boolean => {
  const heard = server.heard();
  const decoded = heard.split(/\s+/).map((word) => Buffer.from(word, 'base64').toString('latin1'));
  return [heard, ...decoded].some((text) => text.includes(PASSWORD));
};

const smtpAnswer = (starttls: string, tls: string) => (line: string) => {
  const [verb = ''] = line.split(' ');
  return { EHLO: `250-x\r\n${starttls}250 AUTH PLAIN LOGIN`, STARTTLS: tls }[verb] ?? '235 ok';
};
const imapAnswer = (capability: string, tls: string) => (line: string) => {
  const [tag = '', verb = ''] = line.split(' ');
  if (verb === 'CAPABILITY') return `* CAPABILITY ${capability}\r\n${tag} OK done`;
  if (verb === 'STARTTLS') return `${tag} ${tls}`;
  return verb === 'SELECT'
    ? `* 0 EXISTS\r\n* OK [UIDVALIDITY 1] ok\r\n${tag} OK`
    : `${tag} OK done`;
};
const letter = {
  from: 'games@x.test',
  to: 'a@x.test',
  raw: Buffer.from('Subject: x\r\n\r\nHi\r\n'),
};
const open = (account: Account) =>
  openMailbox(account, {
    signal: new AbortController().signal,
    onMail: () => undefined,
    onClose: () => undefined,
  });

it('is silent on a machine with loopback alone', async () => {
  const lo = {
    address: '127.0.0.1',
    netmask: '255.0.0.0',
    family: 'IPv4',
    internal: true,
  } as const;
  vi.spyOn(os, 'networkInterfaces').mockReturnValue({
    lo: [{ ...lo, mac: '00:00:00:00:00:00', cidr: '127.0.0.1/8' }],
  });
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const account = await accountAt('127.0.0.1', '220 ready', smtpAnswer('', ''));
  const submission = openSubmission({ ...account, host: 'localhost' }, replyMsMax);
  await submission.verify();
  submission.close();
  expect(warn).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});

describe('a password', () => {
  it.each([
    ['has no TLS', '', '502 what'],
    ['has TLS and cannot begin it', '250-STARTTLS\r\n', '454 not now'],
    ['breaks TLS off', '250-STARTTLS\r\n', '220 go on\r\n250 ok'],
  ])('is not said to a submission server that %s', async (_, starttls, tls) => {
    const account = await accountAt(ELSEWHERE, '220 ready', smtpAnswer(starttls, tls));
    const submission = openSubmission(account, replyMsMax);
    expect(await submission.send(letter)).toMatchObject({ kind: 'unreachable' });
    await expect(submission.verify()).rejects.toThrow();
    submission.close();
    expect(server.heard()).toContain('EHLO');
    expect(server.heard()).not.toContain('AUTH');
    expect(isHeard()).toBe(false);
  });

  it.each([
    ['has no TLS', 'IMAP4rev1', 'BAD what'],
    ['has TLS and cannot begin it', 'IMAP4rev1 STARTTLS', 'NO not now'],
    ['breaks TLS off', 'IMAP4rev1 STARTTLS', 'OK go on\r\n* OK ok'],
  ])('is not said to an IMAP server that %s', async (_, capability, tls) => {
    const greeting = `* OK [CAPABILITY ${capability}] ready`;
    const account = await accountAt(ELSEWHERE, greeting, imapAnswer(capability, tls));
    await expect(open(account)).rejects.toThrow();
    expect(server.heard()).not.toMatch(/LOGIN|AUTHENTICATE/);
    expect(isHeard()).toBe(false);
  });

  it('is said to servers on this machine', async () => {
    const smtp = await accountAt('127.0.0.1', '220 ready', smtpAnswer('', ''));
    const submission = openSubmission(smtp, replyMsMax);
    await submission.verify();
    submission.close();
    expect(isHeard()).toBe(true);
    await server.stop();
    const imap = await accountAt('127.0.0.1', '* OK ready', imapAnswer('IMAP4rev1', ''));
    (await open(imap)).close();
    expect(isHeard()).toBe(true);
  });

  it.each([
    ['localhost', true],
    ['127.255.0.9', true],
    ['::1', true],
    [ELSEWHERE, false],
    ['localhost.example.org', false],
    ['127.0.0.1.example.org', false],
    ['', false],
  ])('needs no TLS to %s: %s', (host, there) => {
    expect(isLoopback({ host } as Account)).toBe(there);
  });
});
