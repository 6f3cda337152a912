import { bytesLeft } from '../../budget/answers.ts';
import { accountOf } from '../../budget/charge.ts';
import type { Message } from '../../intent.ts';
import { oneDayMs } from '../../limits.ts';
import { addressKey } from '../../player/address.ts';
import type { Result } from '../../result.ts';
import { say } from '../../sentence.ts';
import { lately } from '../../store/file/lately.ts';
import { unprovenAnswers } from '../../store/letters/ledger.ts';
import type { Intended } from '../../store/letters/outbox.ts';
import type { Shell } from '../shell/shell.ts';
import type { Written } from '../thread/writer.ts';

/** What is to be frozen; `too-long` where there is no room for a letter, however short. */
export type Page = Result<Written, unknown> | 'too-long';

/** What the unproven answers of a group have come to so far, by address. */
export type Spent = Map<string, { readonly letters: number; readonly bytes: number }>;

/**
 * Sees that answers to letters that nothing proves come to no more bytes than they may: one that is
 * too long is written again in plain text, without pictures and links; and where that is too long
 * as well, it says so and nothing else. What such letters ask for is only known when it is written,
 * and nothing is frozen before.
 *
 * @param spent by those of the group before it; what this letter takes is added
 * @param write writes a letter
 */
export async function withinBytes(
  { db }: Shell,
  letter: Intended,
  written: Result<Written, unknown>,
  spent: Spent,
  write: (letter: Intended) => Promise<Result<Written, unknown>>,
): Promise<Page> {
  const { charged, message, address } = letter;
  const counts = charged?.proof === 'none' && accountOf(message.kind) === 'answer';
  if (!counts || !written.ok) return written;
  const key = addressKey(address);
  const now = spent.get(key) ?? unprovenAnswers(db, address, lately(charged.at, oneDayMs));
  const most = bytesLeft(now);
  const fits = (page: Result<Written, unknown>) => !page.ok || page.value.raw.length <= most;
  const inText = { ...letter, message: inPlainText(message) };
  const short = { ...inText, board: undefined, message: inPlainText(shortFor(letter)) };
  const shorter = fits(written) ? written : await write(inText);
  const page = fits(shorter) ? shorter : await write(short);
  const bytes = page.ok ? page.value.raw.length : 0;
  if (bytes > most) return 'too-long';
  spent.set(key, { letters: now.letters + 1, bytes: now.bytes + bytes });
  return page;
}

/** The same letter for a reader who wants no HTML part. */
const inPlainText = (message: Message): Message => {
  const { facts } = message;
  const choices = { ...facts.choices, mail: 'text' };
  return { ...message, facts: { ...facts, choices } } as Message;
};

/** The answer in place of one that is too long. */
function shortFor({ playerId, message }: Intended): Message {
  const { choices } = message.facts;
  const why = say(playerId === undefined ? 'too-long-stranger' : 'too-long-unproven');
  const sections = [{ understood: undefined, says: [why] }];
  return { kind: 'answer', facts: { sections, ...(choices && { choices }) } };
}
