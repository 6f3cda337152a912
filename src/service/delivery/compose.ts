import { budgetOf, bytesLeft, type Spent } from '../../budget/charge.ts';
import type { Message } from '../../intent.ts';
import { oneDayMs } from '../../limits.ts';
import { forgeryAs } from '../../mail/authentication-results.ts';
import { makeReferences } from '../../mail/header.ts';
import { makeToken } from '../../mail/token.ts';
import { addressKey, withTag } from '../../player/address.ts';
import { timeWindow } from '../../ports.ts';
import { err, type Result } from '../../result.ts';
import { say } from '../../sentence.ts';
import { composeLimits } from '../../server-limits.ts';
import { isMachineFault, transactUnsynced } from '../../store/file/database.ts';
import { bytesCaused, unprovenLetters } from '../../store/letters/charges.ts';
import {
  type Intended,
  intendedLetters,
  noteComposeError,
  storeComposed,
  withhold,
} from '../../store/letters/outbox.ts';
import { setCondition } from '../../store/server/conditions.ts';
import type { Shell } from '../shell/shell.ts';
import type { Sheet, WrittenLetter } from '../thread/writer.ts';

/**
 * Renders every intended letter and freezes it: envelope and raw bytes are stored before the first send, and
 * never made again. A letter that cannot be rendered stays intended and stops no other.
 *
 * @param signal stops between two groups of letters
 * @param frozen called when there is something to send
 * @throws Error of SQLite if nothing can be written now
 */
export async function compose(
  shell: Shell,
  signal: AbortSignal,
  frozen: () => void = () => undefined,
): Promise<void> {
  const { db, crash } = shell;
  let last = 0;
  while (!signal.aborted) {
    const letters = intendedLetters(db, last, composeLimits.letters);
    if (letters.length === 0) return;
    last = letters.at(-1)?.id ?? last;
    crash.reach('compose: before render');
    const renderings = await writeAll(shell, letters);
    crash.reach('compose: before freeze');
    // Without a sync: a rollback by a power cut only repeats this, as nothing is sent before the commit that
    // leases the letter, which syncs.
    transactUnsynced(db, () => {
      for (const [index, letter] of letters.entries())
        storeRendering(shell, letter, renderings[index]);
    });
    crash.reach('compose: frozen');
    frozen();
    if (letters.length < composeLimits.letters) return;
  }
}

/** Writes the letters of a group. */
async function writeAll(shell: Shell, letters: readonly Intended[]): Promise<readonly Rendering[]> {
  const written = await Promise.all(letters.map((letter) => write(shell, letter)));
  const before: UnstoredLetter[] = [];
  const renderings: Rendering[] = [];
  for (const [index, letter] of letters.entries()) {
    const rendering = written[index] ?? err('not written');
    renderings.push(
      await withinBytes(shell, letter, rendering, before, (short) => write(shell, short)),
    );
  }
  return renderings;
}

async function write(shell: Shell, letter: Intended): Promise<Result<WrittenLetter, unknown>> {
  try {
    return await shell.writer.write(sheetOf(shell, letter));
  } catch (error) {
    return err(error);
  }
}

/** Freezes a rendered letter, or records why there is none. */
function storeRendering(shell: Shell, letter: Intended, written: Rendering | undefined): void {
  const { db, time, log } = shell;
  const { kind } = letter.message;
  if (written === 'too-long') {
    withhold(db, letter.id, time.now());
    log.warn({ outbox: letter.id, kind }, 'too long for a letter that nothing proves');
    return;
  }
  if (written?.ok) {
    const { trouble: error, noPicture } = written.value;
    storeComposed(db, letter, returnAddress(shell, letter), written.value);
    if (noPicture !== undefined) log.warn({ outbox: letter.id, error: noPicture }, 'picture');
    if (error === undefined) return;
    setCondition(db, { kind: 'template', key: kind, why: error }, time.now());
    log.warn({ outbox: letter.id, kind, error }, 'a custom template was not used');
    return;
  }
  // A full disk must not use up the letter's attempts.
  if (isMachineFault(written?.error)) throw written?.error;
  const error = String(written?.error);
  noteComposeError(db, letter.id, error);
  log.error({ outbox: letter.id, kind, error }, 'compose');
}

function sheetOf(shell: Shell, letter: Intended): Sheet {
  const { message, userid, language, thread } = letter;
  const replyTo = replyAddress(shell, letter.replyToken);
  const inReplyTo = letter.inReplyTo ?? thread.at(-1);
  return {
    message,
    reader: { userid, language, replyTo, links: shell.plus },
    head: {
      ...fromUs(shell),
      to: letter.address,
      replyTo,
      messageId: letter.messageId,
      inReplyTo,
      references: makeReferences(inReplyTo === undefined ? thread : [...thread, inReplyTo]),
      // The letter may have been decided at the arrival time of an e-mail that waited long to be read.
      date: Math.max(letter.createdAt, shell.time.now()),
      autoSubmitted: letter.automatic,
      ...(message.kind === 'probe' && { forgery: forgeryAs(hostOf(shell)) }),
    },
  };
}

/** The domain of our own address. */
const hostOf = ({ address }: Shell): string => address.slice(address.lastIndexOf('@') + 1);

/** The header fields of the sender. */
const fromUs = ({ address }: Shell) => ({
  from: { name: 'Turnpost', address },
  listId: `Turnpost <${address.replace(/[^a-z0-9.-]+/gi, '.')}>`,
});

/** `games+k3f@host`, or the plain address if the host does not deliver tags. */
const replyAddress = ({ address, plus }: Shell, token: string): string =>
  plus && token !== '' ? withTag(address, token) : address;

/** The envelope sender for bounces. It names the letter, because some servers change Message-IDs. */
function returnAddress(shell: Shell, { id, playerId }: Intended): string {
  const token = { purpose: 'bounce', player: playerId ?? 0, number: id, revision: 0 } as const;
  return replyAddress(shell, makeToken(token, shell.secrets));
}

/** A letter to freeze; `too-long` if no version fits. */
type Rendering = Result<WrittenLetter, unknown> | 'too-long';

/** A letter of the group in answer to an unproven letter, not frozen yet. */
interface UnstoredLetter {
  readonly addressKey: string;
  readonly inboxId: number | undefined;
  readonly bytes: number;
}

/**
 * Keeps answers to unproven letters within their byte limit: a letter over it is rendered again in plain
 * text, without pictures and links, then replaced by one line, or by the introduction for a sender without an
 * account. The size is only known after rendering, and nothing is frozen before.
 *
 * @param before letters of the group so far; this one is added
 * @param write renders a letter
 */
async function withinBytes(
  shell: Shell,
  letter: Intended,
  written: Result<WrittenLetter, unknown>,
  before: UnstoredLetter[],
  write: (letter: Intended) => Promise<Result<WrittenLetter, unknown>>,
): Promise<Rendering> {
  if (letter.charged?.proof !== 'none' || !written.ok) return written;
  const most = bytesLeft(spentBefore(shell, letter, letter.charged.at, before));
  let rendering = written;
  for (const shorter of shorterOf(letter)) {
    if (rendering.value.raw.length <= most) break;
    const next = await write(shorter);
    if (!next.ok) return next;
    rendering = next;
  }
  const bytes = rendering.value.raw.length;
  if (bytes > most) return 'too-long';
  before.push({ addressKey: addressKey(letter.address), inboxId: letter.inboxId, bytes });
  return rendering;
}

function spentBefore(
  { db }: Shell,
  { address, inboxId }: Intended,
  at: number,
  before: readonly UnstoredLetter[],
): Spent {
  const frozen = unprovenLetters(db, address, timeWindow(at, oneDayMs));
  const { came, caused } = bytesCaused(db, inboxId ?? 0, address) ?? OF_OLDER_VERSION;
  const unfrozen = before.filter((each) => each.addressKey === addressKey(address));
  return {
    letters: frozen.letters + unfrozen.length,
    bytes: frozen.bytes + bytesOf(unfrozen),
    came,
    caused: caused + bytesOf(unfrozen.filter((each) => each.inboxId === inboxId)),
  };
}

const bytesOf = (letters: readonly UnstoredLetter[]): number =>
  letters.reduce((sum, { bytes }) => sum + bytes, 0);

/** Older versions did not store the size of letters. */
const OF_OLDER_VERSION = { came: Number.POSITIVE_INFINITY, caused: 0 };

/** Replacements of a letter that is too long, the longest first. */
const shorterOf = (letter: Intended): readonly Intended[] => [
  { ...letter, message: inPlainText(letter.message) },
  ...(budgetOf(letter.message.kind) === 'answer'
    ? [{ ...letter, board: undefined, message: inPlainText(shortFor(letter)) }]
    : []),
];

/** The letter without its HTML part. */
const inPlainText = (message: Message): Message => {
  const { facts } = message;
  const choices = { ...facts.choices, mail: 'text' };
  return { ...message, facts: { ...facts, choices } } as Message;
};

/** The short answer in place of one that is too long. */
function shortFor({ playerId, message }: Intended): Message {
  if (playerId === undefined) return { kind: 'introduction', facts: {} };
  const { choices } = message.facts;
  const sections = [{ understood: undefined, says: [say('too-long-unproven')] }];
  return { kind: 'answer', facts: { sections, ...(choices && { choices }) } };
}
