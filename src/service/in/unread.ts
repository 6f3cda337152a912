import { chargeTo } from '../../budget/charge.ts';
import { noticeTo, toPlayer, toSender } from '../../command/letters/letters.ts';
import type { Recipient } from '../../intent.ts';
import { oneDayMs } from '../../limits.ts';
import { automaticReason, RELAYED } from '../../mail/automatic.ts';
import {
  addressesIn,
  addressing,
  headerFields,
  parseMessageIds,
  valuesOf,
} from '../../mail/header.ts';
import type { Letter } from '../../mail/letter.ts';
import { parseContentFields } from '../../mail/part.ts';
import { replyTokens } from '../../mail/reply.ts';
import { parseRfc5322Sender, parseSender, type SenderError } from '../../mail/sender.ts';
import type { Token } from '../../mail/token.ts';
import { timeWindow } from '../../ports.ts';
import { type Sentence, say } from '../../sentence.ts';
import { readLimits } from '../../server-limits.ts';
import { inSavepoint, isMachineFault, transact } from '../../store/file/database.ts';
import { count, noticesSentTo, timesOf } from '../../store/letters/counters.ts';
import {
  discountAttempt,
  type End,
  finishLetter,
  type StoredLetter,
} from '../../store/letters/inbox.ts';
import { hasAnswer } from '../../store/letters/outbox.ts';
import { askedAddressKey } from '../../store/letters/pending.ts';
import { playerByAddress, playerById } from '../../store/people/players.ts';
import { answerOneLine } from '../do/answer.ts';
import { intendLetter, tokenBelongsTo, tokenStatus } from '../do/intend.ts';
import { DEFAULT_LANGUAGE, senderOf } from '../do/sender.ts';
import { liftSuspensionOf } from '../due/reachable.ts';
import { type Shell, shellFor } from '../shell/shell.ts';
import type { ParseFailure } from '../thread/parser.ts';

/** The cause in the notice about an unused letter. */
type IgnoredCause = 'from' | 'address' | 'forged' | 'several' | 'form' | 'large' | 'read';

/** The reasons of ends without an answer, though a person may have written. */
export type IgnoredReason =
  | SenderError
  | ParseFailure
  | typeof RELAYED
  | 'too large'
  | 'reading failed too often'
  | 'dmarc=fail'
  | 'another address'
  | 'confirmed from another address'
  | 'tokens-disagree';

/** The cause in the notice to the token's owner, for each reason. */
export const CAUSE_BY_REASON: Readonly<Record<IgnoredReason, IgnoredCause>> = {
  'no-from': 'from',
  'several-from': 'from',
  'odd-from': 'from',
  'not-an-address': 'from',
  'header too long': 'form',
  'too many parts': 'form',
  'parts nested too deep': 'form',
  unreadable: 'form',
  'too large': 'large',
  'reading took too long': 'read',
  'reading failed too often': 'read',
  'dmarc=fail': 'forged',
  'tokens-disagree': 'several',
  [RELAYED]: 'address',
  'another address': 'address',
  'confirmed from another address': 'address',
};

/**
 * Notifies a token's owner that a letter with it was not used: once a day for each cause, whatever the
 * sender. Reads only the header.
 *
 * @param reason of the letter's end
 */
export function notifyTokenOwner(
  shell: Shell,
  inboxId: number,
  { raw, arrivedAt }: Pick<StoredLetter, 'raw' | 'arrivedAt'>,
  reason: string | undefined,
  letter?: Pick<Letter, 'types'>,
): void {
  const { db, time, address: own, secrets } = shell;
  const cause = CAUSE_BY_REASON[reason as IgnoredReason];
  if (cause === undefined) return;
  const fields = headerFields(raw);
  const { toAddress, toLetter } = replyTokens(addressing(fields), own, secrets);
  const token = [...toAddress, ...toLetter].find((each) => tokenStatus(db, each) !== 'ended');
  const from = addressesIn(fields, ['from']);
  const to = token && ownerOf(shell, token, from);
  if (!token || !to) return;
  const types = letter?.types ?? [parseContentFields(fields).type];
  const isAutomatic = (sender: string) => {
    const automatic = automaticReason({ fields, types }, sender, own);
    return automatic !== undefined && automatic !== RELAYED;
  };
  if (['', ...from].some(isAutomatic)) return;
  const now = time.now();
  const counter = noticesSentTo('unused', to.address, cause);
  if (timesOf(db, counter, timeWindow(now, oneDayMs)).length > 0 || hasAnswer(db, inboxId)) return;
  count(db, counter, now);
  const [messageId] = parseMessageIds(valuesOf(fields, 'message-id').join(' '));
  const [address = ''] = from;
  const charge = chargeTo(to.playerId, 'token', arrivedAt);
  // Another player's address is not disclosed.
  const free = playerByAddress(db, address) ? undefined : address;
  intendLetter(shell, noticeTo(to, saysOf(cause, token, to, free)), {
    inboxId,
    messageId,
    address,
    charge,
  });
}

function saysOf(
  cause: IgnoredCause,
  { purpose, number }: Token,
  to: Recipient,
  address: string | undefined,
): readonly Sentence[] {
  // A stranger has no other addresses.
  if (to.playerId === undefined && cause === 'address') {
    return [say('confirm-from', { address: to.address })];
  }
  const board = purpose === 'board' ? number : 0;
  const unused = say('letter-unused', { board, cause });
  if (cause !== 'address') return [unused];
  const add = address === undefined ? [] : [say('letter-unused-address', { address })];
  return [unused, ...add, say('letter-unused-stranger')];
}

/**
 * The recipient of the letter that a token comes from, if still known.
 *
 * @param from senders of the reply: of an invited address only the hash is stored
 */
function ownerOf(shell: Shell, token: Token, from: readonly string[]): Recipient | undefined {
  const { db } = shell;
  const { player: playerId, number, purpose } = token;
  if (playerId !== 0) {
    const player = playerById(db, playerId);
    return player && toPlayer(player);
  }
  const addressKey = purpose === 'held' ? askedAddressKey(db, number) : undefined;
  const address =
    addressKey ?? from.find((each) => tokenBelongsTo(db, token, personAt(shell, each)));
  if (!address) return undefined;
  const player = playerByAddress(db, address);
  return toSender({ player, address, language: DEFAULT_LANGUAGE });
}

/** Whether the token has an owner who is notified. */
export const isOwned = (shell: Shell, token: Token): boolean =>
  tokenStatus(shell.db, token) !== 'ended' && ownerOf(shell, token, []) !== undefined;

/**
 * The sender of a letter. A From that is not plain counts only if the token belongs to exactly the person
 * named in it, who could have sent a plain one as well.
 */
export function writerOf(shell: Shell, letter: Letter): Letter['sender'] {
  const { db, address: own, secrets } = shell;
  const { sender, fields } = letter;
  if (sender.ok) return sender;
  const { toAddress, toLetter } = replyTokens(letter, own, secrets);
  const named = parseRfc5322Sender(fields);
  if (!named.ok) return sender;
  const person = personAt(shell, named.value);
  const isOwnToken = [...toAddress, ...toLetter].some((token) => tokenBelongsTo(db, token, person));
  return isOwnToken ? named : sender;
}

const personAt = (shell: Shell, address: string) =>
  senderOf(shell, { inboxId: 0, messageId: undefined, address, arrivedAt: 0 });

/**
 * Puts a letter aside after `readLimits.attempts` failed or fatal readings, and notifies its player. This is an
 * attempt, too, and counted already: if it kills the process, the letter is put aside without a notice.
 */
export function giveUp(baseShell: Shell, id: number, stored: StoredLetter): End {
  const { db, time, crash } = baseShell;
  const { attempts } = stored;
  crash.reach('read: giving up');
  const end: End = { state: 'put-aside', reason: 'reading failed too often' };
  try {
    transact(db, () => {
      const shell = shellFor(baseShell, stored);
      // The final count holds readings only.
      for (let count = readLimits.attempts; count <= attempts; count++) discountAttempt(db, id);
      finishLetter(db, id, end, time.now());
      if (attempts <= readLimits.attempts) {
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
  { raw, arrivedAt }: Pick<StoredLetter, 'raw' | 'arrivedAt'>,
): void {
  const notice = inSavepoint(shell.db, () => {
    const fields = headerFields(raw);
    const sender = parseSender(fields);
    if (!sender.ok) return;
    const { value: address } = sender;
    const types = [parseContentFields(fields).type];
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
