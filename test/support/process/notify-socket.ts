import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { until } from '../servers/ports.ts';

/** Node.js has no datagram sockets of this kind, and Python has. */
const LISTENS = `
import socket, sys
listener = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
listener.bind(sys.argv[1])
print('LISTENS', flush=True)
while True:
    message = listener.recv(4096).decode()
    # What systemd-notify asks to be let go by.
    if message != 'BARRIER=1':
        print(message, flush=True)
`;

export const hasNotify = (): boolean =>
  ['python3', 'systemd-notify'].every((name) => !spawnSync(name, ['--version']).error);

/** What systemd would be told. */
export interface NotifySocket {
  readonly path: string;
  /** Lines, in the order in which they came. */
  told(): readonly string[];
  stop(): void;
}

export async function listenForNotices(path: string): Promise<NotifySocket> {
  const child: ChildProcess = spawn('python3', ['-c', LISTENS, path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let heard = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    heard += chunk.toString();
  });
  await until('somebody listens for notices', () => heard.startsWith('LISTENS\n'));
  return {
    path,
    told: () => heard.split('\n').slice(1, -1),
    stop: () => void child.kill(),
  };
}
