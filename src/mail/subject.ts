import { isUtf8 } from 'node:buffer';
import { decodeWords } from 'postal-mime';
import { subjectCharsMax } from '../limits.ts';
import { visibleText } from './visible.ts';

/**
 * A subject as people see it, on one line: encoded words decoded (RFC 2047), bare 8-bit bytes read as
 * UTF-8 (RFC 6532, section 3.2) or else as windows-1252, and nothing invisible in it.
 *
 * @param raw the value of the field, read as latin1
 */
export function decodeSubject(raw: string): string {
  const bytes = Buffer.from(raw.slice(0, subjectCharsMax), 'latin1');
  const text = new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1252').decode(bytes);
  return visibleText(decodeWords(text).replace(/\s+/g, ' ')).trim();
}
