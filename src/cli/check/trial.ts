import { composeLetter } from '../../mail/compose.ts';
import { failureCauseOf, mayMeanSender } from '../../mail/dsn.ts';
import { makeBase32 } from '../../mail/token.ts';
import { withTag } from '../../player/address.ts';
import type { Random, Time } from '../../ports.ts';
import { type Account, type WireError, wireCode } from '../../post/account.ts';
import { type Connection, makeConnection, type Outbound } from '../../post/connection.ts';
import { err, ok, type Result } from '../../result.ts';
import { type Code, type FactsOf, type Finding, finding } from './finding.ts';
import { isTemporary, parseReply, quoted, type Reply } from './server-talk.ts';

/** A test letter of `turnpost check` to its own address. */
export interface TrialLetter extends Outbound {
  readonly kind: 'plain' | 'tagged';
  /** A token in its header, to find it in any folder. */
  readonly mark: string;
}

const MARK_BYTES = 10;
/** The tag is as long as that of a player. It is not signed, so it has no effect. */
const TAG_BYTES = 15;

/**
 * A letter from the plain address to itself, and one between two tagged addresses, which is sent like a
 * letter of ours and arrives like a reply. A server that polls the mailbox ignores both, by their header.
 *
 * @param forgery a field of Authentication-Results that the mail host should remove
 */
export function trialLetters(
  address: string,
  { time, random }: { readonly time: Time; readonly random: Random },
  forgery?: string,
): Readonly<Record<TrialLetter['kind'], TrialLetter>> {
  const nonce = (bytes: number) => makeBase32(random.bytes(bytes));
  const check = nonce(MARK_BYTES);
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
      subject: `Turnpost looks whether e-mails arrive (${mark})`,
      text: 'turnpost check has sent this e-mail to itself. It can be deleted.\n',
      html: undefined,
      pictures: [],
      attached: [],
      autoSubmitted: 'auto-generated',
      listId: `Turnpost <${address.replace('@', '.')}>`,
    });
    return { kind, mark, from, to, raw };
  };
  const tagged = () => withTag(address, nonce(TAG_BYTES));
  return {
    plain: letter('plain', address, address),
    tagged: letter('tagged', tagged(), tagged()),
  };
}

/** A step that a submission server refused, or at which the connection broke. */
interface SmtpRefusal {
  readonly at: 'connection' | 'login' | 'sender' | 'recipient' | 'letter';
  /** The reply or, if the connection broke, the error code of the system. */
  readonly reply: string;
  readonly isReply: boolean;
}

/** Logs in. The caller closes the connection. */
export async function openTrialSubmission(
  account: Account,
  ms: number,
): Promise<Result<Connection, SmtpRefusal>> {
  const connection = makeConnection(account, 2 * ms, ms);
  const refusal = await refusalOf(connection, ms, () => connection.login());
  if (!refusal) return ok(connection);
  connection.cut();
  return err(refusal);
}

/** Sends one letter. @returns the refusal; undefined if it was accepted */
export const sendTrial = (connection: Connection, letter: Outbound, ms: number) =>
  refusalOf(connection, ms, () => connection.send(letter, () => undefined));

const STEPS: Readonly<Record<string, SmtpRefusal['at']>> = {
  AUTH: 'login',
  MAIL: 'sender',
  RCPT: 'recipient',
  DATA: 'letter',
};

async function refusalOf(
  connection: Connection,
  ms: number,
  work: () => Promise<void>,
): Promise<SmtpRefusal | undefined> {
  const timer = setTimeout(() => connection.cut(), ms);
  try {
    await work();
    return undefined;
  } catch (error) {
    const { code, response, command = '', message } = error as WireError;
    return {
      at: STEPS[command.slice(0, 4)] ?? (code === 'EAUTH' ? 'login' : 'connection'),
      reply: response || (wireCode(error as WireError) ?? message),
      isReply: Boolean(response) || code === 'EAUTH',
    };
  } finally {
    clearTimeout(timer);
  }
}

/** Whether the server retries such a letter with an envelope sender without a tag. */
export const isRetriedFromPlainSender = ({ at, reply, isReply }: SmtpRefusal): boolean =>
  isReply && reply.startsWith('5') && (at === 'sender' || mayMeanSender(parseReply(reply).status));

/** The cause of the refusal of a test letter. */
type Cause = 'full' | 'size' | 'volume' | 'relay' | 'login' | 'sender' | 'no-mailbox' | 'other';

/** By the status (RFC 3463, section 3), or the reply code before it. */
const BY_STATUS: readonly (readonly [RegExp, Cause])[] = [
  [/ [45]\.2\.2$/, 'full'],
  [/ [45]\.(?:2\.3|3\.4)$/, 'size'],
  [/^530 /, 'login'],
  [/ [45]\.1\.(?:[12346]|10)$/, 'no-mailbox'],
  [/ [45]\.(?:1\.[78]|7\.60|2\.252)$/, 'sender'],
  [/ [45]\.7\.54$/, 'relay'],
  // The other codes name the side at fault, but not the fault.
  [/ [45]\.[13]\.\d+$/, 'other'],
];
/** By the text, the most specific first. */
const BY_WORDS: readonly (readonly [RegExp, Cause])[] = [
  [/\brelay/i, 'relay'],
  [/authentication (?:is )?required|not (?:authenticated|logged in)|log ?in first/i, 'login'],
  [/\bsender\b|not owned|send ?as\b|\bsend as\b/i, 'sender'],
  [/\bsize\b|too (?:big|large|long)\b/i, 'size'],
  [/\bquota\b|over ?limit|mailbox (?:is )?full|insufficient (?:system )?storage/i, 'full'],
  [
    /\bdaily\b|limit exceeded|too many (?:messages|recipients|letters)|\brate\b|sending limit/i,
    'volume',
  ],
  [/unknown|no such|does(?: not|n't) exist|not found|no mailbox|invalid recipient/i, 'no-mailbox'],
];

function causeOf({ code, status = '', words }: Reply): Cause {
  if (failureCauseOf(status) === 'volume') return 'volume';
  const known = BY_STATUS.find(([pattern]) => pattern.test(`${code} ${status}`));
  return known?.[1] ?? BY_WORDS.find(([pattern]) => pattern.test(words))?.[1] ?? 'other';
}

/** The finding about a refused test letter. */
export function refusedFinding(
  { kind, from, to }: Pick<TrialLetter, 'kind' | 'from' | 'to'>,
  { at, reply, isReply }: SmtpRefusal,
  address: string,
): Finding {
  const words = quoted(reply);
  const findingFor = (code: Code & `letter/${string}`) =>
    finding(code, { words, address, from, to } as FactsOf<typeof code>);
  if (!isReply) return findingFor('letter/stopped');
  const parsed = parseReply(reply);
  const cause = causeOf(parsed);
  const isTransient = isTemporary(parsed) === true;
  const concernsSender = cause === 'sender' || at === 'sender';
  if (cause !== 'sender' && cause !== 'no-mailbox' && cause !== 'other') {
    return findingFor(`letter/${cause}`);
  }
  if (concernsSender && !isTransient) return findingFor('letter/sender');
  if (at === 'recipient' && !concernsSender) {
    if (kind === 'tagged') return findingFor('letter/tag-refused');
    if (cause === 'no-mailbox') return findingFor('letter/no-mailbox');
    return findingFor(isTransient ? 'letter/not-now-to' : 'letter/not-to');
  }
  return findingFor(isTransient ? 'letter/not-now' : 'letter/refused');
}
