import { ELSEWHERE, makeAuthority } from '../servers/certified.ts';
import { type Answer, startLines } from '../servers/lines.ts';
import { freePort } from '../servers/ports.ts';
import type { Fault, Ground, Seeded } from './ground.ts';

/** Faults on the way to the mail servers, as far as the login. */

const LOGIN = 'games:hunter2-of-games';

const plain = async (ground: Ground, greeting: string, answer: Answer = () => '') =>
  ground.keep(await startLines(greeting, answer)).port;

const IMAP_GREETING = '* OK [CAPABILITY IMAP4rev1] ready';
const HERE = 'IP:127.0.0.1';

/** A server with TLS from the start, and with a certificate of an authority that nobody knows. */
const overTls = async (
  ground: Ground,
  names = HERE,
  greeting = IMAP_GREETING,
  options: object = {},
) => {
  const authority = makeAuthority();
  ground.keep({ stop: authority.clear });
  const tls = { ...authority.issue(names), ...options };
  const { port } = ground.keep(await startLines(greeting, imapAnswers, { tls }));
  return { port, authority };
};

const imapAnswers = (line: string): string =>
  line.endsWith('CAPABILITY') ? '* CAPABILITY IMAP4rev1\r\nc1 OK done' : '';

const imap = (port: number, scheme = 'imap', host = '127.0.0.1'): Seeded => ({
  env: { TURNPOST_IMAP_URL: `${scheme}://${LOGIN}@${host}:${port}/INBOX` },
});
const smtp = (port: number, scheme = 'smtp', host = '127.0.0.1'): Seeded => ({
  env: { TURNPOST_SMTP_URL: `${scheme}://${LOGIN}@${host}:${port}` },
});
export const WAY_FAULTS: readonly Fault[] = [
  {
    what: 'the port of the SMTP server for IMAP',
    seed: (ground) => imap(ground.port('TURNPOST_SMTP_URL')),
    finds: [
      'imap',
      /is an SMTP server, but TURNPOST_IMAP_URL needs IMAP/,
      /993.*TURNPOST_SMTP_URL/,
    ],
  },
  {
    what: 'imaps:// at a port without TLS',
    seed: (ground) => imap(ground.port('TURNPOST_IMAP_URL'), 'imaps'),
    finds: ['imap', /starts without TLS/, /Write imap:\/\//],
  },
  {
    what: 'imaps:// at the port of the SMTP server',
    seed: (ground) => imap(ground.port('TURNPOST_SMTP_URL'), 'imaps'),
    finds: ['imap', /is an SMTP server/, /993/],
  },
  {
    what: 'imap:// at a port that wants TLS',
    seed: async (ground) => imap((await overTls(ground)).port),
    isSilent: true,
    finds: ['imap', /expects TLS from the start, but/, /Write imaps:\/\//],
  },
  {
    what: 'the port of a POP3 server',
    seed: async (ground) => imap(await plain(ground, '+OK ready')),
    finds: ['imap', /is another kind of server.*\+OK ready/, /993/],
  },
  {
    what: 'a port that nobody listens at',
    seed: async () => imap(await freePort()),
    finds: ['imap', /Nothing listens.*ECONNREFUSED/, /993 with imaps/],
  },
  {
    what: 'a host that there is not',
    seed: () => smtp(465, 'smtps', 'smtp.no-such-host.invalid'),
    finds: [
      'smtp',
      /no-such-host\.invalid.*(?:ENOTFOUND|EAI_AGAIN|ETIMEDOUT)|The host smtp\.no-such-host/,
      /TURNPOST_SMTP_URL/,
    ],
  },
  {
    what: 'a server that never greets',
    seed: async (ground) => imap(await plain(ground, '')),
    isSilent: true,
    finds: ['imap', /sends no greeting/, /port.*ask its operator/],
  },
  {
    what: 'a server with TLS that never greets',
    seed: async (ground) => smtp(await plain(ground, ''), 'smtps'),
    isSilent: true,
    finds: ['smtp', /does not complete the TLS handshake/, /465/],
  },
  {
    what: 'a server that stops after its greeting',
    seed: async (ground) => smtp(await plain(ground, '220 mx ready')),
    isSilent: true,
    finds: ['smtp', /stops answering after the greeting/, /try again later, or ask/],
  },
  {
    what: 'a server that stops in the middle of the login',
    seed: async (ground) =>
      imap(
        await plain(ground, IMAP_GREETING, (line) =>
          imapAnswers(line).replace('c1', line.split(' ')[0] ?? ''),
        ),
      ),
    isSilent: true,
    finds: ['imap', /stops answering at the login/, /try again later, or ask/],
  },
  {
    what: 'a server that turns us away',
    seed: async (ground) => smtp(await plain(ground, '554 5.7.1 your network is listed')),
    finds: ['smtp', /refuses connections from this machine.*network is listed/, /Ask the operator/],
  },
  {
    what: 'a server that is busy',
    seed: async (ground) =>
      imap(await plain(ground, '* BYE too many connections, try again later')),
    finds: ['imap', /refuses the connection for now.*too many/, /Try again later/],
  },
  {
    what: 'a certificate of a private authority',
    seed: async (ground) => imap((await overTls(ground)).port, 'imaps'),
    finds: ['imap', /authority that this machine does not know: authority/, /TURNPOST_CA_FILE/],
  },
  {
    what: 'a certificate for another name',
    seed: async (ground) => imap((await overTls(ground, 'DNS:mail.example.org')).port, 'imaps'),
    finds: [
      'imap',
      /is for mail\.example\.org and not for 127\.0\.0\.1/,
      /TURNPOST_CA_FILE.*server name/,
    ],
  },
  {
    what: 'a certificate for another name, of an authority that is believed',
    seed: async (ground) => {
      const { port, authority } = await overTls(ground, 'DNS:mail.example.org');
      return { env: { ...imap(port, 'imaps').env, TURNPOST_CA_FILE: authority.file } };
    },
    finds: [
      'imap',
      /is for mail\.example\.org and not for 127\.0\.0\.1, the host/,
      /server name from the certificate/,
    ],
  },
  {
    what: 'TLS that is too old',
    seed: async (ground) =>
      imap(
        (
          await overTls(ground, HERE, IMAP_GREETING, {
            minVersion: 'TLSv1',
            maxVersion: 'TLSv1.1',
            ciphers: 'DEFAULT@SECLEVEL=0',
          })
        ).port,
        'imaps',
      ),
    isSilent: true,
    finds: ['imap', /no TLS that is new and strong/, /TLS 1\.2/],
  },
  {
    what: 'no STARTTLS at a host that is not this machine',
    seed: async (ground) =>
      smtp(
        await plain(ground, '220 mx ready', (line) =>
          line.startsWith('EHLO') ? '250 AUTH PLAIN' : '',
        ),
        'smtp',
        ELSEWHERE,
      ),
    finds: ['smtp', /offers no STARTTLS/, /smtps:\/\//],
  },
  {
    what: 'a STARTTLS that is refused',
    seed: async (ground) =>
      imap(
        await plain(ground, IMAP_GREETING, (line) =>
          line.endsWith('STARTTLS')
            ? 's1 NO TLS is broken here'
            : '* CAPABILITY IMAP4rev1 STARTTLS\r\nc1 OK done',
        ),
        'imap',
        ELSEWHERE,
      ),
    finds: ['imap', /STARTTLS but refuses it.*broken here/, /imaps:\/\//],
  },
];
