import { type Authserv, authservIn, isForged } from '../../mail/authentication-results.ts';
import { type HeaderField, headerFields, valuesOf } from '../../mail/header.ts';
import type { Account } from '../../post/account.ts';
import type { Connection } from '../../post/connection.ts';
import type { Visit } from '../../post/visit.ts';
import { type Finding, finding } from './finding.ts';
import { isFull, type MailboxState } from './mailbox.ts';
import { quoted } from './server-talk.ts';
import {
  isRetriedFromPlainSender,
  openTrialSubmission,
  refusedFinding,
  sendTrial,
  type TrialLetter,
} from './trial.ts';

interface SendingSide {
  readonly address: string;
  readonly smtp: Account;
  readonly authserv: Authserv | undefined;
  readonly letters: Readonly<Record<TrialLetter['kind'], TrialLetter>>;
  /** Whether tagged addresses are in use. */
  readonly plus: boolean;
}

interface ReceivingSide {
  readonly visit: Visit;
  readonly mailboxState: MailboxState;
  readonly user: string;
  /** Whether a running server polls this mailbox, and files the letters itself. */
  readonly isPolled: boolean;
  /** Milliseconds to wait for the test letters, and between two looks at the mailbox. */
  readonly letterMs: number;
  readonly lookMs: number;
}

interface Arrived {
  readonly folder: string;
  readonly uid: number;
  readonly fields: readonly HeaderField[];
}

/**
 * Sends the test letters, waits for them, and removes them where the server can.
 *
 * @param connection logged in; it is closed at the end
 * @param receiver undefined: the mailbox cannot be read
 */
export async function* letterFindings(
  sender: SendingSide,
  connection: Connection,
  ms: number,
  receiver: ReceivingSide | undefined,
): AsyncGenerator<Finding> {
  const { address, letters, plus } = sender;
  const { plain, tagged } = letters;
  const refusal = await sendTrial(connection, plain, ms);
  if (refusal) {
    connection.cut();
    yield refusedFinding(plain, refusal, address);
    return;
  }
  const sent: TrialLetter[] = [plain];
  if (plus) {
    const { accepted, findings } = await sendTagged(sender, connection, tagged, ms);
    yield* findings;
    if (accepted) sent.push(tagged);
  } else connection.leave();
  if (receiver) yield* receivedFindings(sender, sent, receiver);
  else yield finding('letter/sent', {});
}

/** Sends as the server does: from the tagged sender and, if that is refused, from the plain one. */
async function sendTagged(
  { address, smtp }: SendingSide,
  connection: Connection,
  letter: TrialLetter,
  ms: number,
): Promise<{ readonly accepted: boolean; readonly findings: readonly Finding[] }> {
  const refusal = await sendTrial(connection, letter, ms);
  connection.leave();
  if (!refusal) return { accepted: true, findings: [] };
  if (!isRetriedFromPlainSender(refusal)) {
    return { accepted: false, findings: [refusedFinding(letter, refusal, address)] };
  }
  const reopened = await openTrialSubmission(smtp, ms);
  const secondRefusal = reopened.ok
    ? await sendTrial(reopened.value, { ...letter, from: address }, ms)
    : reopened.error;
  if (reopened.ok) reopened.value.leave();
  const plainSenderFinding = finding('letter/plain-sender', { words: quoted(refusal.reply) });
  if (!secondRefusal) return { accepted: true, findings: [plainSenderFinding] };
  // Both senders were refused at the same step, so the sender was not the cause.
  const findings = secondRefusal.at === refusal.at ? [] : [plainSenderFinding];
  return {
    accepted: false,
    findings: [...findings, refusedFinding(letter, secondRefusal, address)],
  };
}

async function* receivedFindings(
  { address, authserv, letters: { plain, tagged }, plus }: SendingSide,
  sent: readonly TrialLetter[],
  receiver: ReceivingSide,
): AsyncGenerator<Finding> {
  const found = await awaitLetters(receiver, sent);
  const wasTaggedAccepted = plus && sent.includes(tagged);
  yield* arrivalFindings(address, receiver, found.get(plain), wasTaggedAccepted, found.get(tagged));
  const arrivedPlain = found.get(plain);
  if (arrivedPlain) {
    yield* changeFindings(arrivedPlain.fields, plain, address);
    yield authenticationFinding(arrivedPlain.fields, authserv);
  }
  yield* await fileAndRemove(receiver, [...found.values()]);
}

/**
 * Waits for letters, in the mailbox and in the folder of filed letters. The missing ones are finally searched
 * for in every folder with new letters.
 */
async function awaitLetters(
  { visit, mailboxState, letterMs, lookMs }: ReceivingSide,
  letters: readonly TrialLetter[],
): Promise<ReadonlyMap<TrialLetter, Arrived>> {
  const { path, filedIn, nextUids } = mailboxState;
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
  const deadline = AbortSignal.timeout(letterMs);
  while (areMissing()) {
    const [box, filed] = [await lookIn(path), filedIn && (await lookIn(filedIn))];
    if ((!box && !filed) || deadline.aborted) break;
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

/** The findings about the arrival of letters that were accepted. */
function arrivalFindings(
  address: string,
  { mailboxState: { path: mailbox, filedIn }, user, letterMs }: ReceivingSide,
  plain: Arrived | undefined,
  wasTaggedAccepted: boolean,
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
      ? `the account in TURNPOST_IMAP_URL is not TURNPOST_ADDRESS, ${address}`
      : 'the address may belong to another mailbox, or the host may be slow';
    return [finding('letter/lost', { address, mailbox, seconds, guess })];
  }
  const first = plain
    ? finding('letter/came', { address, mailbox })
    : finding('letter/one-came', { address, seconds });
  if (!wasTaggedAccepted) return [first];
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
 * @param configured the trusted host, as configured; undefined: none
 */
function authenticationFinding(
  fields: readonly HeaderField[],
  configured: Authserv | undefined,
): Finding {
  const found = authservIn(fields);
  if (!found) {
    if (!configured) return finding('senders/none', {});
    const first = fields.find(({ name }) => name === 'authentication-results');
    const isOurForgery = first !== undefined && isForged(first);
    return finding(isOurForgery ? 'senders/forged' : 'senders/missing', { set: configured.id });
  }
  const { id, hops } = found;
  const proposal = `TURNPOST_AUTHSERV_ID=${id} and TURNPOST_AUTHSERV_HOPS=${hops}`;
  if (!configured) return finding('senders/proposed', { id, proposal });
  if (configured.id.toLowerCase() !== id.toLowerCase()) {
    return finding('senders/other-id', { id, set: configured.id, proposal });
  }
  if (hops !== configured.hops) {
    const code = hops > configured.hops ? 'senders/few-hops' : 'senders/many-hops';
    return finding(code, { hops, set: configured.hops });
  }
  return finding(fields.some(isForged) ? 'senders/left-in' : 'senders/checked', { id });
}

/**
 * Files letters as the server does, which tests that it can, and removes them there. A running server files
 * the test letters itself: one removed before that would count as lost.
 */
async function fileAndRemove(
  receiver: ReceivingSide,
  found: readonly Arrived[],
): Promise<readonly Finding[]> {
  const { visit, isPolled, mailboxState } = receiver;
  const { path, filedIn: folder, nextUids } = mailboxState;
  const here = found.filter((each) => each.folder === path);
  for (const each of found) if (each.folder !== path) await visit.remove(each.folder, [each.uid]);
  if (here.length === 0 || folder === undefined) return [];
  if (isPolled) {
    await removeFiled(receiver, folder, nextUids.get(folder) ?? 1, here);
    return [];
  }
  if (!['MOVE', 'UIDPLUS'].some((name) => visit.capabilities.has(name))) return [];
  const target = await visit.open(folder);
  const uids = here.map(({ uid }) => uid);
  const moved = await visit.move(path, uids, folder);
  if (moved.ok) {
    if (target.ok) await removeFiled(receiver, folder, target.value.uidNext, here);
    return [];
  }
  await visit.remove(path, uids);
  const words = quoted(moved.error.said);
  const code = isFull(moved.error) ? 'letter/no-room' : 'letter/not-moved';
  return [finding(code, { path, folder, words })];
}

/** Number of looks. A running server files letters within a second or two. */
const ATTEMPTS = 8;

/** Removes letters from the folder that they are moved to, under new UIDs, as soon as they appear. */
async function removeFiled(
  { visit, lookMs }: ReceivingSide,
  folder: string,
  from: number,
  letters: readonly Arrived[],
): Promise<void> {
  const ids = new Set(letters.flatMap(({ fields }) => valuesOf(fields, 'message-id')));
  for (let attempt = 0; attempt < ATTEMPTS && ids.size > 0; attempt++) {
    if (attempt > 0) await pause(lookMs);
    const heads = await visit.heads(folder, from);
    if (!heads.ok) return;
    for (const { uid, header } of heads.value) {
      const id = valuesOf(headerFields(header), 'message-id')[0] ?? '';
      if (ids.delete(id)) await visit.remove(folder, [uid]);
    }
  }
}
