import { createServer, type Socket } from 'node:net';
import { type Listening, listening } from './listening.ts';

/** An IMAP server that does as it is told, for what real ones do only on a bad day. */
export interface FakeImap extends Listening {
  /** How often somebody has logged in. */
  logins(): number;
}

/** What the server does with a command; `false` leaves it to the server. */
export type OnFetch = (command: string, tag: string, socket: Socket) => boolean;

/**
 * A mailbox with these letters, under the UIDs 1, 2, …
 *
 * @param refusal what the server answers to a LOGIN instead of OK, if anything
 * @param onCommand is asked about all other commands
 * @param greeting what it says first
 */
export async function startFakeImap(
  letters: readonly string[],
  onFetch: OnFetch,
  refusal: () => string | undefined = () => undefined,
  onCommand: OnFetch = () => false,
  greeting: () => string = () => '* OK [CAPABILITY IMAP4rev1 IDLE] ready',
): Promise<FakeImap> {
  let logins = 0;
  const idleTags = new Map<Socket, string>();
  const server = createServer((socket) => {
    socket.write(`${greeting()}\r\n`);
    let buffered = '';
    socket.on('data', (chunk) => {
      buffered += chunk.toString('latin1');
      const lines = buffered.split('\r\n');
      buffered = lines.pop() ?? '';
      for (const line of lines) answer(socket, line);
    });
  });
  const answer = (socket: Socket, line: string): void => {
    const [tag = '', ...rest] = line.split(' ');
    const command = rest.join(' ').toUpperCase();
    const ok = (...data: readonly string[]) =>
      socket.write([...data.map((each) => `* ${each}`), `${tag} OK done`, ''].join('\r\n'));
    if (!command.startsWith('LOGIN') && onCommand(command, tag, socket)) return;
    if (command.startsWith('LOGIN')) {
      logins++;
      const no = refusal();
      if (no) socket.write(`${tag} ${no}\r\n`);
      else ok();
    } else if (command.startsWith('SELECT')) {
      ok(
        `${letters.length} EXISTS`,
        'OK [UIDVALIDITY 1] ok',
        'OK [UIDNEXT 99] ok',
        'FLAGS (\\Seen)',
      );
    } else if (command.startsWith('IDLE')) {
      idleTags.set(socket, tag);
      socket.write('+ idling\r\n');
    } else if (line === 'DONE') {
      socket.write(`${idleTags.get(socket)} OK done\r\n`);
    } else if (command.startsWith('UID FETCH')) {
      if (!onFetch(command, tag, socket)) ok(...fetched(command));
    } else {
      ok(...(command === 'CAPABILITY' ? ['CAPABILITY IMAP4rev1 IDLE'] : []));
    }
  };
  const fetched = (command: string): readonly string[] => {
    const [, , range = ''] = command.split(' ');
    const wanted = (uid: number) =>
      range.includes('*') || range.split(',').some((each) => Number(each) === uid);
    return letters.flatMap((letter, index) => {
      if (!wanted(index + 1)) return [];
      const source = command.includes('BODY') ? ` BODY[] {${letter.length}}\r\n${letter}` : '';
      return [`${index + 1} FETCH (UID ${index + 1} RFC822.SIZE ${letter.length}${source})`];
    });
  };
  return { ...(await listening(server)), logins: () => logins };
}
