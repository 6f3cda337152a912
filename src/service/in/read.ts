import { TOKEN_CHARS_MIN } from '../../mail/token.ts';
import { err, ok, type Result } from '../../result.ts';
import { readLimits } from '../../server-limits.ts';
import {
  type Database,
  inSavepoint,
  isMachineFault,
  transactSyncedLater,
  transactUnsynced,
} from '../../store/file/database.ts';
import type { StoredLetter } from '../../store/letters/inbox.ts';
import {
  beginInGroup,
  beginReading,
  discountAttempt,
  discountRestarts,
  type End,
  type WaitingLetter,
  waitingLetters,
} from '../../store/letters/inbox.ts';
import { answerWaiting } from '../do/strangers.ts';
import type { Shell } from '../shell/shell.ts';
import { ThreadNotStarted } from '../thread/thread-queue.ts';
import { withoutQuotedLetter } from './answered-letter.ts';
import { conclude, type Parsed } from './conclude.ts';
import { giveUp, writerOf } from './unread.ts';

/**
 * Reads every stored letter, the oldest first: alone if it is the only one, in groups under load. A failure
 * stops no other letter; the failed one is read alone next time. Then answers waiting newcomers, as far as
 * there is room.
 *
 * @param signal stops between two letters, or two groups
 * @param decided called after each letter or group, as there may be new letters to send
 */
export async function readStored(
  shell: Shell,
  signal: AbortSignal,
  decided: () => void = () => undefined,
): Promise<void> {
  for (const [id, ...more] of groupsOf(lettersToRead(shell))) {
    if (signal.aborted) return;
    try {
      await (more.length === 0 ? readAlone(shell, id, signal) : readGroup(shell, [id, ...more]));
    } catch (error) {
      // A full disk stops all of them, and is reported once.
      if (isMachineFault(error)) throw error;
      shell.log.error({ inbox: [id, ...more], error: String(error) }, 'reading failed');
    }
    decided();
  }
  answerWaiting(shell);
}

/** The letters that wait; an attempt that a stop of the machine may have cut does not count. */
function lettersToRead({ db, boot }: Shell): readonly WaitingLetter[] {
  const letters = waitingLetters(db);
  if (!letters.some(({ begun }) => begun)) return letters;
  discountRestarts(db, boot, readLimits.restarts);
  return waitingLetters(db);
}

/** The ids of neighbours that are read together. A letter that has failed before stays alone. */
function groupsOf(letters: readonly WaitingLetter[]): readonly [number, ...number[]][] {
  const groups: [number, ...number[]][] = [];
  let room = 0;
  for (const { id, bytes, begun } of letters) {
    const group = groups.at(-1);
    if (group && !begun && group.length < readLimits.letters && bytes <= room) {
      group.push(id);
      room -= bytes;
    } else {
      groups.push([id]);
      room = begun ? 0 : readLimits.bytes - bytes;
    }
  }
  return groups;
}

/** Reads one waiting letter. */
async function readAlone(shell: Shell, id: number, signal: AbortSignal): Promise<void> {
  const { db, crash } = shell;
  crash.reach('read: before count');
  const stored = transactUnsynced(db, () => beginReading(db, id, shell.boot));
  crash.reach('read: counted');
  if (!stored) return;
  if (stored.attempts >= readLimits.attempts) {
    logEnd(shell, id, ok(giveUp(shell, id, stored)));
    return;
  }
  const end = await discountIfBlameless(db, id, signal, async () => {
    const opened = await openLetter(shell, stored.raw);
    crash.reach('read: parsed');
    return transactSyncedLater(db, () => {
      const ended = conclude(shell, { id, stored, opened });
      crash.reach('read: before commit');
      return ended;
    });
  });
  crash.reach('read: committed');
  logEnd(shell, id, ok(end));
}

/**
 * Reads a group in two commits instead of two a letter. Its start is recorded first: if it kills the process,
 * its letters are read one by one, and only those runs count.
 */
async function readGroup(shell: Shell, ids: readonly number[]): Promise<void> {
  const { db, crash } = shell;
  crash.reach('read: before group count');
  const letters = transactUnsynced(db, () =>
    ids.map((id) => ({ id, stored: beginInGroup(db, id) })),
  );
  crash.reach('read: group counted');
  const parsed = await Promise.all(letters.map((letter) => parseStored(shell, letter)));
  crash.reach('read: group parsed');
  const ends = transactSyncedLater(db, () => {
    const all = parsed.map((one) => {
      const end = one.ok ? inSavepoint(db, () => conclude(shell, one.value)) : one;
      // On a full disk, a shorter letter would overtake a longer one.
      if (!end.ok && isMachineFault(end.error)) throw end.error;
      return end;
    });
    crash.reach('read: before group commit');
    return all;
  });
  crash.reach('read: group committed');
  for (const [index, end] of ends.entries()) logEnd(shell, ids[index] ?? 0, end);
}

/** Parses a letter, outside any transaction. Drops quotes of our letters, and a token with all below it. */
async function openLetter(shell: Shell, raw: Uint8Array): Promise<Parsed['opened']> {
  const opened = await shell.parser.parse(raw, shell.address);
  if (!opened.ok) return opened;
  const { letter, packed } = opened.value;
  const sender = writerOf(shell, letter);
  const written = withoutQuotedLetter(shell, { ...letter, sender });
  if (written.lines.join('').length < TOKEN_CHARS_MIN) return ok({ letter: written, packed });
  const lines = await shell.parser.search(written.lines, shell.secrets);
  return lines.ok ? ok({ letter: { ...written, lines: lines.value }, packed }) : lines;
}

/** @returns the parser's error, so that the others of a group go on */
async function parseStored(
  shell: Shell,
  { id, stored }: { readonly id: number; readonly stored: StoredLetter | undefined },
): Promise<Result<Parsed, unknown>> {
  if (!stored) return err('gone');
  try {
    const opened = await openLetter(shell, stored.raw);
    return ok({ id, stored, opened });
  } catch (error) {
    return err(error);
  }
}

function logEnd({ log }: Shell, id: number, end: Result<End, unknown>): void {
  if (end.ok) log.info({ inbox: id, ...end.value }, 'read');
  else log.error({ inbox: id, error: String(end.error) }, 'reading failed');
}

/**
 * Does the work. If that fails through no fault of the letter, the attempt does not count: the disk was
 * full, the worker was told to stop, or no parser thread could be started.
 */
async function discountIfBlameless<T>(
  db: Database,
  id: number,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isToBlame = !(
      isMachineFault(error) ||
      error instanceof ThreadNotStarted ||
      signal.aborted
    );
    if (!isToBlame) discountAttempt(db, id);
    throw error;
  }
}
