import type { Account } from '../../post/account.ts';
import { type Connection, makeConnection, type Outbound } from '../../post/connection.ts';
import { err, ok, type Result } from '../../result.ts';

/** A step that a submission server has refused, or at which it has gone. */
export interface SmtpRefusal {
  readonly at: 'connection' | 'login' | 'sender' | 'recipient' | 'letter';
  /** What it has said; of a connection that is gone, the system's code. */
  readonly said: string;
  readonly isSaid: boolean;
}

/** Logs in. The caller cuts the connection in the end. */
export async function openTrialSubmission(
  account: Account,
  ms: number,
): Promise<Result<Connection, SmtpRefusal>> {
  const connection = makeConnection(account, 2 * ms, ms);
  const refusal = await refusedIn(connection, ms, () => connection.login());
  if (!refusal) return ok(connection);
  connection.cut();
  return err(refusal);
}

/** Hands over one letter. @returns why it was not taken */
export const trialHandOver = (
  connection: Connection,
  letter: Outbound,
  ms: number,
): Promise<SmtpRefusal | undefined> =>
  refusedIn(connection, ms, () => connection.send(letter, () => undefined));

async function refusedIn(
  connection: Connection,
  ms: number,
  work: () => Promise<void>,
): Promise<SmtpRefusal | undefined> {
  const timer = setTimeout(() => connection.cut(), ms);
  try {
    await work();
    return undefined;
  } catch (error) {
    return refusalOf(error as Failure);
  } finally {
    clearTimeout(timer);
  }
}

/** What nodemailer tells of a failure. */
interface Failure extends Error {
  readonly code?: string;
  readonly originalCode?: string;
  readonly response?: string | false;
  readonly command?: string;
}

const STEPS: readonly (readonly [RegExp, SmtpRefusal['at']])[] = [
  [/^AUTH/, 'login'],
  [/^MAIL/, 'sender'],
  [/^RCPT/, 'recipient'],
  [/^DATA/, 'letter'],
];

function refusalOf({ code, originalCode, response, command = '', message }: Failure): SmtpRefusal {
  const at = STEPS.find(([sign]) => sign.test(command))?.[1];
  return {
    at: at ?? (code === 'EAUTH' ? 'login' : 'connection'),
    said: response || (originalCode ?? code ?? message),
    isSaid: Boolean(response) || code === 'EAUTH',
  };
}
