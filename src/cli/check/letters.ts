import { type Authserv, hostIn, isForged } from '../../mail/authentication-results.ts';
import { type HeaderField, headerFields, valuesOf } from '../../mail/header.ts';
import type { Account } from '../../post/account.ts';
import type { Connection } from '../../post/connection.ts';
import type { Visit } from '../../post/visit.ts';
import { type Finding, finding } from './finding.ts';
import { isFull, type MailboxLook } from './mailbox.ts';
import { quoted } from './server-talk.ts';
import {
  isRetriedPlain,
  openTrialSubmission,
  refusedFinding,
  sendTrial,
  type TrialLetter,
} from './trial.ts';

/** The sending side of a test. */
interface Addressed {
  readonly address: string;
  readonly smtp: Account;
  readonly authserv: Authserv | undefined;
  readonly letters: Readonly<Record<TrialLetter['kind'], TrialLetter>>;
  /** Whether tagged addresses are in use. */
  readonly plus: boolean;
}

/** The receiving side of a test. */
interface Awaiting {
  readonly visit: Visit;
  readonly look: MailboxLook;
  /** The user of the mailbox. */
  readonly user: string;
  /** Whether a running server polls this mailbox, and files the letters itself. */
  readonly isPolled: boolean;
  /** Milliseconds to wait for them, and between two looks. */
  readonly letterMs: number;
  readonly lookMs: number;
}

/** A test letter that has arrived. */
interface Arrived {
  readonly folder: string;
  readonly uid: number;
  readonly fields: readonly HeaderField[];
}

/**
 * Sends the test letters, waits for them, and removes them.
 *
 * @param connection logged in; it is closed at the end
 * @param awaiting undefined: the mailbox cannot be read
 */
export async function* letterFindings(
  addressed: Addressed,
  connection: Connection,
  ms: number,
  awaiting: Awaiting | undefined,
): AsyncGenerator<Finding> {
  const { address, letters, plus } = addressed;
  const { plain, tagged } = letters;
  const refusal = await sendTrial(connection, plain, ms);
  if (refusal) {
    connection.cut();
    yield refusedFinding(plain, refusal, address);
    return;
  }
  const sent: TrialLetter[] = [plain];
  if (plus) {
    const { taken, findings } = await sendTagged(addressed, connection, tagged, ms);
    yield* findings;
    if (taken) sent.push(tagged);
  } else connection.leave();
  if (awaiting) yield* awaited(addressed, sent, awaiting);
  else yield finding('letter/sent', {});
}

/** Sends as the server does: from the tagged sender and, if that is refused, from the plain one. */
async function sendTagged(
  { address, smtp }: Addressed,
  connection: Connection,
  letter: TrialLetter,
  ms: number,
): Promise<{ readonly taken: boolean; readonly findings: readonly Finding[] }> {
  const refusal = await sendTrial(connection, letter, ms);
  connection.leave();
  if (!refusal) return { taken: true, findings: [] };
  if (!isRetriedPlain(refusal)) {
    return { taken: false, findings: [refusedFinding(letter, refusal, address)] };
  }
  const again = await openTrialSubmission(smtp, ms);
  const still = again.ok
    ? await sendTrial(again.value, { ...letter, from: address }, ms)
    : again.error;
  if (again.ok) again.value.leave();
  const told = finding('letter/plain-sender', { words: quoted(refusal.said) });
  if (!still) return { taken: true, findings: [told] };
  // Refused at one step for both senders: the sender was not the cause.
  const findings = still.at === refusal.at ? [] : [told];
  return { taken: false, findings: [...findings, refusedFinding(letter, still, address)] };
}

async function* awaited(
  { address, authserv, letters: { plain, tagged }, plus }: Addressed,
  sent: readonly TrialLetter[],
  awaiting: Awaiting,
): AsyncGenerator<Finding> {
  const found = await awaitLetters(awaiting, sent);
  const isTagged = plus && sent.includes(tagged);
  yield* arrivalFindings(address, awaiting, found.get(plain), isTagged, found.get(tagged));
  const back = found.get(plain);
  if (back) {
    yield* changeFindings(back.fields, plain, address);
    yield authenticationFinding(back.fields, authserv);
  }
  yield* await takeAway(awaiting, [...found.values()]);
}

/**
 * Waits for letters, in the mailbox and in the folder of filed letters. The missing ones are finally searched
 * for in every folder with new letters.
 */
async function awaitLetters(
  { visit, look, letterMs, lookMs }: Awaiting,
  letters: readonly TrialLetter[],
): Promise<ReadonlyMap<TrialLetter, Arrived>> {
  const { path, filedIn, nextUids } = look;
  const found = new Map<TrialLetter, Arrived>();
  const lookIn = async (folder: string): Promise<boolean> => {
    const heads = await visit.heads(folder, nextUids.get(folder) ?? 1);
    if (!heads.ok) return false;
    for (const { uid, header } of heads.value) {
      const text = Buffer.from(header).toString('latin1');
      const letter = letters.find(({ mark }) => text.includes(mark));
      if (letter) found.set(letter, { folder, uid, fields: headerFields(header) });
    }
    return true;
  };
  const areMissing = () => letters.some((letter) => !found.has(letter));
  const over = AbortSignal.timeout(letterMs);
  while (areMissing()) {
    const [box, filed] = [await lookIn(path), filedIn && (await lookIn(filedIn))];
    if ((!box && !filed) || over.aborted) break;
    if (areMissing()) await pause(lookMs);
  }
  const folders = areMissing() ? await visit.folders() : undefined;
  for (const { path: folder, uidNext, hasCopies } of folders?.ok ? folders.value : []) {
    const isUsual = folder === path || folder === filedIn;
    if (!hasCopies && !isUsual && uidNext > (nextUids.get(folder) ?? 1)) await lookIn(folder);
  }
  return found;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * The findings about the arrival of letters that were accepted.
 *
 * @param plain the arrived letter to the plain address; `tagged` likewise
 * @param isTagged whether a tagged letter was accepted
 */
function arrivalFindings(
  address: string,
  { look: { path: mailbox, filedIn }, user, letterMs }: Awaiting,
  plain: Arrived | undefined,
  isTagged: boolean,
  tagged: Arrived | undefined,
): readonly Finding[] {
  const seconds = Math.round(letterMs / 1000);
  const isHere = ({ folder }: Arrived) => folder === mailbox || folder === filedIn;
  const misfiled = (to: string, folder: string) =>
    finding(/junk|spam/i.test(folder) ? 'letter/spam' : 'letter/misfiled', { to, folder, mailbox });
  if (plain && !isHere(plain)) return [misfiled(address, plain.folder)];
  if (!plain && !(tagged && isHere(tagged))) {
    const isOther = user.includes('@') && user.toLowerCase() !== address.toLowerCase();
    const guess = isOther
      ? `the account in TURNPOST_IMAP_URL is another one than TURNPOST_ADDRESS, ${address}`
      : 'the address may belong to another mailbox, or the host may be slow';
    return [finding('letter/lost', { address, mailbox, seconds, guess })];
  }
  const first = plain
    ? finding('letter/came', { address, mailbox })
    : finding('letter/one-came', { address, seconds });
  if (!isTagged) return [first];
  if (!tagged) return [first, finding('letter/tag-lost', { seconds })];
  return isHere(tagged)
    ? [first, finding('letter/tag-came', {})]
    : [first, misfiled('a tagged address', tagged.folder)];
}

/** What the mail host changed in the header of a letter. */
function changeFindings(
  fields: readonly HeaderField[],
  { mark }: TrialLetter,
  address: string,
): readonly Finding[] {
  const has = (name: string, text: string) =>
    valuesOf(fields, name).some((value) => value.toLowerCase().includes(text.toLowerCase()));
  const from = JSON.stringify((valuesOf(fields, 'from')[0] ?? '').slice(0, 100));
  return [
    ...(has('from', address) ? [] : [finding('letter/from', { address, from })]),
    ...(has('reply-to', address) ? [] : [finding('letter/reply-to', {})]),
    ...(has('message-id', mark) ? [] : [finding('letter/message-id', {})]),
  ];
}

/**
 * Compares the Authentication-Results of an arrived letter with the settings for them.
 *
 * @param fields its header, top first
 * @param set the trusted host, as configured; undefined: none
 */
function authenticationFinding(fields: readonly HeaderField[], set: Authserv | undefined): Finding {
  const found = hostIn(fields);
  if (!found) {
    if (!set) return finding('senders/none', {});
    const first = fields.find(({ name }) => name === 'authentication-results');
    const isOwn = first !== undefined && isForged(first);
    return finding(isOwn ? 'senders/forged' : 'senders/missing', { set: set.id });
  }
  const { id, hops } = found;
  const proposal = `TURNPOST_AUTHSERV_ID=${id} and TURNPOST_AUTHSERV_HOPS=${hops}`;
  if (!set) return finding('senders/proposed', { id, proposal });
  if (set.id.toLowerCase() !== id.toLowerCase()) {
    return finding('senders/other-id', { id, set: set.id, proposal });
  }
  if (hops !== set.hops) {
    const code = hops > set.hops ? 'senders/few-hops' : 'senders/many-hops';
    return finding(code, { hops, set: set.hops });
  }
  return finding(fields.some(isForged) ? 'senders/left-in' : 'senders/checked', { id });
}

/**
 * Files letters as the server does, which tests that it can, and removes them there. A running server files
 * its own first: one that vanished before that would count as lost.
 */
async function takeAway(
  awaiting: Awaiting,
  found: readonly Arrived[],
): Promise<readonly Finding[]> {
  const { visit, isPolled, look } = awaiting;
  const { path, filedIn: folder, nextUids } = look;
  const here = found.filter((each) => each.folder === path);
  for (const each of found) if (each.folder !== path) await visit.remove(each.folder, [each.uid]);
  if (here.length === 0 || folder === undefined) return [];
  if (isPolled) {
    await removeFiled(awaiting, folder, nextUids.get(folder) ?? 1, here);
    return [];
  }
  if (!['MOVE', 'UIDPLUS'].some((name) => visit.capabilities.has(name))) return [];
  const filed = await visit.open(folder);
  const uids = here.map(({ uid }) => uid);
  const moved = await visit.move(path, uids, folder);
  if (moved.ok) {
    if (filed.ok) await removeFiled(awaiting, folder, filed.value.uidNext, here);
    return [];
  }
  await visit.remove(path, uids);
  const words = quoted(moved.error.said);
  const code = isFull(moved.error) ? 'letter/no-room' : 'letter/not-moved';
  return [finding(code, { path, folder, words })];
}

/** Number of looks. A running server files letters within a second or two. */
const LOOKS = 8;

/** Removes letters from the folder that they are moved to, under new UIDs, as soon as they appear. */
async function removeFiled(
  { visit, lookMs }: Awaiting,
  folder: string,
  from: number,
  letters: readonly Arrived[],
): Promise<void> {
  const ids = new Set(letters.flatMap(({ fields }) => valuesOf(fields, 'message-id')));
  for (let look = 0; look < LOOKS && ids.size > 0; look++) {
    if (look > 0) await pause(lookMs);
    const heads = await visit.heads(folder, from);
    if (!heads.ok) return;
    for (const { uid, header } of heads.value) {
      const id = valuesOf(headerFields(header), 'message-id')[0] ?? '';
      if (ids.delete(id)) await visit.remove(folder, [uid]);
    }
  }
}
