import { nearest } from '../command/shape/words.ts';
import type { Time } from '../ports.ts';
import { FILED_IN } from '../post/imap.ts';
import type { Visit, VisitRefusal } from '../post/visit.ts';
import { clockFinding, type MachineClock } from './clock.ts';
import { type Finding, findingsOf } from './finding.ts';
import { isPassing, parseReply, quoted } from './way/reply.ts';

const { ok, warn, wrong } = findingsOf('mailbox');

/** What is known of an account before a letter is awaited in it. */
export interface MailboxLook {
  readonly findings: readonly Finding[];
  /** Whether letters can be awaited in it. */
  readonly isOpen: boolean;
  /** The folder that is read, and the one that letters are moved to; undefined where there is none. */
  readonly path: string;
  readonly filedIn: string | undefined;
  /** The UID that the next letter of each folder will get. */
  readonly nextUids: ReadonlyMap<string, number>;
}

/** From this share on there is little room left. */
const FULL_SHARE = 0.98;
const NEARLY_FULL_SHARE = 0.9;

/**
 * Opens the mailbox and looks whether the server can work in it.
 *
 * @param trial a letter that is put into `Processed` and taken out again; undefined: nothing is changed
 */
export async function lookAtMailbox(
  visit: Visit,
  path: string,
  time: Time,
  trial: Uint8Array | undefined,
): Promise<MailboxLook> {
  const listed = await visit.folders();
  const folders = listed.ok ? listed.value : [];
  const nextUids = new Map(folders.map(({ path: each, uidNext }) => [each, uidNext]));
  const names = folders.map(({ path: each }) => each);
  const opened = await visit.open(path);
  const shut = { path, filedIn: undefined, nextUids, isOpen: false };
  if (!opened.ok) return { ...shut, findings: [missingFinding(path, names, opened.error)] };
  nextUids.set(path, opened.value.uidNext);
  const findings: Finding[] = [...openedFindings(path, opened.value), ...movingFindings(visit)];
  if (opened.value.readOnly) return { ...shut, isOpen: true, findings };
  findings.push(...roomFindings(await visit.used(path)));
  const there = names.find((name) => name === FILED_IN || /[./]Processed$/.test(name));
  if (trial === undefined) {
    if (!there) findings.push(ok(`The folder ${FILED_IN} will be made when it is needed.`));
    return { ...shut, isOpen: true, filedIn: there, findings };
  }
  const filedIn = there ?? FILED_IN;
  const made = there ? undefined : await visit.make(FILED_IN);
  if (!nextUids.has(filedIn)) {
    const box = await visit.open(filedIn);
    if (box.ok) nextUids.set(filedIn, box.value.uidNext);
  }
  if (made && !made.ok) findings.push(filingFinding('made', made.error));
  else findings.push(...(await tryToFile(visit, filedIn, time, trial)));
  return { ...shut, isOpen: true, filedIn: made && !made.ok ? undefined : filedIn, findings };
}

/** Puts a letter where the server moves those that it has dealt with, which also tells the time there. */
async function tryToFile(
  visit: Visit,
  path: string,
  time: Time,
  trial: Uint8Array,
): Promise<readonly Finding[]> {
  // Where it could not be taken away for sure, none is put.
  if (!visit.capabilities.has('UIDPLUS')) return [];
  const since = time.now();
  const put = await visit.append(path, trial);
  const until = time.now();
  if (!put.ok) return [filingFinding('written to', put.error)];
  const uid = put.value;
  if (uid === undefined) return [];
  const heads = await visit.heads(path, uid);
  await visit.remove(path, [uid]);
  const theirs = heads.ok ? heads.value.find((head) => head.uid === uid)?.arrivedAt : undefined;
  // An INTERNALDATE has whole seconds.
  const said: MachineClock | undefined =
    theirs === undefined ? undefined : { by: 'the mailbox', theirs, since, until };
  return [ok(`Letters can be filed in ${path}.`), ...(said ? [clockFinding(said)] : [])];
}

/** A mailbox that cannot be opened. */
function missingFinding(
  path: string,
  names: readonly string[],
  { code, said }: VisitRefusal,
): Finding {
  const words = quoted(said);
  if (code === 'ETIMEDOUT' || /^E[A-Z]+$/.test(said) || /does not answer/.test(said)) {
    return wrong(
      `The IMAP server stops answering when the mailbox ${path} is opened (${words}).`,
      'It is overloaded or broken: try again later, or ask its operator.',
    );
  }
  if (isPassing(parseReply(said)) === true) {
    return wrong(`The mailbox ${path} cannot be opened just now (${words}).`, 'Try again later.');
  }
  const isBarred =
    code === undefined ? /permission|denied|not allowed/i.test(said) : code === 'NOPERM';
  if (names.includes(path) || isBarred) {
    return wrong(
      `The mailbox ${path} is there, and may not be opened (${words}).`,
      'Give the account the right to read and change it, or name a mailbox of its own in TURNPOST_IMAP_URL.',
    );
  }
  const lower = names.map((name) => name.toLowerCase());
  const near = lower.includes(path.toLowerCase()) ? path.toLowerCase() : nearest(path, lower);
  const meant = names.find((name) => name.toLowerCase() === near);
  const others = names.slice(0, 8).join(', ');
  return wrong(
    `The account has no mailbox ${path} (${words}).`,
    meant === undefined
      ? `Write another one behind the host in TURNPOST_IMAP_URL; there are: ${others || 'none'}.`
      : `Write /${meant} behind the host in TURNPOST_IMAP_URL.`,
  );
}

function openedFindings(
  path: string,
  { readOnly, flags }: { readonly readOnly: boolean; readonly flags: boolean },
): readonly Finding[] {
  if (!readOnly && flags) return [ok(`The mailbox ${path} can be read and changed.`)];
  const what = readOnly
    ? `The mailbox ${path} can only be read: letters in it cannot be moved or marked.`
    : `In the mailbox ${path} no letter can be marked as read.`;
  return [
    wrong(
      what,
      'Give the account the right to change it (ACL), or name a mailbox of its own in TURNPOST_IMAP_URL.',
    ),
  ];
}

function movingFindings({ capabilities }: Visit): readonly Finding[] {
  const lacks = ['MOVE', 'UIDPLUS'].filter((name) => !capabilities.has(name));
  const idle = capabilities.has('IDLE')
    ? []
    : [ok('The server lacks IDLE: letters are found at the times of TURNPOST_POLL.')];
  return lacks.length < 2
    ? idle
    : [
        ...idle,
        warn(
          'The server has neither MOVE nor UIDPLUS, so that letters stay where they are, marked as read.',
          'Empty the mailbox by hand now and then.',
        ),
      ];
}

/** What makes room in a mailbox. */
export const ROOM = 'Delete letters in it, or have the quota raised.';

/** Whether a server says that there is no room (RFC 5530, section 3; RFC 9208, section 4.4). */
export const isFull = ({ code, said }: VisitRefusal): boolean =>
  code === undefined
    ? /\bquota\b|\bfull\b|\bno (?:more )?(?:space|room)\b/i.test(said)
    : code === 'OVERQUOTA';

function roomFindings(used: number | undefined): readonly Finding[] {
  if (used === undefined || used < NEARLY_FULL_SHARE) return [];
  const what = `The mailbox is ${Math.floor(used * 100)} percent full (its quota).`;
  return [used < FULL_SHARE ? warn(what, ROOM) : wrong(what, ROOM)];
}

/** Letters that have been dealt with cannot be put away. */
function filingFinding(what: 'made' | 'written to', refusal: VisitRefusal): Finding {
  const words = quoted(refusal.said);
  return isFull(refusal)
    ? wrong(`The mailbox is full: its quota is used up (${words}).`, ROOM)
    : wrong(
        `The folder ${FILED_IN}, where letters go that have been dealt with, cannot be ${what} (${words}).`,
        `Make it by hand in a mail program, or have the account be allowed to make and fill it.`,
      );
}
