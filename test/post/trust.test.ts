import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import {
  createServer as createPlainServer,
  type Server as PlainServer,
  type Socket,
} from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type Server, TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig, type WorkerConfig } from '../../src/config.ts';
import type { Account } from '../../src/post/account.ts';
import { openMailbox } from '../../src/post/imap.ts';
import { openSubmission } from '../../src/post/smtp.ts';
import { parseTrust } from '../../src/post/trust.ts';
import { present } from '../support/run/present.ts';

const hasOpenssl = () => {
  try {
    return execFileSync('openssl', ['version']).length > 0;
  } catch {
    return false;
  }
};
/** An address of this machine that does not look like one, as a host somewhere else does. */
const ELSEWHERE = '127.1';
const here = present('openssl', hasOpenssl());

describe.skipIf(!here)('mail servers with a certificate of an authority of our own', () => {
  let folder: string;
  let server: Server;
  const file = (name: string) => join(folder, name);

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'turnpost-'));
    const make = (name: string, ...more: readonly string[]) =>
      execFileSync(
        'openssl',
        [
          ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'],
          ...['-nodes', '-subj', `/CN=${name}`, '-days', '2'],
          ...['-keyout', file(`${name}.key`), '-out', file(`${name}.pem`), ...more],
        ],
        { stdio: 'pipe' },
      );
    make('ours');
    make('other');
    const signed = ['-CA', file('ours.pem'), '-CAkey', file('ours.key')];
    make('server', ...signed, '-addext', 'subjectAltName=DNS:localhost');
    make('here', ...signed, '-addext', `subjectAltName=DNS:${ELSEWHERE},IP:127.0.0.1`);
    make('elsewhere', ...signed, '-addext', 'subjectAltName=DNS:mail.example.org,IP:127.0.0.2');
    const key = readFileSync(file('server.key'));
    server = createServer({ key, cert: readFileSync(file('server.pem')) }, (socket) => {
      socket.on('error', () => undefined);
      socket.write('220 OK ready\r\n* OK ready\r\n'.slice(speaks === 'smtp' ? 0 : 14));
      socket.on('data', (chunk) => {
        for (const line of chunk.toString('latin1').split('\r\n').slice(0, -1)) {
          socket.write(speaks === 'smtp' ? smtpAnswer(line) : imapAnswer(line));
        }
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve));
    rmSync(folder, { recursive: true });
  });

  let speaks: 'smtp' | 'imap' = 'smtp';
  const smtpAnswer = (line: string) =>
    line.startsWith('EHLO') ? '250-x\r\n250-STARTTLS\r\n250 AUTH PLAIN\r\n' : '235 ok\r\n';
  const imapAnswer = (line: string) =>
    `${line.includes('CAPABILITY') ? '* CAPABILITY IMAP4rev1 STARTTLS\r\n' : ''}${line.includes('SELECT') ? '* OK [UIDVALIDITY 1] ok\r\n' : ''}${line.split(' ')[0]} OK done\r\n`;

  const configured = (ca: string | undefined): WorkerConfig => {
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const config = readConfig({
      TURNPOST_ADDRESS: 'games@example.org',
      TURNPOST_IMAP_URL: `imaps://games:secret@localhost:${port}/INBOX`,
      TURNPOST_SMTP_URL: `smtps://games:secret@localhost:${port}`,
      ...(ca !== undefined && { TURNPOST_CA_FILE: file(ca) }),
    });
    if (!config.ok || config.value.mode !== 'worker') throw new Error(JSON.stringify(config));
    return config.value;
  };
  const submit = async (account: Account) => {
    speaks = 'smtp';
    const submission = openSubmission(account, 4_000);
    await submission.verify().finally(() => submission.close());
  };
  const open = async (account: Account | undefined) => {
    speaks = 'imap';
    if (!account) throw new Error('no account');
    const { signal } = new AbortController();
    const hints = { signal, onMail: () => undefined, onClose: () => undefined };
    (await openMailbox(account, hints)).close();
  };

  it('are believed when the operator names the authority', async () => {
    const { smtp, imap } = configured('ours.pem');
    await submit(smtp);
    await open(imap);
  });

  it.each([
    ['names none', undefined],
    ['names another', 'other.pem'],
  ])('are not believed when the operator %s', async (_, ca) => {
    const { smtp, imap } = configured(ca);
    const untrusted = /unable to (?:get|verify)|self.signed/i;
    await expect(submit(smtp)).rejects.toThrow(untrusted);
    await expect(open(imap)).rejects.toThrow(untrusted);
  });

  /** A server that shows a certificate, at once or after STARTTLS. */
  async function showing(name: string, secure: boolean) {
    const pair = {
      key: readFileSync(file(`${name}.key`)),
      cert: readFileSync(file(`${name}.pem`)),
    };
    let heard = '';
    const converse = (socket: Socket, greets: boolean): void => {
      socket.on('error', () => undefined);
      if (greets) socket.write(speaks === 'smtp' ? '220 ready\r\n' : '* OK ready\r\n');
      const take = (chunk: Buffer) => {
        const text = chunk.toString('latin1');
        heard += text;
        for (const line of text.split('\r\n').slice(0, -1)) {
          if (!/STARTTLS/i.test(line)) {
            socket.write(speaks === 'smtp' ? smtpAnswer(line) : imapAnswer(line));
            continue;
          }
          socket.off('data', take);
          socket.write(speaks === 'smtp' ? '220 go on\r\n' : `${line.split(' ')[0]} OK go on\r\n`);
          converse(new TLSSocket(socket, { isServer: true, ...pair }), false);
        }
      };
      socket.on('data', take);
    };
    const each = (socket: Socket) => converse(socket, true);
    const own: PlainServer = secure ? createServer(pair, each) : createPlainServer(each);
    own.on('tlsClientError', () => undefined);
    await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve));
    const address = own.address();
    return {
      port: typeof address === 'object' && address ? address.port : 0,
      heard: () => heard,
      stop: () => own.close(),
    };
  }

  it.each([
    ['imap', 'TLS', ELSEWHERE],
    ['imap', 'TLS', '127.0.0.1'],
    ['imap', 'STARTTLS', ELSEWHERE],
    ['smtp', 'TLS', ELSEWHERE],
    ['smtp', 'TLS', '127.0.0.1'],
    ['smtp', 'STARTTLS', ELSEWHERE],
  ] as const)('are believed for their own names alone: %s, %s, %s', async (kind, way, host) => {
    const trust = parseTrust(readFileSync(file('ours.pem'), 'latin1'));
    if (!trust.ok) throw new Error(trust.error);
    const secure = way === 'TLS';
    const connect = kind === 'imap' ? open : submit;
    const login = { user: 'games', pass: 'secret', path: 'INBOX', trust: trust.value };
    speaks = kind;
    const theirs = await showing('here', secure);
    await connect({ host, port: theirs.port, secure, ...login }).finally(theirs.stop);
    expect(theirs.heard()).toMatch(/LOGIN|AUTH/);
    const others = await showing('elsewhere', secure);
    const refused = connect({ host, port: others.port, secure, ...login }).finally(others.stop);
    await expect(refused).rejects.toThrow(/does not match certificate's altnames/);
    expect(others.heard()).not.toMatch(/LOGIN|AUTH/);
  });
});

describe('a file of certificates', () => {
  const named = (text: string) => {
    const parsed = parseTrust(text);
    return parsed.ok ? parsed.value.authorities.length : parsed.error;
  };
  const damaged = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';

  it('is refused for what it does not hold', () => {
    expect(named('')).toBe('holds no certificate: -----BEGIN CERTIFICATE-----');
    expect(named('-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----\n')).toMatch(
      /no cert/,
    );
    expect(named(damaged)).toBe('holds a certificate (1) that is damaged');
  });

  it('is named where it is not there', () => {
    const config = readConfig({ TURNPOST_ADDRESS: 'games@example.org', TURNPOST_CA_FILE: '/none' });
    expect(config.ok ? [] : config.error).toContain(
      'TURNPOST_CA_FILE names a file that cannot be read (ENOENT)',
    );
  });
});
