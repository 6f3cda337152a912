import { createServer, type Server, type Socket } from 'node:net';
import os from 'node:os';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Account, isLoopback } from '../../src/post/account.ts';
import { openMailbox } from '../../src/post/imap.ts';
import { openSubmission } from '../../src/post/smtp.ts';

const PASSWORD = 'open sesame';
/** An address of this machine that does not look like one, as a host somewhere else does. */
const ELSEWHERE = '127.1';

let server: Server;
let heard: string;
const sockets = new Set<Socket>();
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});

/** A server that greets, and answers each line by what it is told. */
async function accountAt(
  host: string,
  greeting: string,
  answer: (line: string) => string,
): Promise<Account> {
  heard = '';
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.write(`${greeting}\r\n`);
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1');
      for (const line of chunk.toString('latin1').split('\r\n').slice(0, -1)) {
        socket.write(`${answer(line)}\r\n`);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    host,
    port,
    secure: false,
    user: 'games',
    pass: PASSWORD,
    path: 'INBOX',
    replyMsMax,
  };
}
const replyMsMax = 2_000;

/** In every way in which a login can hold it. */
const isHeard = (): boolean =>
  heard.includes(PASSWORD) ||
  heard.includes(Buffer.from(PASSWORD).toString('base64')) ||
  heard
    .split(/\s+/)
    .some((word) => Buffer.from(word, 'base64').toString('latin1').includes(PASSWORD));

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
    expect(heard).toContain('EHLO');
    expect(heard).not.toContain('AUTH');
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
    expect(heard).not.toMatch(/LOGIN|AUTHENTICATE/);
    expect(isHeard()).toBe(false);
  });

  it('is said to servers on this machine', async () => {
    const smtp = await accountAt('127.0.0.1', '220 ready', smtpAnswer('', ''));
    const submission = openSubmission(smtp, replyMsMax);
    await submission.verify();
    submission.close();
    expect(isHeard()).toBe(true);
    server.close();
    const imap = await accountAt('127.0.0.1', '* OK ready', imapAnswer('IMAP4rev1', ''));
    (await open(imap)).close();
    expect(isHeard()).toBe(true);
  });

  it.each([
    ['localhost', true],
    ['127.0.0.1', true],
    ['127.255.0.9', true],
    ['::1', true],
    [ELSEWHERE, false],
    ['localhost.example.org', false],
    ['127.0.0.1.example.org', false],
    ['1.127.0.0.1', false],
    ['mail.example.org', false],
    ['', false],
  ])('needs no TLS to %s: %s', (host, there) => {
    expect(isLoopback({ host } as Account)).toBe(there);
  });
});
