import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { type Listening, listening } from './listening.ts';

/** A server on loopback that greets, and answers each line. */
export interface LineServer extends Listening {
  readonly server: Server;
  /** All that was said to it. */
  heard(): string;
}

/** What is said to a line; nothing if it is empty, and undefined ends the connection. */
export type Answer = (line: string, socket: Socket) => string | undefined;

/** @param options `tls`: it begins with TLS; `port`: another one than any that is free */
export async function startLines(
  greeting: string,
  answer: Answer,
  { tls, port = 0 }: { readonly tls?: TlsOptions; readonly port?: number } = {},
): Promise<LineServer> {
  let heard = '';
  const converse = (socket: Socket): void => {
    socket.on('error', () => undefined);
    if (greeting !== '') socket.write(`${greeting}\r\n`);
    socket.on('data', (chunk) => {
      const text = chunk.toString('latin1');
      heard += text;
      for (const line of text.split('\r\n').slice(0, -1)) {
        const said = answer(line, socket);
        if (said === undefined) socket.destroy();
        else if (said !== '') socket.write(`${said}\r\n`);
      }
    });
  };
  const server = tls ? createTlsServer(tls, converse) : createServer(converse);
  server.on('tlsClientError', () => undefined);
  return {
    server,
    ...(await listening(server, port)),
    heard: () => heard,
  };
}
