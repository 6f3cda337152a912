import type { AddressInfo, Server, Socket } from 'node:net';
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server';
import { addressKey, splitTag } from '../src/player/address.ts';
import { postedBytesMax } from './limits.ts';

/** Somebody who has a mailbox at the post office. */
interface Person {
  readonly address: string;
  readonly password: string;
  /** Whether letters without a return address are taken from here, as from a server. */
  readonly nullSender?: boolean;
}

export interface PostOfficeOptions {
  /** The name that the servers give themselves. */
  readonly domain: string;
  readonly people: readonly Person[];
  /** UTC milliseconds. */
  readonly now: () => number;
}

/** Real mail servers in memory, on loopback. */
export interface PostOffice {
  imapUrl(address: string): string;
  smtpUrl(address: string): string;
  /** Closes everything and forgets all letters. Takes at most a fraction of a second. */
  stop(): Promise<void>;
}

/** The servers are not installed; the message says how they are added. */
export class PostOfficeMissing extends Error {}

const HOST = '127.0.0.1';
// CREATE, LIST, STATUS and the like need no plugin.
const PLUGINS =
  'ID SASL-IR AUTH-PLAIN NAMESPACE IDLE ENABLE CONDSTORE LITERALPLUS UNSELECT SPECIAL-USE MOVE UIDPLUS';

/**
 * Starts one IMAP server a mailbox and one SMTP submission server for all of them. Letters to
 * `name+tag@…` go to `name@…`, unchanged below the three lines that a server puts on top.
 *
 * @throws PostOfficeMissing when the servers are not installed
 */
export async function startPostOffice(options: PostOfficeOptions): Promise<PostOffice> {
  const { hoodiecrow, SMTPServer } = await loadServers();
  const boxes = new Map<string, Box>();
  const running: Running[] = [];
  const stop = async () => {
    await Promise.all(running.map((each) => each.stop()));
  };
  try {
    for (const person of options.people) {
      const box = await openBox(hoodiecrow, person, options.now());
      boxes.set(addressKey(person.address), box);
      running.push(box);
    }
    const smtp = await openSubmission(SMTPServer, options, boxes);
    running.push(smtp);
    const url = (protocol: 'imap' | 'smtp', address: string): string => {
      const box = boxes.get(addressKey(address));
      if (!box) throw new Error(`${address} has no mailbox at the post office`);
      const login = [box.person.address, box.person.password].map(encodeURIComponent).join(':');
      return protocol === 'imap'
        ? `imap://${login}@${HOST}:${box.port}/INBOX`
        : `smtp://${login}@${HOST}:${smtp.port}`;
    };
    return {
      imapUrl: (address) => url('imap', address),
      smtpUrl: (address) => url('smtp', address),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Running {
  readonly port: number;
  stop(): Promise<void>;
}

interface Box extends Running {
  readonly person: Person;
  put(raw: Buffer, at: number): void;
}

/**
 * Only developing needs them, so they are not on a machine that has the program alone.
 * `docs/dependencies.md` says why.
 */
const SERVERS = 'hoodiecrow-imap@2.1.0 smtp-server@3.21.6';

async function loadServers() {
  try {
    const { default: hoodiecrow } = await import('hoodiecrow-imap');
    const { SMTPServer } = await import('smtp-server');
    return { hoodiecrow, SMTPServer };
  } catch (error) {
    if (!/MODULE_NOT_FOUND$/.test((error as NodeJS.ErrnoException).code ?? '')) throw error;
    throw new PostOfficeMissing(`The sandbox needs two mail servers, which are not installed here. To add them:
  npm install --no-save ${SERVERS}
or, where Turnpost was installed with -g:
  npm install -g ${SERVERS}
To run it for others instead, set TURNPOST_ADDRESS and the variables beside it.`);
  }
}

type Servers = Awaited<ReturnType<typeof loadServers>>;

async function openBox(
  hoodiecrow: Servers['hoodiecrow'],
  person: Person,
  at: number,
): Promise<Box> {
  // A new UIDVALIDITY each start (RFC 9051, section 2.3.1.1): a client that kept an older
  // database must not take new letters for old ones.
  const uidvalidity = Math.floor(at / 1000);
  const imap = hoodiecrow({
    plugins: PLUGINS.split(' '),
    users: { [person.address]: { password: person.password } },
    storage: {
      INBOX: { uidvalidity },
      '': {
        folders: { Sent: { uidvalidity, 'special-use': '\\Sent' }, Processed: { uidvalidity } },
      },
    },
  });
  imap.connectionHandlers.push((connection) => {
    connection.socket.on('close', () => {
      // A client that vanishes while it idles would leave a timer of half an hour behind.
      if (connection.inputHandler) connection.inputHandler('DONE');
    });
  });
  return {
    ...(await listen(imap.server)),
    person,
    put: (raw, now) => imap.appendMessage('INBOX', [], internalDate(now), raw.toString('binary')),
  };
}

async function openSubmission(
  SMTPServer: Servers['SMTPServer'],
  { domain, now }: PostOfficeOptions,
  boxes: ReadonlyMap<string, Box>,
): Promise<Running> {
  const boxOf = (address: string) => boxes.get(addressKey(splitTag(address).base));
  const loggedIn = ({ user }: SMTPServerSession) => user as Person;

  const smtp = new SMTPServer({
    name: domain,
    banner: 'Turnpost sandbox',
    // Loopback only: nothing to encrypt, and nobody to look up.
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    size: postedBytesMax,
    rejectOversized: true,
    logger: false,
    onAuth({ username = '', password }, _session, done) {
      const person = boxes.get(addressKey(username))?.person;
      if (!person || person.password !== password)
        return done(refusal(535, 'Wrong user or password'));
      done(null, { user: person });
    },
    onMailFrom({ address }, session, done) {
      const { address: own, nullSender = false } = loggedIn(session);
      const allowed =
        address === '' ? nullSender : addressKey(splitTag(address).base) === addressKey(own);
      done(allowed ? null : refusal(553, `You are logged in as ${own}, not as <${address}>`));
    },
    onRcptTo({ address }, _session, done) {
      done(boxOf(address) ? null : refusal(550, `There is no mailbox <${address}> here`));
    },
    onData(stream, session, done) {
      bytesOf(stream).then((raw) => {
        const at = now();
        if (!stream.sizeExceeded) {
          for (const { address } of session.envelope.rcptTo) {
            boxOf(address)?.put(Buffer.concat([trace(session, address, domain, at), raw]), at);
          }
        }
        done();
      }, done);
    },
  });
  // A client that breaks off is no reason to end the program.
  smtp.on('error', () => undefined);
  return listen(smtp.server);
}

const refusal = (responseCode: number, text: string): Error =>
  Object.assign(new Error(text), { responseCode });

/** The lines that the last server puts on top of a letter (RFC 5321, section 4.4). */
function trace(session: SMTPServerSession, to: string, domain: string, at: number): Buffer {
  const { mailFrom } = session.envelope;
  const client = session.hostNameAppearsAs.replace(/[^\w.:[\]-]/g, '?');
  const lines = [
    `Return-Path: <${mailFrom ? mailFrom.address : ''}>`,
    `Delivered-To: ${to}`,
    `Received: from ${client} ([${session.remoteAddress}])`,
    `\tby ${domain} with ${session.transmissionType} id ${session.id}`,
    `\tfor <${to}>; ${new Date(at).toUTCString().replace('GMT', '+0000')}`,
    '',
  ];
  return Buffer.from(lines.join('\r\n'));
}

async function bytesOf(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) if (!stream.sizeExceeded) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** `21-Nov-2025 02:10:00 +0000`; hoodiecrow's own form is wrong where a zone is not a whole hour. */
function internalDate(at: number): string {
  const [, day, month, year, time] = new Date(at).toUTCString().split(' ');
  return `${day}-${month}-${year} ${time} +0000`;
}

/** Listens on a port that the system chooses. */
function listen(server: Server): Promise<Running> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    // Hoodiecrow answers in several small writes; with Nagle's algorithm each takes 45 ms.
    socket.setNoDelay(true);
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, HOST, () => {
      server.off('error', reject);
      resolve({ port: (server.address() as AddressInfo).port, stop });
    });
  });
}
