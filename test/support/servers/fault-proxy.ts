import { createServer, connect as dial, type Socket } from 'node:net';
import { type Listening, listening } from './listening.ts';

/** What happens to a connection on its way. */
export type FaultKind =
  /** Both ends see an orderly end. */
  | 'cut'
  /** Both ends see a reset. */
  | 'reset'
  /** The receiver sees an end; the other direction goes on. */
  | 'half-close'
  /** Nothing more arrives in this direction, and nobody is told. */
  | 'silence'
  /** Everything arrives, a moment later. */
  | 'delay'
  /** Everything arrives, each byte on its own. */
  | 'split';

export type Direction = 'to-client' | 'to-server';

/** One fault. It strikes once, and then the way is clear for good; or it strikes each connection. */
export interface Fault {
  readonly kind: FaultKind;
  readonly direction: Direction;
  /** How many bytes have passed in this direction before it strikes. */
  readonly after: number;
  /** The connection that it strikes: the first one, unless it says `each`. */
  readonly connection?: 'each';
}

/** A way to a server on loopback, on which things go wrong. */
export interface FaultProxy extends Listening {
  /** How many connections there have been, and how many at once at the most. */
  readonly connections: number;
  readonly mostAtOnce: number;
  /** What has passed on the first connection. */
  passed(direction: Direction): Buffer;
}

const DELAY_MS = 30;
const SETTLED_MS = 250;

export async function startFaultProxy(serverPort: number, fault?: Fault): Promise<FaultProxy> {
  const passed: Record<Direction, Buffer[]> = { 'to-client': [], 'to-server': [] };
  let connections = 0;
  let open = 0;
  let mostAtOnce = 1;
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const number = ++connections;
    open++;
    client.once('close', () => open--);
    // The end of the one before may be heard just after this one has begun.
    const settled = setTimeout(() => {
      mostAtOnce = Math.max(mostAtOnce, open);
    }, SETTLED_MS);
    client.once('close', () => clearTimeout(settled));
    const upstream = dial({ port: serverPort, host: '127.0.0.1', allowHalfOpen: true });
    upstream.setNoDelay(true);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      socket.on('error', () => other.destroy());
      socket.once('close', () => other.destroy());
    }
    for (const [from, to, direction] of [
      [client, upstream, 'to-server'],
      [upstream, client, 'to-client'],
    ] as const) {
      const strikes = number === 1 || fault?.connection === 'each';
      const mine = strikes && fault?.direction === direction ? fault : undefined;
      pass(from, to, number === 1 ? passed[direction] : [], mine);
    }
  });
  const { port, stop } = await listening(server);
  return {
    port,
    get connections() {
      return connections;
    },
    get mostAtOnce() {
      return mostAtOnce;
    },
    passed: (direction) => Buffer.concat(passed[direction]),
    stop,
  };
}

/** Passes on what comes, until the fault strikes. */
function pass(from: Socket, to: Socket, keep: Buffer[], fault: Fault | undefined): void {
  let count = 0;
  let struck = false;
  let later = Promise.resolve();
  const write = (chunk: Buffer): void => {
    if (chunk.length === 0 || !to.writable) return;
    keep.push(chunk);
    to.write(chunk);
  };
  from.on('data', (chunk) => {
    if (struck) return;
    if (!fault) return write(chunk);
    const room = fault.after - count;
    count += chunk.length;
    if (chunk.length < room) return write(chunk);
    write(chunk.subarray(0, Math.max(room, 0)));
    const rest = chunk.subarray(Math.max(room, 0));
    if (fault.kind === 'delay' || fault.kind === 'split') {
      const pieces = fault.kind === 'split' ? [...rest].map((byte) => Buffer.from([byte])) : [rest];
      for (const piece of pieces) {
        later = later
          .then(() => pause(fault.kind === 'delay' ? DELAY_MS : 0))
          .then(() => write(piece));
      }
      return;
    }
    struck = true;
    strike(fault.kind, from, to);
  });
  from.on('end', () => void later.then(() => to.end()));
}

function strike(kind: FaultKind, from: Socket, to: Socket): void {
  if (kind === 'reset') {
    from.resetAndDestroy();
    to.resetAndDestroy();
  } else if (kind === 'half-close') {
    to.end();
  } else if (kind === 'cut') {
    // What has been passed on still arrives before the end does.
    to.end();
    from.end();
  }
}

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => (ms === 0 ? setImmediate(resolve) : setTimeout(resolve, ms)));
