import type { ConfigDraft } from '../../config.ts';
import { forgeryAs } from '../../mail/authentication-results.ts';
import type { Account } from '../../post/account.ts';
import type { Connection } from '../../post/connection.ts';
import { notesFolderName } from '../../post/notes.ts';
import { openVisit, type Visit } from '../../post/visit.ts';
import { err, type Result } from '../../result.ts';
import { checkLimits } from '../../server-limits.ts';
import { findNotes } from '../../service/process/fence.ts';
import { holderOf, holderText } from '../../service/process/fence-note.ts';
import { lockId } from '../../store/file/lock.ts';
import { type CheckContext, type Finding, finding } from './finding.ts';
import { letterFindings } from './letters.ts';
import { checkMailbox } from './mailbox.ts';
import { accessFindings, type LoginFailure, loginFinding, wireFindings } from './server-talk.ts';
import { openTrialSubmission, trialLetters } from './trial.ts';
import { type Protocol, probeWire, type WireFacts } from './wire.ts';

type LoginResult<T> = Result<T, LoginFailure>;

/** Checks both mail servers, at the same time; if asked to, it sends test letters through the submission server. */
export async function* serverFindings(
  draft: ConfigDraft,
  context: CheckContext,
  isPolled: boolean,
): AsyncGenerator<Finding> {
  const { imap, smtp } = draft;
  const tokenFindings = await accessFindings([imap, smtp]);
  yield* tokenFindings;
  if (tokenFindings.some(({ level }) => level === 'wrong')) return;
  const timeouts = context.timeouts ?? checkLimits;
  const now = context.time.now();
  const [imapResult, smtpResult] = await Promise.all([
    imap && probeAndLogIn('imap', imap, timeouts.stepMs, now, openImap),
    smtp && probeAndLogIn('smtp', smtp, timeouts.stepMs, now, openSmtp),
  ]);
  const visit = imapResult?.login?.ok ? imapResult.login.value : undefined;
  const connection = smtpResult?.login?.ok ? smtpResult.login.value : undefined;
  const closeBoth = () => {
    visit?.close();
    connection?.cut();
  };
  const timer = setTimeout(closeBoth, timeouts.workMs);
  try {
    if (imap && imapResult) {
      yield* imapResult.findings;
      if (imapResult.login) yield loginFinding('imap', imap, imapResult.login, connection && smtp);
    }
    if (smtp && smtpResult) {
      yield* smtpResult.findings;
      if (smtpResult.login) yield loginFinding('smtp', smtp, smtpResult.login, visit && imap);
      if (connection) yield* smtpFindings(smtpResult.wire, smtp.port);
    }
    yield* mailFindings(draft, { ...context, timeouts }, isPolled, visit, connection);
  } finally {
    clearTimeout(timer);
    closeBoth();
  }
}

/** @returns the findings up to the login, and its result; undefined if it is not reached */
async function probeAndLogIn<T>(
  protocol: Protocol,
  account: Account,
  stepMs: number,
  now: number,
  logIn: (account: Account, ms: number) => Promise<LoginResult<T>>,
) {
  const wire = await probeWire(account, protocol, stepMs);
  const findings = wireFindings(protocol, account, wire, now);
  const isOpen = findings.every(({ level }) => level !== 'wrong');
  const login = isOpen ? await logIn(account, 2 * stepMs) : undefined;
  return { wire, findings, login };
}

const openImap = async (account: Account, ms: number): Promise<LoginResult<Visit>> => {
  const opened = await openVisit(account, ms);
  return opened.ok ? opened : err({ reply: opened.error.said, isRefused: opened.error.isLogin });
};

const openSmtp = async (account: Account, ms: number): Promise<LoginResult<Connection>> => {
  const opened = await openTrialSubmission(account, ms);
  if (opened.ok) return opened;
  const { reply, at, isReply } = opened.error;
  return err({ reply, isRefused: at === 'login' && isReply });
};

/** Checks the capabilities of a submission server. */
function smtpFindings(wire: WireFacts, port: number): readonly Finding[] {
  if (wire.kind !== 'ready') return [];
  const lines = wire.capabilities.join('\n');
  const size = Number(/^250[ -]SIZE (\d+)/im.exec(lines)?.[1] ?? 0);
  const where = port === 25 ? ' on port 25, which is for mail between servers' : '';
  return [
    // Zero is no limit (RFC 1870, section 4).
    ...(size > 0 && size < checkLimits.sizeBytesMin
      ? [finding('size/small', { size, needed: checkLimits.sizeBytesMin })]
      : []),
    ...(/^250[ -]AUTH\b/im.test(lines) ? [] : [finding('smtp/no-login', { where })]),
  ];
}

/** Checks the mailbox and, if the submission server is open too, sends the test letters. */
async function* mailFindings(
  { address, imap, smtp, plus = true, authserv, database }: ConfigDraft,
  { reach, time, random, timeouts = checkLimits }: CheckContext,
  isPolled: boolean,
  visit: Visit | undefined,
  connection: Connection | undefined,
): AsyncGenerator<Finding> {
  const sends = reach === 'letters' && address !== undefined;
  const path = imap?.path || 'INBOX';
  const trial = sends ? trialLetters(address, { time, random }).plain.raw : undefined;
  const mailboxState = visit && (await checkMailbox(visit, path, time, trial));
  if (mailboxState) yield* mailboxState.findings;
  if (visit && mailboxState) {
    yield* await fenceFindings(
      visit,
      path,
      [...mailboxState.nextUids.keys()],
      database,
      time.now(),
    );
  }
  if (!sends || !smtp || !connection) return;
  const domain = address.slice(address.lastIndexOf('@') + 1);
  const letters = trialLetters(address, { time, random }, forgeryAs(authserv?.id ?? domain));
  const { stepMs, letterMs, lookMs } = timeouts;
  const receiver = visit &&
    mailboxState?.isOpen &&
    imap && { visit, mailboxState, user: imap.user, isPolled, letterMs, lookMs };
  const sender = { address, smtp, authserv, letters, plus };
  yield* letterFindings(sender, connection, 2 * stepMs, receiver || undefined);
}

/**
 * Reports whether another server has left a note in the mailbox.
 *
 * @param database path of our database; the note of the server that works on it is ignored
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
  const lock = (database === undefined ? undefined : lockId(database)) ?? '';
  const { holder } = holderOf(notes, { run: '', lock, known: false }, now);
  // A clone of this machine cannot be told apart by reading alone.
  return [
    !holder || holder.lock === lock
      ? finding('other server/none', {})
      : finding('other server/works', { holder: holderText(holder) }),
  ];
}
