import { hostIn } from '../../mail/authentication-results.ts';
import { dsnOf } from '../../mail/dsn.ts';
import type { Letter } from '../../mail/letter.ts';
import { tagsOf } from '../../mail/reply.ts';
import { parseToken } from '../../mail/token.ts';
import type { End } from '../../store/letters/inbox.ts';
import { noteAuthserv, probeByMessageId } from '../../store/letters/probes.ts';
import { type Returned, returnedById, returnedByMessageId } from '../../store/letters/refusals.ts';
import { countBounce, noteProbe } from '../due/reachable.ts';
import type { Shell } from '../shell/shell.ts';

/**
 * Takes what mail systems send back: delivery reports, our own probe, and any letter to an envelope sender,
 * which only machines write (RFC 3834, section 4). None of these is read for commands or answered. Runs
 * before screening, in the letter's transaction.
 *
 * @returns the end of the letter, or undefined if it is none of these
 */
export function takeReturned(shell: Shell, raw: Uint8Array, letter: Letter): End | undefined {
  const { db, address: own, secrets } = shell;
  const report = dsnOf(raw, own);
  if (report) {
    const { action, status, envelopeTag, originalMessageId } = report;
    const about = findReturned(shell, envelopeTag, originalMessageId);
    // A delay is not final.
    if (about && action === 'failed') noteFailure(shell, about, status);
    const reason = `delivery report: ${action} ${status}`;
    return { state: 'ignored', reason, senderKey: about?.addressKey };
  }
  const tokens = tagsOf(letter.recipients, own).flatMap((tag) => parseToken(tag, secrets) ?? []);
  const probe = tokens.find(({ purpose }) => purpose === 'probe')?.number;
  const isOurs = letter.messageId?.endsWith(own.slice(own.lastIndexOf('@')));
  const stripped = letter.messageId && isOurs && probeByMessageId(db, letter.messageId);
  if (probe !== undefined || stripped) {
    const asked = probe ?? (stripped || 0);
    noteProbe(shell, asked, probe === undefined ? 'stripped' : 'works');
    const host = hostIn(letter.fields);
    if (host) noteAuthserv(db, asked, host);
    return { state: 'ignored', reason: 'our own probe' };
  }
  return tokens.some(({ purpose }) => purpose === 'bounce')
    ? { state: 'ignored', reason: 'written to an envelope sender' }
    : undefined;
}

/** The letter of ours that a report is about: by its envelope sender, or by its Message-ID. */
function findReturned(
  { db, secrets }: Shell,
  tag: string | undefined,
  messageId: string | undefined,
): Returned | undefined {
  const token = tag === undefined ? undefined : parseToken(tag, secrets);
  const named = token?.purpose === 'bounce' ? returnedById(db, token.number) : undefined;
  return named ?? (messageId === undefined ? undefined : returnedByMessageId(db, messageId));
}

function noteFailure(shell: Shell, about: Returned, status: string): void {
  const probe = probeByMessageId(shell.db, about.messageId);
  if (probe !== undefined) noteProbe(shell, probe, 'bounced');
  else if (!status.startsWith('2.')) countBounce(shell, about, status);
}
