import { readAnswer, readFresh } from '../command/read.ts';
import {
  letterBytesMax,
  oneMebibyte,
  readAttemptsMax,
  readGroupBytesMax,
  readGroupLetters,
} from '../limits.ts';
import { isVerifiedSender } from '../mail/authentication-results.ts';
import { automaticReason } from '../mail/automatic.ts';
import { fingerprint } from '../mail/fingerprint.ts';
import { redactedCopy } from '../mail/redact.ts';
import { linesAboveToken, replyToken } from '../mail/reply.ts';
import type { Token } from '../mail/token.ts';
import { addressKey } from '../player/address.ts';
import type { Proof } from '../player/proof.ts';
import { err, ok, type Result } from '../result.ts';
import { type Sentence, say } from '../sentence.ts';
import {
  attempt,
  type Database,
  isOfTheMachine,
  transact,
  transactLightly,
} from '../store/database.ts';
import {
  countAttempt,
  duplicateOf,
  type End,
  finishLetter,
  markGrouped,
  replaceRaw,
  type Stored,
  storedLetter,
  uncountAttempt,
  type Waiting,
  waitingLetters,
} from '../store/inbox.ts';
import { playerByAddress } from '../store/players.ts';
import { sayBack } from './answer.ts';
import { carryOut } from './carry-out.ts';
import { confirm } from './confirm.ts';
import type { ParseFailure } from './parser.ts';
import { judge, type Opened, takeOut } from './passwords.ts';
import { takeReturned } from './returned.ts';
import { asPlayer, isStranger, type Sender } from './sender.ts';
import type { Shell } from './shell.ts';
import { heardFrom } from './suspend.ts';

/**
 * Reads every stored letter, the oldest first: alone when it is the only one, together with its
 * neighbours under load. One that fails stops no other, and is read alone the next time.
 *
 * @param signal stops between two letters, or two groups
 * @param decided is told after each of them that letters may have been decided
 */
export async function readStored(
  shell: Shell,
  signal: AbortSignal,
  decided: () => void = () => undefined,
): Promise<void> {
  for (const [id, ...more] of groupsOf(waitingLetters(shell.db))) {
    if (signal.aborted) return;
    try {
      await (more.length === 0 ? readAlone(shell, id) : readGroup(shell, [id, ...more]));
    } catch (error) {
      shell.log.error({ inbox: [id, ...more], error: String(error) }, 'reading failed');
    }
    decided();
  }
}

/** The ids of neighbours that are read together. A letter that has failed before stays alone. */
function groupsOf(letters: readonly Waiting[]): readonly [number, ...number[]][] {
  const groups: [number, ...number[]][] = [];
  let room = 0;
  for (const { id, bytes, begun } of letters) {
    const group = groups.at(-1);
    if (group && !begun && group.length < readGroupLetters && bytes <= room) {
      group.push(id);
      room -= bytes;
    } else {
      groups.push([id]);
      room = begun ? 0 : readGroupBytesMax - bytes;
    }
  }
  return groups;
}

async function readAlone(shell: Shell, id: number): Promise<void> {
  const { db, clock, crash } = shell;
  const stored = storedLetter(db, id);
  if (!stored) return;
  if (stored.attempts >= readAttemptsMax) {
    const end: End = { state: 'put-aside', reason: 'reading failed too often' };
    finishLetter(db, id, end, clock.now());
    note(shell, id, ok(end));
    return;
  }
  crash.reach('read: before count');
  // Counted and committed first, so that a letter that kills the process is noticed.
  transactLightly(db, () => countAttempt(db, id));
  crash.reach('read: counted');
  const opened = await openLetter(shell, stored.raw);
  crash.reach('read: parsed');
  const end = uncounted(db, id, () =>
    transact(db, () => {
      const ended = conclude(shell, { id, stored, opened });
      crash.reach('read: before commit');
      return ended;
    }),
  );
  crash.reach('read: committed');
  note(shell, id, ok(end));
}

/**
 * Two commits for all letters of a group, instead of two for each. That it was begun is written down
 * first: when it kills the process, its letters are read one by one, and only those runs are counted.
 */
async function readGroup(shell: Shell, ids: readonly number[]): Promise<void> {
  const { db, crash } = shell;
  crash.reach('read: before group count');
  transactLightly(db, () => {
    for (const id of ids) markGrouped(db, id);
  });
  crash.reach('read: group counted');
  const parsed = await Promise.all(ids.map((id) => parseStored(shell, id)));
  crash.reach('read: group parsed');
  const ends = transact(db, () => {
    const all = parsed.map((one) => (one.ok ? attempt(db, () => conclude(shell, one.value)) : one));
    crash.reach('read: before group commit');
    return all;
  });
  crash.reach('read: group committed');
  for (const [index, end] of ends.entries()) note(shell, ids[index] ?? 0, end);
}

/** A letter that has been taken apart, as far as that was possible. */
interface Parsed {
  readonly id: number;
  readonly stored: Stored;
  readonly opened: Result<Opened, ParseFailure>;
}

/** Everything about a letter that cannot be done within a transaction. */
async function openLetter(shell: Shell, raw: Uint8Array): Promise<Parsed['opened']> {
  const letter = await shell.parser.parse(raw, shell.address);
  return letter.ok ? ok(await takeOut(shell, letter.value)) : letter;
}

/** @returns what the parser has thrown, so that it does not stop the others of a group */
async function parseStored(shell: Shell, id: number): Promise<Result<Parsed, unknown>> {
  try {
    const stored = storedLetter(shell.db, id);
    if (!stored) return err('gone');
    return ok({ id, stored, opened: await openLetter(shell, stored.raw) });
  } catch (error) {
    return err(error);
  }
}

/** Decides about a letter and gives it its terminal state, within a transaction. */
function conclude(shell: Shell, { id, stored, opened }: Parsed): End {
  const { db, clock, crash } = shell;
  const print = opened.ok ? fingerprint(opened.value.letter) : undefined;
  const first = duplicateOf(db, id, stored.hash, print);
  const end: End =
    first !== undefined
      ? { state: 'ignored', reason: `the same as ${first}` }
      : opened.ok
        ? (takeReturned(shell, stored.raw, opened.value.letter) ??
          answer(shell, id, opened.value, stored.cutBytes !== null))
        : { state: 'put-aside', reason: opened.error };
  finishLetter(db, id, { ...end, fingerprint: print, sameAs: first }, clock.now());
  if (opened.ok && opened.value.passwords) {
    const { letter, passwords } = opened.value;
    replaceRaw(db, id, redactedCopy(letter, passwords.words));
  }
  crash.reach('read: concluded');
  return end;
}

function note({ log }: Shell, id: number, end: Result<End, unknown>): void {
  if (end.ok) log.info({ inbox: id, ...end.value }, 'read');
  else log.error({ inbox: id, error: String(end.error) }, 'reading failed');
}

/** A letter is not to be put aside because the disk was full for a night. */
function uncounted<T>(db: Database, id: number, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (isOfTheMachine(error)) uncountAttempt(db, id);
    throw error;
  }
}

/** Screens a letter, finds out who wrote it, and does what it says. */
function answer(shell: Shell, inboxId: number, { letter, passwords }: Opened, cut: boolean): End {
  const { db, address: own, admins, secrets } = shell;
  if (!letter.sender.ok) return { state: 'put-aside', reason: letter.sender.error };
  const address = letter.sender.value;
  const automatic = automaticReason(letter, address, own);
  if (automatic !== undefined) return { state: 'ignored', reason: automatic };

  const from: Sender = {
    address,
    player: playerByAddress(db, address),
    admin: admins.has(addressKey(address)),
    cause: { inboxId, messageId: letter.messageId, address },
  };
  if (!isStranger(from)) heardFrom(shell, address);
  if (cut) return tooLarge(shell, from);
  const token = replyToken(letter, own, secrets);
  if (!token.ok) return sayToPlayer(shell, from, say(token.error));
  if (token.value?.purpose === 'held') {
    return confirm(shell, from, token.value.number, letter.lines);
  }
  const claimed = passwords?.claim && judge(shell, passwords.claim, address);
  if (claimed && !claimed.ok) return sayToPlayer(shell, from, claimed.error);
  const sender = claimed ? asPlayer(from, claimed.value) : from;
  // A token that was made for somebody else opens nothing, whoever carries it here.
  const mine = token.value?.player === sender.player?.id ? token.value : undefined;
  const text = { subject: letter.subject, lines: linesAboveToken(letter.lines, secrets) };
  const place = placeOf(mine);
  const orders = mine && !passwords?.inSubject ? readAnswer(text, place) : readFresh(text);
  const all = { ...orders, passwordHash: passwords?.newHash };
  const verified = isVerifiedSender(letter.fields, address, shell.authserv);
  const shown: Proof = verified ? { kind: 'sender' } : proofOf(mine);
  return carryOut(shell, sender, all, place, claimed ? { kind: 'password' } : shown);
}

/** Says why nothing was done, but not to strangers. */
const sayToPlayer = (shell: Shell, sender: Sender, sentence: Sentence): End =>
  isStranger(sender)
    ? { state: 'ignored', reason: sentence.code }
    : sayBack(shell, sender, sentence);

/** Nothing is known of a letter but its header: a player is told, and nobody else. */
function tooLarge(shell: Shell, sender: Sender): End {
  const mebibytes = letterBytesMax / oneMebibyte;
  if (sender.player) sayBack(shell, sender, say('too-large', { mebibytes }));
  return { state: 'put-aside', reason: 'too large' };
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
