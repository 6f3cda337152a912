import { anyOf } from '../any-of.ts';
import type { Letter } from './letter.ts';

/** Header fields in which no subject is repeated, unlike in Thread-Topic and its kind. */
const KEPT = new Set([
  'auto-submitted',
  'authentication-results',
  'cc',
  'date',
  'delivered-to',
  'from',
  'in-reply-to',
  'message-id',
  'received',
  'references',
  'return-path',
  'to',
]);

/**
 * A letter as it is kept once its passwords have been taken out: the header fields that say where it
 * came from, its subject, and what was written anew. Quotations, other spellings of the same text
 * and attachments are gone, because a password may stand in any of them in a coding of its own. The
 * copy bears our own mark, so nothing comes of it should it ever be read as a letter.
 *
 * @param letter already without its passwords
 * @param words what must not stand in a header field either
 */
export function redactedCopy(letter: Letter, words: readonly string[]): Uint8Array {
  const secret = anyOf(words);
  const kept = letter.fields.filter(
    ({ name, value }) => KEPT.has(name) && !(secret && value.search(secret) >= 0),
  );
  const header = kept.map(({ name, value }) => Buffer.from(`${name}: ${value}\r\n`, 'latin1'));
  const text = [
    'subject: ',
    letter.subject,
    '\r\nmime-version: 1.0\r\ncontent-type: text/plain; charset=utf-8\r\n',
    'content-transfer-encoding: 8bit\r\nx-turnpost: redacted\r\n\r\n',
    letter.lines.join('\r\n'),
  ];
  return Buffer.concat([...header, Buffer.from(text.join(''), 'utf8')]);
}
