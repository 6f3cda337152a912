import { domainToUnicode } from 'node:url';
import { fromCharsMax } from '../limits.ts';
import { parseAddress } from '../player/address.ts';
import { err, type Result } from '../result.ts';
import type { Field } from './header.ts';

/** Why no sender can be told from a letter. */
export type SenderError = 'no-from' | 'several-from' | 'odd-from' | 'not-an-address';

/** A display name: a quoted string without angles, or words of which none holds a special. */
const NAMED = /^(?:"(?:[^"\\<>]|\\[^<>])*"|[^"<>(),:;@[\]\\]*)\s*<([^<>()\s"]+)>$/;

/** Some programs put the address where the name belongs, bare or in single quotes. */
const NAMED_BY_ITSELF = /^'?([^<>()\s"',;:]+)'?\s*<\1>$/;

/**
 * The one plain address in the one From field. Parsers disagree about every odd form (two fields,
 * comments, groups, routes, quoted local parts, a second angle), and an answer must not depend on
 * which one is asked, so every odd form is refused (RFC 5322, section 3.6.2, allows more).
 *
 * @returns `local@domain` with the domain in lower-case ASCII
 */
export function parseSender(fields: readonly Field[]): Result<string, SenderError> {
  const from = fields.filter(({ name }) => name.trim() === 'from');
  const [only, ...more] = from;
  if (only === undefined) return err('no-from');
  if (more.length > 0) return err('several-from');
  const value = only.value;
  if (value.length > fromCharsMax) return err('odd-from');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
  if (only.name !== 'from' || /[\u0000-\u0008\u000a-\u001f\u007f]/.test(value))
    return err('odd-from');
  const named = NAMED.exec(value) ?? NAMED_BY_ITSELF.exec(value);
  const address = value.includes('<') ? named?.[1] : value;
  // Encoded words do not belong into an address (RFC 2047, section 5), and some programs decode them.
  if (address === undefined || address.includes('=?')) return err('odd-from');
  // The raw header was read as latin1; what is not ASCII in it is UTF-8 (RFC 6532, section 3.2).
  const written = Buffer.from(address, 'latin1').toString('utf8');
  const plain = parseAddress(written);
  return plain.ok && !isSpelt(plain.value, written) ? err('odd-from') : plain;
}

/**
 * Whether a domain is written as what it is, as A-label or U-label without case (RFC 5890, section
 * 2.3.2.1), and not in one of the ways that are turned into it, such as letters of double width.
 */
function isSpelt(address: string, written: string): boolean {
  const domain = address.slice(address.lastIndexOf('@') + 1);
  const asked = written.slice(written.lastIndexOf('@') + 1).toLowerCase();
  return asked === domain || asked === domainToUnicode(domain);
}
