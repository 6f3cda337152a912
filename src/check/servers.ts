import type { ConfigDraft } from '../config.ts';
import { forgeryAs } from '../mail/authentication-results.ts';
import type { Account } from '../post/account.ts';
import type { Connection } from '../post/connection.ts';
import { folderBeside } from '../post/notes.ts';
import { openVisit, type Visit } from '../post/visit.ts';
import { err, type Result } from '../result.ts';
import { checkSizeBytesMin } from '../server-limits.ts';
import { findNotes } from '../service/process/fence.ts';
import { holderOf, holderText } from '../service/process/fence-note.ts';
import { lockMark } from '../store/file/lock.ts';
import { clockFinding, timeIn } from './clock.ts';
import { type CheckContext, type Finding, findingsOf, USUAL_PATIENCE } from './finding.ts';
import { type Awaiting, letterFindings } from './letters/letters.ts';
import { trialLetters } from './letters/words.ts';
import { lookAtMailbox } from './mailbox.ts';
import { accessFindings, type LoginFacts, loginFinding, tokenFinding } from './way/login-words.ts';
import { openTrialSubmission } from './way/submission.ts';
import { type Protocol, probeWire, type WireFacts } from './way/wire.ts';
import { variableOf, wireFindings } from './way/wire-words.ts';

/** How far one got with one of the two servers. */
interface Side<T> {
  readonly findings: readonly Finding[];
  readonly wire: WireFacts;
  /** The login; undefined when one did not get so far. */
  readonly entered: Result<T, Pick<LoginFacts, 'said' | 'isRefused'>> | undefined;
}

/**
 * Opens both mail servers, at the same time, and sends letters from one to the other.
 *
 * @param isPolled whether a server works with the mailbox just now
 */
export async function* serverFindings(
  draft: ConfigDraft,
  ways: CheckContext,
  isPolled: boolean,
): AsyncGenerator<Finding> {
  const { imap, smtp } = draft;
  const tokens = await accessFindings([imap, smtp]);
  yield* tokens;
  if (tokens.some(({ level }) => level === 'wrong')) return;
  const patience = ways.patience ?? USUAL_PATIENCE;
  const now = ways.time.now();
  const [mail, post] = await Promise.all([
    imap && approach('imap', imap, patience.stepMs, now, visitTo),
    smtp && approach('smtp', smtp, patience.stepMs, now, submissionTo),
  ]);
  const visit = gainOf(mail);
  const connection = gainOf(post);
  const leave = () => {
    visit?.close();
    connection?.cut();
  };
  const enough = setTimeout(leave, patience.workMs);
  try {
    if (imap && mail) yield* sideFindings('imap', imap, mail, smtp, connection !== undefined);
    if (smtp && post) yield* sideFindings('smtp', smtp, post, imap, visit !== undefined);
    if (post && connection) yield* offerFindings(post.wire, smtp?.port, now);
    yield* betweenFindings(draft, { ...ways, patience }, isPolled, visit, connection);
  } finally {
    clearTimeout(enough);
    leave();
  }
}

const gainOf = <T>(side: Side<T> | undefined): T | undefined =>
  side?.entered?.ok ? side.entered.value : undefined;

async function approach<T>(
  protocol: Protocol,
  account: Account,
  stepMs: number,
  now: number,
  enter: (account: Account, ms: number) => Promise<NonNullable<Side<T>['entered']>>,
): Promise<Side<T>> {
  const wire = await probeWire(account, protocol, stepMs);
  const findings = wireFindings(protocol, account, wire, now);
  const isOpen = findings.every(({ level }) => level !== 'wrong');
  return { findings, wire, entered: isOpen ? await enter(account, 2 * stepMs) : undefined };
}

const visitTo = async (
  account: Account,
  ms: number,
): Promise<NonNullable<Side<Visit>['entered']>> => {
  const opened = await openVisit(account, ms);
  return opened.ok ? opened : err({ said: opened.error.said, isRefused: opened.error.isLogin });
};

const submissionTo = async (
  account: Account,
  ms: number,
): Promise<NonNullable<Side<Connection>['entered']>> => {
  const opened = await openTrialSubmission(account, ms);
  if (opened.ok) return opened;
  const { said, at, isSaid } = opened.error;
  return err({ said, isRefused: at === 'login' && isSaid });
};

/** What is said of one side; `otherWorks`: one can log in at the other one. */
function sideFindings(
  protocol: Protocol,
  account: Account,
  { findings, entered }: Side<unknown>,
  other: Account | undefined,
  otherWorks: boolean,
): readonly Finding[] {
  if (!entered) return findings;
  const { host, user, pass, access } = account;
  if (access) return [...findings, tokenFinding(protocol, host, entered)];
  if (entered.ok)
    return [...findings, findingsOf(protocol).ok(`${host} accepts the user and the password.`)];
  const failed: LoginFacts = {
    ...entered.error,
    // The second is what the mechanism PLAIN makes of both.
    hidden: [pass, `\0${user}\0${pass}`],
    user,
    otherWorks: otherWorks && other?.user === user && other.pass !== pass,
  };
  return [...findings, loginFinding(protocol, host, failed)];
}

/** What a submission server says that it can do, and when. */
function offerFindings(wire: WireFacts, port: number | undefined, now: number): readonly Finding[] {
  if (wire.kind !== 'ready') return [];
  const theirs = timeIn(wire.greeting);
  const clock =
    theirs === undefined
      ? []
      : [
          clockFinding({
            by: 'the submission server',
            theirs,
            since: now - 60_000,
            until: now + 60_000,
          }),
        ];
  return [...sizeFindings(wire.capabilities), ...loginOffer(wire.capabilities, port), ...clock];
}

/** @param capabilities the lines of an answer to EHLO */
function sizeFindings(capabilities: readonly string[]): readonly Finding[] {
  const size = Number(/^250[ -]SIZE (\d+)/im.exec(capabilities.join('\n'))?.[1] ?? 0);
  // Zero is no limit (RFC 1870, section 4).
  if (size === 0 || size >= checkSizeBytesMin) return [];
  return [
    findingsOf('size').wrong(
      `The submission server takes letters of ${size} bytes at most (SIZE), and those with large boards have more.`,
      `Have its limit raised to ${checkSizeBytesMin} bytes, better to a megabyte (message_size_limit in Postfix).`,
    ),
  ];
}

function loginOffer(capabilities: readonly string[], port: number | undefined): readonly Finding[] {
  if (capabilities.some((line) => /^250[ -]AUTH\b/i.test(line))) return [];
  return [
    findingsOf('smtp').warn(
      `It offers no login${port === 25 ? ' at port 25, which is for mail between servers' : ''}, so that letters go out without one.`,
      `Unless that is meant, take the port for submission in ${variableOf('smtp')}: 465 with smtps://, or 587 with smtp://.`,
    ),
  ];
}

/** What takes both servers, or the mailbox. */
async function* betweenFindings(
  { address, imap, smtp, plus = true, authserv, database }: ConfigDraft,
  { reach, time, random, patience = USUAL_PATIENCE }: CheckContext,
  isPolled: boolean,
  visit: Visit | undefined,
  connection: Connection | undefined,
): AsyncGenerator<Finding> {
  const sends = reach === 'letters' && address !== undefined;
  const path = imap?.path || 'INBOX';
  const trial = sends ? trialLetters(address, { time, random }).plain.raw : undefined;
  const look = visit && (await lookAtMailbox(visit, path, time, trial));
  if (look) yield* look.findings;
  if (visit && look) {
    yield* await fenceFindings(visit, path, [...look.nextUids.keys()], database, time.now());
  }
  if (!sends || !smtp || !connection) return;
  const domain = address.slice(address.lastIndexOf('@') + 1);
  const letters = trialLetters(address, { time, random }, forgeryAs(authserv?.id ?? domain));
  const waiting = { ms: patience.letterMs, lookMs: patience.lookMs };
  const awaiting: Awaiting | undefined =
    visit && look?.isOpen && imap ? { visit, look, user: imap.user, isPolled, waiting } : undefined;
  const addressed = { address, smtp, authserv, letters, plus };
  yield* letterFindings(addressed, connection, 2 * patience.stepMs, awaiting);
}

const { ok, wrong } = findingsOf('other server');

/**
 * Whether another server works with the mailbox, as far as it has left a note there.
 *
 * @param mailbox its name
 * @param folders of the account
 * @param database ours, whose own note is nobody else's
 */
export async function fenceFindings(
  visit: Visit,
  mailbox: string,
  folders: readonly string[],
  database: string | undefined,
  now: number,
): Promise<readonly Finding[]> {
  const folder = folderBeside(mailbox);
  const list = async (fields: readonly string[]) => {
    const kept = await visit.notes(folder, fields);
    return kept.ok ? kept.value : [];
  };
  const notes = folders.includes(folder) ? await findNotes({ list }) : [];
  if (notes.length === 0) return [];
  const lock = (database === undefined ? undefined : lockMark(database)) ?? '';
  const { holder } = holderOf(notes, { run: '', lock, known: false }, now);
  // A copy of the whole machine is not told from it by one who only looks.
  if (!holder || holder.lock === lock) return [ok('No other server works with the mailbox.')];
  return [
    wrong(
      `Another server works with the mailbox: ${holderText(holder)}.`,
      'Two would play every letter twice. Stop that one; or, to go on here in its place: turnpost takeover',
    ),
  ];
}
