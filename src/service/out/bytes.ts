import { bytesLeft, type Spent } from '../../budget/answers.ts';
import { accountOf } from '../../budget/charge.ts';
import type { Message } from '../../intent.ts';
import { oneDayMs } from '../../limits.ts';
import { addressKey } from '../../player/address.ts';
import type { Result } from '../../result.ts';
import { say } from '../../sentence.ts';
import { lately } from '../../store/file/lately.ts';
import { causedBy, unprovenLetters } from '../../store/letters/ledger.ts';
import type { Intended } from '../../store/letters/outbox.ts';
import type { Shell } from '../shell/shell.ts';
import type { Written } from '../thread/writer.ts';

/** What is to be frozen; `too-long` where there is no room for a letter, however short. */
export type Page = Result<Written, unknown> | 'too-long';

/** A letter of a group, for a letter that nothing proves, that is not frozen yet. */
export interface Unfrozen {
  readonly addressKey: string;
  readonly inboxId: number | undefined;
  readonly bytes: number;
}

/**
 * Sees that what letters cause that nothing proves comes to no more bytes than it may: a letter that is
 * too long is written again in plain text, without pictures and links; and an answer that is too long
 * even so says that and nothing else, or to somebody without an account what this server is. What such
 * letters ask for is only known when it is written, and nothing is frozen before.
 *
 * @param before those of the group before it; this one is added
 * @param write writes a letter
 */
export async function withinBytes(
  shell: Shell,
  letter: Intended,
  written: Result<Written, unknown>,
  before: Unfrozen[],
  write: (letter: Intended) => Promise<Result<Written, unknown>>,
): Promise<Page> {
  if (letter.charged?.proof !== 'none' || !written.ok) return written;
  const most = bytesLeft(spentBefore(shell, letter, letter.charged.at, before));
  let page = written;
  for (const shorter of shorterOf(letter)) {
    if (page.value.raw.length <= most) break;
    const next = await write(shorter);
    if (!next.ok) return next;
    page = next;
  }
  const bytes = page.value.raw.length;
  if (bytes > most) return 'too-long';
  before.push({ addressKey: addressKey(letter.address), inboxId: letter.inboxId, bytes });
  return page;
}

function spentBefore(
  { db }: Shell,
  { address, inboxId }: Intended,
  at: number,
  before: readonly Unfrozen[],
): Spent {
  const frozen = unprovenLetters(db, address, lately(at, oneDayMs));
  const { came, caused } = causedBy(db, inboxId ?? 0, address) ?? OF_OLDER_VERSION;
  const unfrozen = before.filter((each) => each.addressKey === addressKey(address));
  return {
    letters: frozen.letters + unfrozen.length,
    bytes: frozen.bytes + bytesOf(unfrozen),
    came,
    caused: caused + bytesOf(unfrozen.filter((each) => each.inboxId === inboxId)),
  };
}

const bytesOf = (letters: readonly Unfrozen[]): number =>
  letters.reduce((sum, { bytes }) => sum + bytes, 0);

/** How large its letters were was not written down. */
const OF_OLDER_VERSION = { came: Number.POSITIVE_INFINITY, caused: 0 };

/** What is written in the place of a letter that is too long, the longest first. */
const shorterOf = (letter: Intended): readonly Intended[] => [
  { ...letter, message: inPlainText(letter.message) },
  ...(accountOf(letter.message.kind) === 'answer'
    ? [{ ...letter, board: undefined, message: inPlainText(shortFor(letter)) }]
    : []),
];

/** The same letter for a reader who wants no HTML part. */
const inPlainText = (message: Message): Message => {
  const { facts } = message;
  const choices = { ...facts.choices, mail: 'text' };
  return { ...message, facts: { ...facts, choices } } as Message;
};

/** The answer in place of one that is too long. */
function shortFor({ playerId, message }: Intended): Message {
  if (playerId === undefined) return { kind: 'introduction', facts: {} };
  const { choices } = message.facts;
  const sections = [{ understood: undefined, says: [say('too-long-unproven')] }];
  return { kind: 'answer', facts: { sections, ...(choices && { choices }) } };
}
