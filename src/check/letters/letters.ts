import type { Authserv } from '../../mail/authentication-results.ts';
import { mayMeanSender } from '../../mail/dsn.ts';
import { type HeaderField, headerFields, valuesOf } from '../../mail/header.ts';
import type { Account } from '../../post/account.ts';
import type { Connection } from '../../post/connection.ts';
import type { Visit } from '../../post/visit.ts';
import { authenticationFinding } from '../authentication.ts';
import { type Finding, findingsOf } from '../finding.ts';
import { isFull, type MailboxLook, ROOM } from '../mailbox.ts';
import { parseReply, quoted } from '../way/reply.ts';
import { openTrialSubmission, type SmtpRefusal, trialHandOver } from '../way/submission.ts';
import { type Arrived, type AwaitedLetter, awaitLetters, pause, whereabouts } from './arrival.ts';
import { arrivalFindings, plainSenderFinding, refusedFinding, type TrialLetter } from './words.ts';

const { ok, warn, wrong } = findingsOf('letter');

/** What letters are sent from and to. */
export interface Addressed {
  readonly address: string;
  readonly smtp: Account;
  readonly authserv: Authserv | undefined;
  readonly letters: Readonly<Record<TrialLetter['kind'], TrialLetter>>;
  /** Whether tagged addresses are used at all. */
  readonly plus: boolean;
}

/** Where they are awaited. */
export interface Awaiting {
  readonly visit: Visit;
  readonly look: MailboxLook;
  /** Of the mailbox's account. */
  readonly user: string;
  /** Whether a server polls this mailbox, which will file the letters itself. */
  readonly isPolled: boolean;
  readonly waiting: AwaitedLetter;
}

/**
 * Sends the letters and awaits them, and takes them away again.
 *
 * @param connection that has logged in; it is used up
 * @param awaiting undefined: nobody can look into the mailbox
 */
export async function* letterFindings(
  addressed: Addressed,
  connection: Connection,
  ms: number,
  awaiting: Awaiting | undefined,
): AsyncGenerator<Finding> {
  const { address, letters, plus } = addressed;
  const { plain, tagged } = letters;
  const refusal = await trialHandOver(connection, plain, ms);
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
  if (!awaiting) {
    yield ok('Letters are taken; whether they arrive cannot be seen from here.');
    return;
  }
  yield* awaited(addressed, sent, awaiting);
}

/** As the server does it: under the tagged sender first, and where that is refused under the plain one. */
async function sendTagged(
  { address, smtp }: Addressed,
  connection: Connection,
  letter: TrialLetter,
  ms: number,
): Promise<{ readonly taken: boolean; readonly findings: readonly Finding[] }> {
  const refusal = await trialHandOver(connection, letter, ms);
  connection.leave();
  if (!refusal) return { taken: true, findings: [] };
  if (!isTriedPlain(refusal)) {
    return { taken: false, findings: [refusedFinding(letter, refusal, address)] };
  }
  const again = await openTrialSubmission(smtp, ms);
  const still: SmtpRefusal | undefined = again.ok
    ? await trialHandOver(again.value, { ...letter, from: address }, ms)
    : again.error;
  if (again.ok) again.value.leave();
  const told = plainSenderFinding(refusal.said);
  if (!still) return { taken: true, findings: [told] };
  // What is refused at the same step under both was not about the sender.
  const findings = still.at === refusal.at ? [] : [told];
  return { taken: false, findings: [...findings, refusedFinding(letter, still, address)] };
}

/** Whether the server tries such a letter under the plain sender. */
const isTriedPlain = ({ at, said, isSaid }: SmtpRefusal): boolean =>
  isSaid && said.startsWith('5') && (at === 'sender' || mayMeanSender(parseReply(said).status));

async function* awaited(
  { address, authserv, letters: { plain, tagged }, plus }: Addressed,
  sent: readonly TrialLetter[],
  awaiting: Awaiting,
): AsyncGenerator<Finding> {
  const { visit, look, user, waiting } = awaiting;
  const found = await awaitLetters(visit, look, sent, waiting);
  const usual = [look.path, look.filedIn];
  const where = (letter: TrialLetter) => whereabouts(found.get(letter), usual);
  yield* arrivalFindings({
    address,
    mailbox: look.path,
    user,
    seconds: Math.round(waiting.ms / 1000),
    plain: where(plain),
    tagged: plus && sent.includes(tagged) ? where(tagged) : undefined,
  });
  const back = found.get(plain);
  if (back) {
    yield* changeFindings(back.fields, plain, address);
    yield authenticationFinding(back.fields, authserv);
  }
  yield* await takeAway(awaiting, [...found.values()]);
}

/** What the mail host has changed in a letter on its way. */
function changeFindings(
  fields: readonly HeaderField[],
  { mark }: Pick<TrialLetter, 'mark'>,
  address: string,
): readonly Finding[] {
  const has = (name: string, text: string) =>
    valuesOf(fields, name).some((value) => value.toLowerCase().includes(text.toLowerCase()));
  const from = valuesOf(fields, 'from')[0] ?? '';
  return [
    ...(has('from', address)
      ? []
      : [
          wrong(
            `The host has put another sender in the place of ${address}: ${JSON.stringify(from.slice(0, 100))}.`,
            'Let TURNPOST_ADDRESS be that address, or allow the account to send as the one that is set.',
          ),
        ]),
    ...(has('reply-to', address)
      ? []
      : [
          warn(
            'The host takes out the address for answers (Reply-To).',
            'Answers are known by their Message-ID alone then; better is a host that leaves letters alone.',
          ),
        ]),
    ...(has('message-id', mark)
      ? []
      : [
          warn(
            'The host changes the Message-ID of letters, by which answers without a tag are known.',
            'Keep TURNPOST_PLUS=on, or use another submission server.',
          ),
        ]),
  ];
}

/**
 * Files letters as the server does, which shows that it can, and removes them from there. Those that a
 * server is about to fetch are left to it until it has filed them: one that is gone in the middle of
 * that would be a letter lost.
 */
async function takeAway(
  awaiting: Awaiting,
  found: readonly Arrived[],
): Promise<readonly Finding[]> {
  const { visit, isPolled, look } = awaiting;
  const { path, filedIn, nextUids } = look;
  const findings: Finding[] = [];
  const here = found.filter(({ folder }) => folder === path);
  for (const { folder, uid } of found) if (folder !== path) await visit.remove(folder, [uid]);
  if (here.length === 0) return findings;
  if (filedIn && isPolled) {
    await removeFiled(awaiting, filedIn, nextUids.get(filedIn) ?? 1, here);
  } else if (filedIn && ['MOVE', 'UIDPLUS'].some((name) => visit.capabilities.has(name))) {
    const filed = await visit.open(filedIn);
    const uids = here.map(({ uid }) => uid);
    const moved = await visit.move(path, uids, filedIn);
    if (moved.ok && filed.ok) await removeFiled(awaiting, filedIn, filed.value.uidNext, here);
    if (!moved.ok) {
      await visit.remove(path, uids);
      const what = `Letters cannot be moved from ${path} to ${filedIn}`;
      findings.push(
        isFull(moved.error)
          ? wrong(
              `${what}: the mailbox is full, its quota is used up (${quoted(moved.error.said)}).`,
              ROOM,
            )
          : wrong(
              `${what}, where those go that have been dealt with (${quoted(moved.error.said)}).`,
              'Give the account the right to delete letters in the one and to put them into the other (ACL).',
            ),
      );
    }
  }
  return findings;
}

/** A server that runs files letters within a second or two; one that does not keeps them. */
const LOOKS = 8;

/** Removes letters from where they were moved to, at new places there, as soon as they are there. */
async function removeFiled(
  { visit, waiting: { lookMs } }: Awaiting,
  filedIn: string,
  from: number,
  letters: readonly Arrived[],
): Promise<void> {
  const ids = new Set(letters.flatMap(({ fields }) => valuesOf(fields, 'message-id')));
  for (let look = 0; look < LOOKS && ids.size > 0; look++) {
    if (look > 0) await pause(lookMs);
    const heads = await visit.heads(filedIn, from);
    if (!heads.ok) return;
    for (const { uid, header } of heads.value) {
      const id = valuesOf(headerFields(header), 'message-id')[0] ?? '';
      if (ids.delete(id)) await visit.remove(filedIn, [uid]);
    }
  }
}
