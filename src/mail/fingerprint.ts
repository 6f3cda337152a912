import { createHash } from 'node:crypto';
import type { Letter } from './letter.ts';
import { replyToken } from './reply.ts';
import type { Secrets } from './token.ts';

/** SHA-256 of the raw bytes. */
export const rawHash = (raw: Uint8Array): Uint8Array => createHash('sha256').update(raw).digest();

/**
 * What stays the same when one letter is delivered twice along different ways: who, when, which id,
 * and the words that were written. Blanks do not count, because relays that change the transfer
 * encoding change those at the ends of lines; nor does what they add below a signature or a
 * quotation. Any other word makes another letter, whatever its Message-ID; and so does another
 * token, see `tokenText`.
 *
 * Undefined when the letter has neither Message-ID nor Date, because then two letters could be alike
 * that are not the same.
 */
export function fingerprint(letter: Letter): Uint8Array | undefined {
  if (letter.messageId === undefined && letter.date === '') return undefined;
  const sender = letter.sender.ok ? letter.sender.value : '';
  const told = [letter.date, letter.subject, letter.lines.join('\n')].map(oneBlank);
  return createHash('sha256')
    .update(JSON.stringify([sender, letter.messageId, ...told]))
    .digest();
}

/**
 * Which letter of ours a letter answers, as far as a token says so. Where the token was written (the
 * address, or the ids) does not count: aliases and mail hosts that know no tags change the address.
 *
 * @param own the address of this server, without a tag
 * @returns the same text for the same token; empty when there is none
 */
export function tokenText(letter: Letter, own: string, secrets: Secrets): string {
  const token = replyToken(letter, own, secrets);
  if (!token.ok) return token.error;
  if (!token.value) return '';
  const { purpose, player, number, revision, epoch = 0, era = 0, shown = era } = token.value;
  const beside = epoch > 0 || shown > 0 ? [epoch, shown] : [];
  return [purpose, player, number, revision, ...beside].join(' ');
}

const oneBlank = (text: string): string => text.replace(/\s+/g, ' ').trim();
