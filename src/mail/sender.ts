import { domainToUnicode } from 'node:url';
import { letterLimits } from '../limits.ts';
import { parseAddress } from '../player/address.ts';
import { err, ok, type Result } from '../result.ts';
import { type HeaderField, type Lexeme, lexemesOf } from './header.ts';

export type SenderError = 'no-from' | 'several-from' | 'odd-from' | 'not-an-address';

/**
 * A display name (a quoted string without angle brackets, or words without specials but dots) and an address in angle
 * brackets.
 */
const NAMED = /^(?:"(?:[^"\\<>]|\\[^<>])*"|[^"<>(),:;@[\]\\]*)\s*<([^<>()\s"]+)>$/;

/** Some programs repeat the address as the name, bare or in single quotes. */
const NAMED_BY_ITSELF = /^'?([^<>()\s"',;:]+)'?\s*<\1>$/;

/**
 * The one plain address in the one From field. Parsers disagree about odd forms (two fields, comments,
 * groups, routes, quoted local parts, a second angle bracket), and an answer must not depend on the parser,
 * so they are refused (RFC 5322, section 3.6.2, allows more).
 *
 * @returns `local@domain` with the domain in lower-case ASCII
 */
export function parseSender(fields: readonly HeaderField[]): Result<string, SenderError> {
  const only = onlyFrom(fields);
  if (!only.ok) return only;
  const { name, value } = only.value;
  if (name !== 'from') return err('odd-from');
  const named = NAMED.exec(value) ?? NAMED_BY_ITSELF.exec(value);
  const address = value.includes('<') ? named?.[1] : value;
  return address === undefined ? err('odd-from') : readAddress(address);
}

/**
 * The sender of one mailbox in any form of RFC 5322 (section 3.4), with comments and quoted local parts.
 * Other parsers may differ, so it is trusted only if a token confirms it.
 */
export function parseRfc5322Sender(fields: readonly HeaderField[]): Result<string, SenderError> {
  const from = onlyFrom(fields);
  if (!from.ok) return from;
  const lexemes = lexemesOf(from.value.value, LEXEME);
  const address = lexemes && mailboxOf(lexemes);
  return address === undefined ? err('odd-from') : readAddress(address);
}

function onlyFrom(fields: readonly HeaderField[]): Result<HeaderField, SenderError> {
  const [only, ...more] = fields.filter(({ name }) => name.trim() === 'from');
  if (only === undefined) return err('no-from');
  if (more.length > 0) return err('several-from');
  return isReadable(only.value) ? ok(only) : err('odd-from');
}

const isReadable = (value: string): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
  value.length <= letterLimits.fromChars && !/[\u0000-\u0008\u000a-\u001f\u007f]/.test(value);

/** Parses a plain address of the raw header. */
function readAddress(address: string): Result<string, SenderError> {
  // Encoded words are not allowed in an address (RFC 2047, section 5), but some programs decode them.
  if (address.includes('=?')) return err('odd-from');
  // The raw header was read as latin1; non-ASCII bytes are UTF-8 (RFC 6532, section 3.2).
  const written = Buffer.from(address, 'latin1').toString('utf8');
  const plain = parseAddress(written);
  return plain.ok && !isWrittenAsLabel(plain.value, written) ? err('odd-from') : plain;
}

/**
 * Whether a domain is written as A-label or U-label, in any case (RFC 5890, section 2.3.2.1), and not in a
 * form that is mapped to it, such as full-width letters.
 */
function isWrittenAsLabel(address: string, written: string): boolean {
  const domain = address.slice(address.lastIndexOf('@') + 1);
  const writtenDomain = written.slice(written.lastIndexOf('@') + 1).toLowerCase();
  return writtenDomain === domain || writtenDomain === domainToUnicode(domain);
}

/** Blanks, an atom, a quoted string, or a sign (RFC 5322, section 3.2). */
const LEXEME = /[ \t]+|([^ \t()<>@,;:\\".[\]]+)|"((?:[^"\\]|\\.)*)"|([<>@,;:.])/y;

/** `name <local@domain>` or `local@domain`; a name has words and dots. */
function mailboxOf(tokens: readonly Lexeme[]): string | undefined {
  const open = tokens.findIndex(({ kind, text }) => kind === 'sign' && text === '<');
  if (open < 0) return addressOf(tokens);
  const last = tokens.at(-1);
  if (last?.kind !== 'sign' || last.text !== '>') return undefined;
  const name = tokens.slice(0, open);
  return name.every(({ kind, text }) => kind !== 'sign' || text === '.')
    ? addressOf(tokens.slice(open + 1, -1))
    : undefined;
}

/** Dotted words, an `@`, and dotted words. */
function addressOf(tokens: readonly Lexeme[]): string | undefined {
  const at = tokens.findIndex(({ kind, text }) => kind === 'sign' && text === '@');
  const [local, domain] = [tokens.slice(0, Math.max(at, 0)), tokens.slice(at + 1)].map((half) =>
    half.length % 2 === 1 &&
    half.every(({ kind, text }, place) =>
      place % 2 === 0 ? kind !== 'sign' : kind === 'sign' && text === '.',
    )
      ? half.map(({ text }) => text).join('')
      : undefined,
  );
  return local === undefined || domain === undefined ? undefined : `${local}@${domain}`;
}
