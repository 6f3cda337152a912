import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createPlainServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, TLSSocket } from 'node:tls';
import { type Listening, listening } from './listening.ts';

/** Certificates of authorities that are made for a test, and mail servers that show them. */

export const hasOpenssl = (): boolean => {
  try {
    return execFileSync('openssl', ['version']).length > 0;
  } catch {
    return false;
  }
};

/** An address of this machine that does not look like one, as a host somewhere else does. */
export const ELSEWHERE = '127.1';

interface Pair {
  readonly key: Buffer;
  readonly cert: Buffer;
}

export interface Authority {
  /** Its own certificate: where it lies, and as PEM. */
  readonly file: string;
  readonly pem: string;
  /** @param names as openssl writes them, such as `DNS:localhost,IP:127.0.0.1` */
  issue(names: string): Pair;
  clear(): void;
}

export function makeAuthority(): Authority {
  const folder = mkdtempSync(join(tmpdir(), 'turnpost-'));
  const at = (name: string) => join(folder, name);
  const make = (name: string, ...more: readonly string[]) =>
    execFileSync(
      'openssl',
      [
        ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'],
        ...['-nodes', '-subj', `/CN=${name}`, '-days', '2'],
        ...['-keyout', at(`${name}.key`), '-out', at(`${name}.pem`), ...more],
      ],
      { stdio: 'pipe' },
    );
  make('authority');
  let issued = 0;
  return {
    file: at('authority.pem'),
    pem: readFileSync(at('authority.pem'), 'latin1'),
    issue(names) {
      const name = `server-${++issued}`;
      const signed = ['-CA', at('authority.pem'), '-CAkey', at('authority.key')];
      make(name, ...signed, '-addext', `subjectAltName=${names}`);
      return { key: readFileSync(at(`${name}.key`)), cert: readFileSync(at(`${name}.pem`)) };
    },
    clear: () => rmSync(folder, { recursive: true }),
  };
}

/** A mail server on loopback that lets everybody in. */
export interface Certified extends Listening {
  /** All that was said to it, under TLS or not. */
  heard(): string;
}

/** @param secure it begins with TLS; otherwise TLS comes with STARTTLS */
export async function startCertified(
  protocol: 'imap' | 'smtp',
  secure: boolean,
  pair: Pair,
): Promise<Certified> {
  let heard = '';
  const answer = protocol === 'smtp' ? smtpAnswer : imapAnswer;
  const converse = (socket: Socket, greets: boolean): void => {
    socket.on('error', () => undefined);
    if (greets) socket.write(protocol === 'smtp' ? '220 ready\r\n' : '* OK ready\r\n');
    const take = (chunk: Buffer) => {
      const text = chunk.toString('latin1');
      heard += text;
      for (const line of text.split('\r\n').slice(0, -1)) {
        socket.write(answer(line));
        if (!/STARTTLS/i.test(line)) continue;
        socket.off('data', take);
        converse(new TLSSocket(socket, { isServer: true, ...pair }), false);
      }
    };
    socket.on('data', take);
  };
  const each = (socket: Socket) => converse(socket, true);
  const server: Server = secure ? createServer(pair, each) : createPlainServer(each);
  server.on('tlsClientError', () => undefined);
  return { ...(await listening(server)), heard: () => heard };
}

const smtpAnswer = (line: string): string => {
  if (line.startsWith('EHLO')) return '250-x\r\n250-STARTTLS\r\n250 AUTH PLAIN\r\n';
  return line === 'STARTTLS' ? '220 go on\r\n' : '235 ok\r\n';
};

const imapAnswer = (line: string): string => {
  const [tag = '', verb = ''] = line.split(' ');
  const offer = verb === 'CAPABILITY' ? '* CAPABILITY IMAP4rev1 STARTTLS\r\n' : '';
  const box = verb === 'SELECT' ? '* OK [UIDVALIDITY 1] ok\r\n' : '';
  return `${offer}${box}${tag} OK done\r\n`;
};
