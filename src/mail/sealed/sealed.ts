import type { Part } from '../part.ts';

/** Why nobody here can read the words of a letter. */
export type Seal = 'encrypted' | 'packed' | 'winmail';

const PGP_MESSAGE = /^\s*-----BEGIN PGP MESSAGE-----/;
const SMIME = new Set(['application/pkcs7-mime', 'application/x-pkcs7-mime']);
const TNEF = new Set(['application/ms-tnef', 'application/vnd.ms-tnef']);

/**
 * How a letter is sealed: encrypted (PGP/MIME of RFC 3156, or S/MIME of RFC 8551), packed into its
 * signature (S/MIME again), or in a file that only Outlook can read. Words below that are a footer
 * that somebody has added; only such a file may lie beside words.
 *
 * @param text of the letter
 */
export function sealOf(letter: Part, text: string): Seal | undefined {
  if (PGP_MESSAGE.test(text)) return 'encrypted';
  const first = firstOf(letter);
  if (first.content.type === 'multipart/encrypted') return 'encrypted';
  if (SMIME.has(first.content.type)) {
    return first.content.smime === 'signed-data' ? 'packed' : 'encrypted';
  }
  return text.trim() === '' && hasTnef(letter) ? 'winmail' : undefined;
}

/** The part at the top, in however many others it lies. */
function firstOf(part: Part): Part {
  const isSealed = part.content.type === 'multipart/encrypted';
  const [first] = part.parts;
  return isSealed || !first ? part : firstOf(first);
}

const hasTnef = ({ content, parts }: Part): boolean =>
  TNEF.has(content.type) ||
  content.fileName?.toLowerCase() === 'winmail.dat' ||
  parts.some(hasTnef);
