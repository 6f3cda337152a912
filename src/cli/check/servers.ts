import type { ConfigDraft } from '../../config.ts';
import { forgeryAs } from '../../mail/authentication-results.ts';
import type { Account } from '../../post/account.ts';
import type { Connection } from '../../post/connection.ts';
import { notesFolderName } from '../../post/notes.ts';
import { openVisit, type Visit } from '../../post/visit.ts';
import { err, type Result } from '../../result.ts';
import { checkSizeBytesMin } from '../../server-limits.ts';
import { findNotes } from '../../service/process/fence.ts';
import { holderOf, holderText } from '../../service/process/fence-note.ts';
import { lockMark } from '../../store/file/lock.ts';
import { type CheckContext, DEFAULT_TIMEOUTS, type Finding, finding } from './finding.ts';
import { letterFindings } from './letters.ts';
import { clockFinding } from './machine.ts';
import { lookAtMailbox } from './mailbox.ts';
import { accessFindings, type LoginRefusal, loginFinding, wireFindings } from './server-talk.ts';
import { openTrialSubmission, trialLetters } from './trial.ts';
import { type Protocol, probeWire, type WireFacts } from './wire.ts';

type Entered<T> = Result<T, LoginRefusal>;

/**
 * Checks both mail servers, at the same time, and sends letters through them.
 *
 * @param isPolled whether a running server reads the mailbox
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
  const patience = ways.patience ?? DEFAULT_TIMEOUTS;
  const now = ways.time.now();
  const [mail, post] = await Promise.all([
    imap && approach('imap', imap, patience.stepMs, now, openImap),
    smtp && approach('smtp', smtp, patience.stepMs, now, openSmtp),
  ]);
  const visit = mail?.entered?.ok ? mail.entered.value : undefined;
  const connection = post?.entered?.ok ? post.entered.value : undefined;
  const leave = () => {
    visit?.close();
    connection?.cut();
  };
  const timer = setTimeout(leave, patience.workMs);
  try {
    if (imap && mail) {
      yield* mail.findings;
      if (mail.entered) yield loginFinding('imap', imap, mail.entered, connection && smtp);
    }
    if (smtp && post) {
      yield* post.findings;
      if (post.entered) yield loginFinding('smtp', smtp, post.entered, visit && imap);
      if (connection) yield* smtpFindings(post.wire, smtp.port, now);
    }
    yield* betweenFindings(draft, { ...ways, patience }, isPolled, visit, connection);
  } finally {
    clearTimeout(timer);
    leave();
  }
}

/** @returns what is found up to the login, and the login; undefined if it is not reached */
async function approach<T>(
  protocol: Protocol,
  account: Account,
  stepMs: number,
  now: number,
  enter: (account: Account, ms: number) => Promise<Entered<T>>,
) {
  const wire = await probeWire(account, protocol, stepMs);
  const findings = wireFindings(protocol, account, wire, now);
  const isOpen = findings.every(({ level }) => level !== 'wrong');
  const entered = isOpen ? await enter(account, 2 * stepMs) : undefined;
  return { wire, findings, entered };
}

const openImap = async (account: Account, ms: number): Promise<Entered<Visit>> => {
  const opened = await openVisit(account, ms);
  return opened.ok ? opened : err({ said: opened.error.said, isRefused: opened.error.isLogin });
};

const openSmtp = async (account: Account, ms: number): Promise<Entered<Connection>> => {
  const opened = await openTrialSubmission(account, ms);
  if (opened.ok) return opened;
  const { said, at, isSaid } = opened.error;
  return err({ said, isRefused: at === 'login' && isSaid });
};

/** Tolerance for the time in a greeting: a minute either way. */
const GREETED_MS = 60_000;

/** Checks the capabilities and the clock of a submission server. */
function smtpFindings(wire: WireFacts, port: number, now: number): readonly Finding[] {
  if (wire.kind !== 'ready') return [];
  const lines = wire.capabilities.join('\n');
  const size = Number(/^250[ -]SIZE (\d+)/im.exec(lines)?.[1] ?? 0);
  const where = port === 25 ? ' at port 25, which is for mail between servers' : '';
  // Some greetings contain the time (as `Sun, 22 Nov 2026 13:41:02 +0000`).
  const [said = ''] =
    /\b\w{3}, {1,2}\d{1,2} \w{3} \d{4} \d\d:\d\d:\d\d [+-]\d{4}/.exec(wire.greeting) ?? [];
  const theirs = Date.parse(said);
  const [since, until] = [now - GREETED_MS, now + GREETED_MS];
  return [
    // Zero is no limit (RFC 1870, section 4).
    ...(size > 0 && size < checkSizeBytesMin
      ? [finding('size/small', { size, needed: checkSizeBytesMin })]
      : []),
    ...(/^250[ -]AUTH\b/im.test(lines) ? [] : [finding('smtp/no-login', { where })]),
    ...(Number.isNaN(theirs) ? [] : [clockFinding('the submission server', theirs, since, until)]),
  ];
}

/** Checks of both servers, or of the mailbox. */
async function* betweenFindings(
  { address, imap, smtp, plus = true, authserv, database }: ConfigDraft,
  { reach, time, random, patience = DEFAULT_TIMEOUTS }: CheckContext,
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
  const { stepMs, letterMs, lookMs } = patience;
  const awaiting = visit &&
    look?.isOpen &&
    imap && { visit, look, user: imap.user, isPolled, letterMs, lookMs };
  const addressed = { address, smtp, authserv, letters, plus };
  yield* letterFindings(addressed, connection, 2 * stepMs, awaiting || undefined);
}

/**
 * Reports whether another server has left a note in the mailbox.
 *
 * @param mailbox its name
 * @param folders of the account
 * @param database ours, whose own note does not count
 */
export async function fenceFindings(
  visit: Visit,
  mailbox: string,
  folders: readonly string[],
  database: string | undefined,
  now: number,
): Promise<readonly Finding[]> {
  const folder = notesFolderName(mailbox);
  const list = async (fields: readonly string[]) => {
    const kept = await visit.notes(folder, fields);
    return kept.ok ? kept.value : [];
  };
  const notes = folders.includes(folder) ? await findNotes({ list }) : [];
  if (notes.length === 0) return [];
  const lock = (database === undefined ? undefined : lockMark(database)) ?? '';
  const { holder } = holderOf(notes, { run: '', lock, known: false }, now);
  // A clone of this machine cannot be told apart by reading alone.
  return [
    !holder || holder.lock === lock
      ? finding('other server/none', {})
      : finding('other server/works', { holder: holderText(holder) }),
  ];
}
