import { composeLetter } from '../mail/compose.ts';
import { aboutOf, mayMeanSender } from '../mail/dsn.ts';
import { makeBase32 } from '../mail/token.ts';
import { withTag } from '../player/address.ts';
import type { Random, Time } from '../ports.ts';
import type { Account } from '../post/account.ts';
import { type Connection, makeConnection, type Outbound } from '../post/connection.ts';
import { err, ok, type Result } from '../result.ts';
import { type Code, type FactsOf, type Finding, finding } from './finding.ts';
import { isPassing, parseReply, quoted, type Reply } from './way/server.ts';

/** A letter of `turnpost check` to ourselves. */
export interface TrialLetter extends Outbound {
  readonly kind: 'plain' | 'tagged';
  /** What its header is known by, wherever it comes to lie. */
  readonly mark: string;
}

const MARK_BYTES = 10;
/** A tag of the length that those of players have. No secret has signed it, so it opens nothing. */
const TAG_BYTES = 15;

/**
 * One letter from the plain address to itself, and one from a tagged address to another: as our own
 * letters leave, and as answers to them arrive. Whoever polls the mailbox knows by the header that they
 * are a machine's, and ours, and does nothing with them.
 *
 * @param forgery a field of Authentication-Results that the mail host should take out
 */
export function trialLetters(
  address: string,
  { time, random }: { readonly time: Time; readonly random: Random },
  forgery?: string,
): Readonly<Record<TrialLetter['kind'], TrialLetter>> {
  const word = (bytes: number) => makeBase32(random.bytes(bytes));
  const check = word(MARK_BYTES);
  const letter = (kind: TrialLetter['kind'], from: string, to: string): TrialLetter => {
    const mark = `check-${check}-${kind}`;
    const raw = composeLetter({
      forgery,
      from: { name: 'Turnpost', address },
      to,
      replyTo: to,
      messageId: `${mark}@${address.slice(address.lastIndexOf('@') + 1)}`,
      inReplyTo: undefined,
      references: [],
      date: time.now(),
      subject: `Turnpost looks whether letters arrive (${mark})`,
      text: 'turnpost check has sent this letter to itself. It can be deleted.\n',
      html: undefined,
      pictures: [],
      attached: [],
      autoSubmitted: 'auto-generated',
      listId: `Turnpost <${address.replace('@', '.')}>`,
    });
    return { kind, mark, from, to, raw };
  };
  const tagged = () => withTag(address, word(TAG_BYTES));
  return {
    plain: letter('plain', address, address),
    tagged: letter('tagged', tagged(), tagged()),
  };
}

/** A step that a submission server has refused, or at which it has gone. */
interface SmtpRefusal {
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
export const trialHandOver = (connection: Connection, letter: Outbound, ms: number) =>
  refusedIn(connection, ms, () => connection.send(letter, () => undefined));

/** What nodemailer tells of a failure. */
interface Failure extends Error {
  readonly code?: string;
  readonly originalCode?: string;
  readonly response?: string | false;
  readonly command?: string;
}

const STEPS: Readonly<Record<string, SmtpRefusal['at']>> = {
  AUTH: 'login',
  MAIL: 'sender',
  RCPT: 'recipient',
  DATA: 'letter',
};

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
    const { code, originalCode, response, command = '', message } = error as Failure;
    return {
      at: STEPS[command.slice(0, 4)] ?? (code === 'EAUTH' ? 'login' : 'connection'),
      said: response || (originalCode ?? code ?? message),
      isSaid: Boolean(response) || code === 'EAUTH',
    };
  } finally {
    clearTimeout(timer);
  }
}

/** Whether the server tries such a letter under the plain sender. */
export const isTriedPlain = ({ at, said, isSaid }: SmtpRefusal): boolean =>
  isSaid && said.startsWith('5') && (at === 'sender' || mayMeanSender(parseReply(said).status));

/** What the refusal of a letter to ourselves is about. */
type Matter = 'full' | 'size' | 'volume' | 'relay' | 'login' | 'sender' | 'unknown' | 'other';

/** By the status (RFC 3463, section 3), or the code in front of it. */
const BY_STATUS: readonly (readonly [RegExp, Matter])[] = [
  [/ [45]\.2\.2$/, 'full'],
  [/ [45]\.(?:2\.3|3\.4)$/, 'size'],
  [/^530 /, 'login'],
  [/ [45]\.1\.(?:[12346]|10)$/, 'unknown'],
  [/ [45]\.(?:1\.[78]|7\.60|2\.252)$/, 'sender'],
  [/ [45]\.7\.54$/, 'relay'],
  // Whose trouble it is, these say; what it is, they do not.
  [/ [45]\.[13]\.\d+$/, 'other'],
];
/** By the words, the most telling first. */
const BY_WORDS: readonly (readonly [RegExp, Matter])[] = [
  [/\brelay/i, 'relay'],
  [/authentication (?:is )?required|not (?:authenticated|logged in)|log ?in first/i, 'login'],
  [/\bsender\b|not owned|send ?as\b|\bsend as\b/i, 'sender'],
  [/\bsize\b|too (?:big|large|long)\b/i, 'size'],
  [/\bquota\b|over ?limit|mailbox (?:is )?full|insufficient (?:system )?storage/i, 'full'],
  [
    /\bdaily\b|limit exceeded|too many (?:messages|recipients|letters)|\brate\b|sending limit/i,
    'volume',
  ],
  [/unknown|no such|does(?: not|n't) exist|not found|no mailbox|invalid recipient/i, 'unknown'],
];

function matterOf({ code, status = '', words }: Reply): Matter {
  if (aboutOf(status) === 'volume') return 'volume';
  const known = BY_STATUS.find(([sign]) => sign.test(`${code} ${status}`));
  return known?.[1] ?? BY_WORDS.find(([sign]) => sign.test(words))?.[1] ?? 'other';
}

/**
 * Why a letter to ourselves was not taken.
 *
 * @param address of the server
 */
export function refusedFinding(
  { kind, from, to }: Pick<TrialLetter, 'kind' | 'from' | 'to'>,
  { at, said, isSaid }: SmtpRefusal,
  address: string,
): Finding {
  const words = quoted(said);
  const told = (code: Code & `letter/${string}`) =>
    finding(code, { words, address, from, to } as FactsOf<typeof code>);
  if (!isSaid) return told('letter/stopped');
  const reply = parseReply(said);
  const matter = matterOf(reply);
  const isForNow = isPassing(reply) === true;
  const isOfSender = matter === 'sender' || at === 'sender';
  if (matter !== 'sender' && matter !== 'unknown' && matter !== 'other') {
    return told(`letter/${matter}`);
  }
  if (isOfSender && !isForNow) return told('letter/sender');
  if (at === 'recipient' && !isOfSender) {
    if (kind === 'tagged') return told('letter/tag-refused');
    if (matter === 'unknown') return told('letter/no-mailbox');
    return told(isForNow ? 'letter/not-now-to' : 'letter/not-to');
  }
  return told(isForNow ? 'letter/not-now' : 'letter/refused');
}
