import { connect, createServer, type Socket } from 'node:net';
import { type Listening, listening } from './listening.ts';

/** What becomes of a line on its way to the server. */
export type Turn =
  /** Another line goes on in its place. */
  | { readonly pass: string }
  /** The server never sees it, and this is answered in its place. */
  | { readonly answer: string }
  /** Nobody ever answers. */
  | 'silence';

/**
 * A way to a server that talks in lines, on which somebody says other things in its place.
 *
 * @param turn asked for each line from the client; undefined lets it pass
 * @param spoken the same for the lines of the server: what it is to have said
 */
export async function startLineProxy(
  serverPort: number,
  turn: (line: string) => Turn | undefined,
  spoken: (line: string) => string = (line) => line,
): Promise<Listening> {
  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ port: serverPort, host: '127.0.0.1', noDelay: true });
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      socket.on('error', () => other.destroy());
      socket.once('close', () => other.destroy());
      socket.on('end', () => other.end());
    }
    inLines(upstream, (line) => client.writable && client.write(`${spoken(line)}\r\n`, 'latin1'));
    inLines(client, (line) => {
      const turned = turn(line) ?? { pass: line };
      if (turned === 'silence') return;
      if ('answer' in turned) client.write(`${turned.answer}\r\n`, 'latin1');
      else upstream.write(`${turned.pass}\r\n`, 'latin1');
    });
  });
  return listening(server);
}

function inLines(socket: Socket, take: (line: string) => void): void {
  let heard = '';
  socket.on('data', (chunk) => {
    const lines = (heard + chunk.toString('latin1')).split('\r\n');
    heard = lines.pop() ?? '';
    for (const line of lines) take(line);
  });
}
