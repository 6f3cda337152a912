import { automaticReason } from '../../mail/automatic.ts';
import { headerFields, parseMessageIds, valuesOf } from '../../mail/header.ts';
import { contentType } from '../../mail/part.ts';
import { parseSender } from '../../mail/sender.ts';
import { say } from '../../sentence.ts';
import { readAttemptsMax } from '../../server-limits.ts';
import { inSavepoint, isMachineFault, transact } from '../../store/file/database.ts';
import { discountAttempt, type End, finishLetter, type Stored } from '../../store/letters/inbox.ts';
import { answerOneLine } from '../do/answer.ts';
import { senderOf } from '../do/sender.ts';
import { liftSuspensionOf } from '../due/suspend.ts';
import { shellFor } from '../shell/decision-time.ts';
import type { Shell } from '../shell/shell.ts';
import { notifyTokenOwner } from './unused-token.ts';

/**
 * Puts a letter aside after `readAttemptsMax` failed or fatal readings, and notifies its player. This is an
 * attempt, too, and counted already: if it kills the process, the letter is put aside without a notice.
 */
export function giveUp(baseShell: Shell, id: number, stored: Stored): End {
  const { db, time, crash } = baseShell;
  const { attempts } = stored;
  crash.reach('read: giving up');
  const end: End = { state: 'put-aside', reason: 'reading failed too often' };
  try {
    transact(db, () => {
      const shell = shellFor(baseShell, stored);
      // The final count holds readings only.
      for (let count = readAttemptsMax; count <= attempts; count++) discountAttempt(db, id);
      finishLetter(db, id, end, time.now());
      if (attempts <= readAttemptsMax) {
        tellUnread(shell, id, stored);
        notifyTokenOwner(shell, id, stored, end.reason);
      }
    });
  } catch (error) {
    if (isMachineFault(error)) discountAttempt(db, id);
    throw error;
  }
  crash.reach('read: given up');
  return end;
}

/**
 * Notifies the player who wrote a letter that it could not be read, within the transaction that puts it
 * aside. Only reads the header, in linear time.
 */
export function tellUnread(
  shell: Shell,
  id: number,
  { raw, arrivedAt }: Pick<Stored, 'raw' | 'arrivedAt'>,
): void {
  const notice = inSavepoint(shell.db, () => {
    const fields = headerFields(raw);
    const sender = parseSender(fields);
    if (!sender.ok) return;
    const { value: address } = sender;
    const types = [contentType(fields).type];
    const [messageId] = parseMessageIds(valuesOf(fields, 'message-id').join(' '));
    const from = senderOf(shell, { inboxId: id, messageId, address, arrivedAt });
    if (!from.player || automaticReason({ fields, types }, address, shell.address) !== undefined)
      return;
    liftSuspensionOf(shell, address);
    answerOneLine(shell, from, say('not-read'));
  });
  // An error here must not keep the letter from being put aside.
  if (!notice.ok)
    shell.log.error({ inbox: id, error: String(notice.error) }, 'its player was not told');
}
