import { readAnswer, readFresh } from '../command/read.ts';
import { readAttemptsMax } from '../limits.ts';
import { automaticReason } from '../mail/automatic.ts';
import { fingerprint } from '../mail/fingerprint.ts';
import type { Letter } from '../mail/letter.ts';
import { linesAboveToken, replyToken } from '../mail/reply.ts';
import type { Token } from '../mail/token.ts';
import { addressKey } from '../player/address.ts';
import type { Proof } from '../player/proof.ts';
import { say } from '../sentence.ts';
import { transact } from '../store/database.ts';
import {
  countAttempt,
  duplicateOf,
  type End,
  finishLetter,
  storedIds,
  storedLetter,
} from '../store/inbox.ts';
import { playerByAddress } from '../store/players.ts';
import { sayBack } from './answer.ts';
import { carryOut } from './carry-out.ts';
import { confirm } from './confirm.ts';
import { isStranger, type Sender } from './sender.ts';
import type { Shell } from './shell.ts';

/**
 * Reads every stored letter, the oldest first. One that fails stops no other.
 *
 * @param signal stops between two letters
 */
export async function readStored(shell: Shell, signal: AbortSignal): Promise<void> {
  for (const id of storedIds(shell.db)) {
    if (signal.aborted) return;
    try {
      await readOne(shell, id);
    } catch (error) {
      shell.log.error({ inbox: id, error: String(error) }, 'reading failed');
    }
  }
}

async function readOne(shell: Shell, id: number): Promise<void> {
  const { db, clock, crash, log } = shell;
  const stored = storedLetter(db, id);
  if (!stored) return;
  if (stored.attempts >= readAttemptsMax) {
    finishLetter(db, id, { state: 'put-aside', reason: 'reading failed too often' }, clock.now());
    return;
  }
  // Counted and committed first, so that a letter that kills the process is noticed.
  countAttempt(db, id);
  crash.reach('read: counted');
  const letter = await shell.parser.parse(stored.raw, shell.address);
  crash.reach('read: parsed');
  const end = transact(db, (): End => {
    const print = letter.ok ? fingerprint(letter.value) : undefined;
    const first = duplicateOf(db, id, stored.hash, print);
    const ended: End =
      first !== undefined
        ? { state: 'ignored', reason: `the same as ${first}` }
        : letter.ok
          ? answer(shell, id, letter.value)
          : { state: 'put-aside', reason: letter.error };
    finishLetter(db, id, { ...ended, fingerprint: print }, clock.now());
    crash.reach('read: before commit');
    return ended;
  });
  crash.reach('read: committed');
  log.info({ inbox: id, ...end }, 'read');
}

/** Screens a letter, finds out who wrote it, and does what it says. */
function answer(shell: Shell, inboxId: number, letter: Letter): End {
  const { db, address: own, admins, secret } = shell;
  if (!letter.sender.ok) return { state: 'put-aside', reason: letter.sender.error };
  const address = letter.sender.value;
  const automatic = automaticReason(letter.fields, address, own);
  if (automatic !== undefined) return { state: 'ignored', reason: automatic };

  const sender: Sender = {
    address,
    player: playerByAddress(db, address),
    admin: admins.has(addressKey(address)),
    cause: { inboxId, messageId: letter.messageId, address },
  };
  const token = replyToken(letter, own, secret);
  if (!token.ok) {
    const reason = token.error;
    return isStranger(sender) ? { state: 'ignored', reason } : sayBack(shell, sender, say(reason));
  }
  if (token.value?.purpose === 'held') {
    return confirm(shell, sender, token.value.number, letter.lines);
  }
  // A token that was made for somebody else opens nothing, whoever carries it here.
  const mine = token.value?.player === sender.player?.id ? token.value : undefined;
  const text = { subject: letter.subject, lines: linesAboveToken(letter.lines, secret) };
  const place = placeOf(mine);
  const orders = mine ? readAnswer(text, place) : readFresh(text);
  return carryOut(shell, sender, orders, place, proofOf(mine));
}

function proofOf(token: Token | undefined): Proof {
  if (token?.purpose === 'account') return { kind: 'account' };
  return token?.purpose === 'board' ? { kind: 'board', board: token.number } : { kind: 'none' };
}

function placeOf(token: Token | undefined) {
  return {
    number: token?.number || undefined,
    revision: token?.purpose === 'board' ? token.revision : undefined,
  };
}
