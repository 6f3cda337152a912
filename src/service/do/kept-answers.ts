import { answersLeft, heldInOne, weightOf } from '../../budget/answers.ts';
import { chargeTo } from '../../budget/charge.ts';
import { toSender } from '../../command/letters/letters.ts';
import type { Recipient, Section } from '../../intent.ts';
import { answersPerAddressPerHourMax, oneHourMs, refusalsWithinMs } from '../../limits.ts';
import { minuteIn } from '../../match/calendar.ts';
import { say } from '../../sentence.ts';
import { transact } from '../../store/file/database.ts';
import { lately } from '../../store/file/lately.ts';
import { answerTimes } from '../../store/letters/charges.ts';
import { keepAnswer, keptFor, keptWeight, takeKept } from '../../store/letters/kept-answers.ts';
import { lastKeptAnswer } from '../../store/letters/outbox.ts';
import { playerByAddress } from '../../store/people/players.ts';
import { withClockAt } from '../shell/moment.ts';
import type { Shell } from '../shell/shell.ts';
import { intendLetter } from './intend.ts';
import { contextOf, isStranger, type Sender } from './sender.ts';

/**
 * Keeps an answer for which the hour has no room, so that it goes out in one letter with all that
 * come to wait. Only a letter with a proof has such a claim: anybody can write the others.
 *
 * @returns whether it is kept
 */
export function keepForLater(shell: Shell, sender: Sender, sections: readonly Section[]): boolean {
  const { db } = shell;
  const { player, cause } = sender;
  const { inboxId, messageId, charge } = cause;
  if (isStranger(sender) || charge.proof === 'none') return false;
  const address = player?.address ?? sender.address;
  const weight = weightOf(sections);
  const fits = heldInOne(keptWeight(db, address), weight);
  keepAnswer(db, {
    inboxId,
    messageId: cause.address === address ? messageId : undefined,
    playerId: player?.id,
    address,
    proof: charge.proof,
    cameAt: charge.at,
    sections: fits ? sections : [],
    weight: fits ? weight : 0,
  });
  return true;
}

/** Sends the answers that have waited, in one letter to each address, where the hour has room again. */
export function sendKept(working: Shell): void {
  const now = working.time.now();
  const shell = withClockAt(working, now, `kept ${now}`);
  const { db } = shell;
  const waiting = keptFor(db);
  if (waiting.length === 0) return;
  transact(db, () => {
    for (const address of waiting) if (hasRoom(shell, address)) sendTo(shell, address);
  });
}

function hasRoom({ db, time }: Shell, address: string): boolean {
  const times = answerTimes(db, address, false, lately(time.now(), oneHourMs));
  return answersLeft('token', times) > 0;
}

function sendTo(shell: Shell, address: string): void {
  const { db, time, log } = shell;
  const kept = takeKept(db, address);
  const newest = kept.at(-1);
  if (!newest) return;
  const { inboxId, messageId, playerId, proof } = newest;
  const player = playerByAddress(db, address);
  // It was hers, and is no longer.
  if (player?.id !== playerId) return;
  const to = { ...toSender(contextOf({ address, player })), address };
  const sections = keptSections(kept, to);
  if (isSaidBefore(shell, address, sections)) {
    log.warn({ inbox: inboxId }, 'the same was said in the last such letter');
    return;
  }
  intendLetter(
    shell,
    {
      to,
      message: { kind: 'answer', facts: { sections } },
      reply: player ? { purpose: 'account', number: 0 } : { purpose: 'none' },
    },
    { inboxId, messageId, address, charge: chargeTo(playerId, proof, time.now()) },
  );
}

/** One answer below the other, each with when its letter came in. */
function keptSections(
  kept: ReturnType<typeof takeKept>,
  { choices }: Recipient,
): readonly Section[] {
  const zone = choices?.['zone'] ?? 'UTC';
  const told = kept.flatMap(({ cameAt, sections, letters }) =>
    sections.map((section, at) =>
      at > 0
        ? section
        : { ...section, head: say('kept-letter', { at: minuteIn(cameAt, zone), letters }) },
    ),
  );
  const more = kept
    .filter(({ sections }) => sections.length === 0)
    .reduce((sum, { letters }) => sum + letters, 0);
  return [
    { understood: undefined, says: [say('kept-answers', { count: answersPerAddressPerHourMax })] },
    ...told,
    ...(more > 0 ? [{ understood: undefined, says: [say('kept-more', { count: more })] }] : []),
  ];
}

/**
 * Whether the last letter of this kind has said the very same. A machine that answers each of our
 * letters alike fills every hour, and comes to an end by this.
 */
function isSaidBefore({ db, time }: Shell, address: string, sections: readonly Section[]): boolean {
  const last = lastKeptAnswer(db, address, lately(time.now(), refusalsWithinMs));
  return last !== undefined && withoutHeads(last) === withoutHeads(sections);
}

const withoutHeads = (sections: readonly Section[]): string =>
  JSON.stringify(sections.map(({ head: _, ...section }) => section));
