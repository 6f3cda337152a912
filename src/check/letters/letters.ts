import type { Authserv } from '../../mail/authentication-results.ts';
import { type Field, valuesOf } from '../../mail/header.ts';
import type { Account } from '../../post/account.ts';
import type { Connection } from '../../post/connection.ts';
import type { Visit } from '../../post/visit.ts';
import { authenticationFinding } from '../authentication.ts';
import { type Finding, findingsOf } from '../finding.ts';
import type { MailboxLook } from '../mailbox.ts';
import { handOver, openSubmission, type SmtpRefusal } from '../way/submission.ts';
import { type Arrived, awaitLetters, type Waiting, whereabouts } from './arrival.ts';
import type { TrialLetter } from './trial.ts';
import { arrivalFindings, plainSenderFinding, refusedFinding } from './words.ts';

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
  readonly waiting: Waiting;
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
  const refusal = await handOver(connection, plain, ms);
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
  const refusal = await handOver(connection, letter, ms);
  connection.leave();
  if (!refusal) return { taken: true, findings: [] };
  if (refusal.at !== 'sender' || !refusal.isSaid || refusal.said.startsWith('4')) {
    return { taken: false, findings: [refusedFinding(letter, refusal, address)] };
  }
  const told = plainSenderFinding(refusal.said);
  const again = await openSubmission(smtp, ms);
  const still: SmtpRefusal | undefined = again.ok
    ? await handOver(again.value, { ...letter, from: address }, ms)
    : again.error;
  if (again.ok) again.value.leave();
  return still
    ? { taken: false, findings: [told, refusedFinding(letter, still, address)] }
    : { taken: true, findings: [told] };
}

async function* awaited(
  { address, authserv, letters: { plain, tagged }, plus }: Addressed,
  sent: readonly TrialLetter[],
  { visit, look, user, isPolled, waiting }: Awaiting,
): AsyncGenerator<Finding> {
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
  yield* await takeAway(visit, look, [...found.values()], isPolled);
}

/** What the mail host has changed in a letter on its way. */
function changeFindings(
  fields: readonly Field[],
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
 * server is about to fetch are left to it: one that is gone in the middle of that would be a letter lost.
 */
async function takeAway(
  visit: Visit,
  { path, filedIn }: MailboxLook,
  found: readonly Arrived[],
  isPolled: boolean,
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const folder of new Set(found.map((each) => each.folder))) {
    const uids = found.filter((each) => each.folder === folder).map(({ uid }) => uid);
    if (folder !== path || !filedIn) {
      if (!(isPolled && folder === path)) await visit.remove(folder, uids);
      continue;
    }
    if (isPolled || !['MOVE', 'UIDPLUS'].some((name) => visit.capabilities.has(name))) continue;
    const filed = await visit.open(filedIn);
    const moved = await visit.move(path, uids, filedIn);
    if (!moved.ok) {
      findings.push(
        wrong(
          `Letters cannot be moved from ${path} to ${filedIn}, where those go that have been dealt with.`,
          'Give the account the right to delete letters in the one and to put them into the other (ACL).',
        ),
      );
    } else if (filed.ok) await removeMoved(visit, filedIn, filed.value.uidNext, found);
  }
  return findings;
}

async function removeMoved(
  visit: Visit,
  filedIn: string,
  from: number,
  found: readonly Arrived[],
): Promise<void> {
  const ids = found.flatMap(({ fields }) => valuesOf(fields, 'message-id'));
  const heads = await visit.heads(filedIn, from);
  if (!heads.ok) return;
  const ours = heads.value.filter(({ header }) => {
    const text = Buffer.from(header).toString('latin1');
    return ids.some((id) => text.includes(id));
  });
  await visit.remove(
    filedIn,
    ours.map(({ uid }) => uid),
  );
}
