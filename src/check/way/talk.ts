import { connect as dial, isIP, type Socket } from 'node:net';
import { connect as dialTls, type TLSSocket } from 'node:tls';
import { type Account, tlsOptions } from '../../post/account.ts';

/** A conversation in lines with whoever listens at a port. */
export interface Talk {
  readonly socket: Socket;
  /** @returns a line without its end; undefined when there comes none in time, or ever */
  hear(): Promise<string | undefined>;
  say(line: string): void;
  /** Lets the socket go, to be talked over in another way. */
  release(): Socket;
  end(): void;
}

/** A line or an answer that is longer is none of a mail server. */
const CHARS_MAX = 64 * 1024;

/**
 * Connects without TLS.
 *
 * @throws Error with the system's code, or `ETIMEDOUT` when it takes too long
 */
export const connectTo = (host: string, port: number, ms: number): Promise<Socket> =>
  settled(dial({ host, port }), 'connect', ms);

/** @throws Error of the handshake. A certificate that is not trusted is none: it is looked at later. */
export const encrypt = (
  socket: Socket,
  { host, ...account }: Pick<Account, 'host' | 'trust'>,
  ms: number,
): Promise<TLSSocket> =>
  settled(
    dialTls({
      ...tlsOptions(account),
      socket,
      host,
      // A number is no name that could be asked for (RFC 6066, section 3).
      servername: isIP(host) ? '' : host,
      rejectUnauthorized: false,
    }),
    'secureConnect',
    ms,
  );

function settled<T extends Socket>(socket: T, event: string, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      clearTimeout(timer);
      socket.destroy();
      reject(error);
    };
    const failWith = (code: string) => () => fail(Object.assign(new Error(code), { code }));
    const timer = setTimeout(failWith('ETIMEDOUT'), ms);
    // Later errors end the conversation by themselves.
    socket.on('error', fail);
    socket.once('close', failWith('ECONNRESET'));
    socket.once(event, () => {
      clearTimeout(timer);
      resolve(socket);
    });
  });
}

/** @param ms how long one line may take */
export function talkOver(socket: Socket, ms: number): Talk {
  let heard = '';
  let over = false;
  let wake: () => void = () => undefined;
  const take = (chunk: Buffer) => {
    heard += chunk.toString('latin1');
    if (heard.length > CHARS_MAX) end();
    wake();
  };
  const finish = () => {
    over = true;
    wake();
  };
  const end = () => {
    finish();
    socket.destroy();
  };
  socket.on('data', take);
  socket.on('close', finish);
  socket.on('end', finish);
  const nextLine = (): string | undefined => {
    const at = heard.indexOf('\n');
    if (at < 0) return undefined;
    const line = heard.slice(0, at).replace(/\r$/, '');
    heard = heard.slice(at + 1);
    return line;
  };
  return {
    socket,
    async hear() {
      const late = Symbol('late');
      let timer: NodeJS.Timeout | undefined;
      const lateness = new Promise((resolve) => {
        timer = setTimeout(resolve, ms, late);
      });
      try {
        for (;;) {
          const line = nextLine();
          if (line !== undefined) return line;
          // What is said without an end of the line is heard, too: some turn us away so.
          if (over) return heard === '' ? undefined : heard;
          const news = new Promise<void>((resolve) => {
            wake = resolve;
          });
          if ((await Promise.race([news, lateness])) === late)
            return heard === '' ? undefined : heard;
        }
      } finally {
        clearTimeout(timer);
      }
    },
    say(line) {
      if (socket.writable) socket.write(`${line}\r\n`);
    },
    release() {
      socket.off('data', take);
      return socket;
    },
    end,
  };
}
