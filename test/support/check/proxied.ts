import { startLineProxy, type Turn } from '../servers/line-proxy.ts';
import { type Fault, GAMES, type Ground, PASSWORD, type Seeded } from './ground.ts';

/** The right servers, but for what somebody on the way puts in their place. */

type Turning = (line: string) => Turn | undefined;

const login = (password: string) => [GAMES, password].map(encodeURIComponent).join(':');

/** @param spoken what the server is to have said */
export async function imapBehind(
  ground: Ground,
  turn: Turning,
  spoken?: (line: string) => string,
): Promise<Seeded> {
  const proxy = await startLineProxy(ground.port('TURNPOST_IMAP_URL'), turn, spoken);
  const url = `imap://${login(PASSWORD)}@127.0.0.1:${ground.keep(proxy).port}/INBOX`;
  return { env: { TURNPOST_IMAP_URL: url } };
}

export async function smtpBehind(
  ground: Ground,
  turn: Turning,
  spoken: (line: string) => string = (line) => line,
): Promise<Seeded> {
  // What is answered on the way would come before the answers to what was said with it.
  const inTurn = (line: string) => spoken(line.replace(/^250([ -])PIPELINING/, '250$1HELP'));
  const proxy = await startLineProxy(ground.port('TURNPOST_SMTP_URL'), turn, inTurn);
  const url = `smtp://${login(PASSWORD)}@127.0.0.1:${ground.keep(proxy).port}`;
  return { env: { TURNPOST_SMTP_URL: url } };
}

/** A no to each IMAP command of a kind. */
export const saysNo =
  (command: RegExp, no: string): Turning =>
  (line) => {
    const [tag = '', ...rest] = line.split(' ');
    return command.test(rest.join(' ')) ? { answer: `${tag} NO ${no}` } : undefined;
  };

/** A reply to each line that begins so. */
export const replies =
  (begin: RegExp, reply: string): Turning =>
  (line) =>
    begin.test(line) ? { answer: reply } : undefined;

/** A command that the IMAP server refuses. */
export const imapRefuses = (
  what: string,
  command: RegExp,
  no: string,
  ...finds: Fault['finds']
): Fault => ({ what, seed: (ground) => imapBehind(ground, saysNo(command, no)), finds });

/** A line that the submission server refuses. */
export const smtpRefuses = (
  what: string,
  begin: RegExp,
  reply: string,
  ...finds: Fault['finds']
): Fault => ({ what, seed: (ground) => smtpBehind(ground, replies(begin, reply)), finds });
