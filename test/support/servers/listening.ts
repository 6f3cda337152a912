import type { AddressInfo, Server, Socket } from 'node:net';

/** A server that listens on loopback. */
export interface Listening {
  readonly port: number;
  /** Drops all connections. */
  stop(): Promise<void>;
}

/** @param port another one than any that is free */
export async function listening(server: Server, port = 0): Promise<Listening> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket.on('error', () => undefined));
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
