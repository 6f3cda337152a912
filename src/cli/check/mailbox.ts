import { minuteText, type Time } from '../../ports.ts';
import { PROCESSED_FOLDER } from '../../post/imap.ts';
import type { Visit, VisitRefusal } from '../../post/visit.ts';
import { type Finding, finding } from './finding.ts';
import { isTemporary, parseReply, quoted } from './server-talk.ts';

/** The state of an account before test letters arrive. */
export interface MailboxState {
  readonly findings: readonly Finding[];
  readonly isOpen: boolean;
  /** The folder that is read, and the one for filed letters; undefined: none. */
  readonly path: string;
  readonly filedIn: string | undefined;
  /** The UID of the next letter, by folder. */
  readonly nextUids: ReadonlyMap<string, number>;
}

/** Shares of the quota: full, and nearly full. */
const FULL_SHARE = 0.98;
const NEARLY_FULL_SHARE = 0.9;

/**
 * Opens the mailbox and checks that the server can work in it.
 *
 * @param trial a letter that is put into `Processed` and removed again; the folder is created if it is missing.
 *   Undefined: nothing is changed
 */
export async function checkMailbox(
  visit: Visit,
  path: string,
  time: Time,
  trial: Uint8Array | undefined,
): Promise<MailboxState> {
  const listed = await visit.folders();
  const folders = listed.ok ? listed.value : [];
  const nextUids = new Map(folders.map(({ path: each, uidNext }) => [each, uidNext]));
  const names = folders.map(({ path: each }) => each);
  const opened = await visit.open(path);
  const state = { path, filedIn: undefined, nextUids, isOpen: opened.ok };
  if (!opened.ok) return { ...state, findings: [notOpenedFinding(path, names, opened.error)] };
  const { readOnly, keepsSeen, uidNext } = opened.value;
  nextUids.set(path, uidNext);
  const has = (name: string) => visit.capabilities.has(name);
  const stateCode = readOnly ? 'mailbox/read-only' : keepsSeen ? 'mailbox/ok' : 'mailbox/no-flags';
  const findings = [
    finding(stateCode, { path }),
    ...(has('IDLE') ? [] : [finding('mailbox/no-idle', {})]),
    ...(has('MOVE') || has('UIDPLUS') ? [] : [finding('mailbox/no-move', {})]),
  ];
  if (readOnly) return { ...state, findings };
  const used = (await visit.used(path)) ?? 0;
  if (used >= NEARLY_FULL_SHARE) {
    const code = used < FULL_SHARE ? 'mailbox/little-room' : 'mailbox/no-room';
    findings.push(finding(code, { percent: Math.floor(used * 100) }));
  }
  const existing = names.find((name) => name === PROCESSED_FOLDER || /[./]Processed$/.test(name));
  if (trial === undefined) {
    if (!existing) findings.push(finding('mailbox/folder', { folder: PROCESSED_FOLDER }));
    return { ...state, filedIn: existing, findings };
  }
  const filedIn = existing ?? PROCESSED_FOLDER;
  const made = existing ? undefined : await visit.make(PROCESSED_FOLDER);
  if (!nextUids.has(filedIn)) {
    const box = await visit.open(filedIn);
    if (box.ok) nextUids.set(filedIn, box.value.uidNext);
  }
  if (made && !made.ok) {
    return { ...state, findings: [...findings, filingFinding('created', made.error)] };
  }
  findings.push(...(await tryToFile(visit, filedIn, time, trial)));
  return { ...state, filedIn, findings };
}

/** Appends a letter to the folder for filed letters, and removes it. Its arrival time tests the clock. */
async function tryToFile(
  visit: Visit,
  folder: string,
  time: Time,
  trial: Uint8Array,
): Promise<readonly Finding[]> {
  // Without UIDPLUS it could not be removed safely.
  if (!visit.capabilities.has('UIDPLUS')) return [];
  const since = time.now();
  const put = await visit.append(folder, trial);
  const until = time.now();
  if (!put.ok) return [filingFinding('written to', put.error)];
  const uid = put.value;
  if (uid === undefined) return [];
  const heads = await visit.heads(folder, uid);
  await visit.remove(folder, [uid]);
  const theirs = heads.ok ? heads.value.find((head) => head.uid === uid)?.arrivedAt : undefined;
  return [
    finding('mailbox/filed', { folder }),
    ...(theirs === undefined ? [] : [clockFinding('the mailbox', theirs, since, until)]),
  ];
}

function notOpenedFinding(
  path: string,
  names: readonly string[],
  { code, said }: VisitRefusal,
): Finding {
  const words = quoted(said);
  if (code === 'ETIMEDOUT' || /^E[A-Z]+$/.test(said) || /does not answer/.test(said)) {
    return finding('mailbox/stopped', { path, words });
  }
  if (isTemporary(parseReply(said)) === true) return finding('mailbox/later', { path, words });
  const isDenied =
    code === undefined ? /permission|denied|not allowed/i.test(said) : code === 'NOPERM';
  if (names.includes(path) || isDenied) return finding('mailbox/denied', { path, words });
  const others = names.slice(0, 8).join(', ') || 'none';
  return finding('mailbox/missing', { path, words, others });
}

/** Whether a refusal means that there is no room (RFC 5530, section 3; RFC 9208, section 4.4). */
export const isFull = ({ code, said }: VisitRefusal): boolean =>
  code === undefined
    ? /\bquota\b|\bfull\b|\bno (?:more )?(?:space|room)\b/i.test(said)
    : code === 'OVERQUOTA';

const filingFinding = (done: 'created' | 'written to', refusal: VisitRefusal): Finding =>
  finding(isFull(refusal) ? 'mailbox/full' : 'mailbox/not-filed', {
    words: quoted(refusal.said),
    folder: PROCESSED_FOLDER,
    done,
  });

const MINUTE_MS = 60_000;

/** No synchronised clock is this far off. Turns are counted in days. */
const OFF_MS_MAX = 2 * MINUTE_MS;

const WRONG_MS_MIN = 15 * MINUTE_MS;

/**
 * Compares our clock with that of a mail server.
 *
 * @param theirs their time, in UTC milliseconds; `since` and `until`: ours before and after it was taken
 */
function clockFinding(source: string, theirs: number, since: number, until: number): Finding {
  const off = theirs < since ? theirs - since : Math.max(theirs - until, 0);
  if (Math.abs(off) < OFF_MS_MAX) return finding('clock/right', {});
  return finding(Math.abs(off) < WRONG_MS_MIN ? 'clock/off' : 'clock/far-off', {
    ours: minuteText(since),
    by: source,
    theirs: minuteText(theirs),
    span: spanText(Math.abs(off)),
    way: off < 0 ? 'ahead' : 'behind',
  });
}

function spanText(ms: number): string {
  const minutes = Math.round(ms / MINUTE_MS);
  const hours = Math.round(minutes / 60);
  if (minutes < 100) return `${minutes} minutes`;
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`;
}
