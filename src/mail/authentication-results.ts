import type { SenderVerdict } from '../player/proof.ts';
import { type HeaderField, type Lexeme, lexemesOf } from './header.ts';

/** The first Authentication-Results field of a letter. */
interface Results {
  readonly authservId: string;
  readonly results: readonly Result[];
  /** Number of Received fields above it. */
  readonly hops: number;
}

interface Result {
  readonly method: string;
  readonly value: string;
  /** `header.from` -> `example.org`. */
  readonly properties: ReadonlyMap<string, string>;
}

/** A usual field has a few hundred characters. */
const CHARS_MAX = 4_000;

export interface Authserv {
  readonly id: string;
  /** Number of Received fields that the host adds above its results, such as one for LMTP. */
  readonly hops: number;
}

/**
 * The verdict of our mail host on the domain in From, by DMARC (RFC 8601, RFC 7489). The sender may have
 * written all other fields, so only the first Authentication-Results counts, and only below at most `hops`
 * Received fields: fields are added at the top. Anything unusual in the field makes the verdict `unknown`.
 *
 * @param address the one address in From, its domain in lower-case ASCII
 */
export function senderVerdict(
  fields: readonly HeaderField[],
  address: string,
  authserv: Authserv | undefined,
): SenderVerdict {
  const read = firstResults(fields);
  if (!authserv || !read || read.hops > authserv.hops) return 'unknown';
  if (read.authservId.toLowerCase() !== authserv.id.toLowerCase()) return 'unknown';
  const [dmarc, ...more] = read.results.filter(({ method }) => method === 'dmarc');
  if (!dmarc || more.length > 0) return 'unknown';
  const domain = address.slice(address.lastIndexOf('@') + 1);
  const found = dmarc.properties.get('header.from')?.toLowerCase();
  // Some hosts omit the domain of a failed check; another domain is not this letter's.
  if (dmarc.value === 'fail') return (found ?? domain) === domain ? 'fail' : 'unknown';
  return dmarc.value === 'pass' && found === domain ? 'pass' : 'unknown';
}

/** An undefined method, so that the field has no meaning anywhere. */
const FORGED = 'x-turnpost-check=none';

/** A forged field in the name of a host, which should remove it from our test letter. */
export const forgeryAs = (id: string): string => `${id}; ${FORGED}`;

export const isForged = ({ name, value }: HeaderField): boolean =>
  name === 'authentication-results' && value.includes(FORGED);

/**
 * The host whose field stands above the forged one, or replaces it, in a letter that came back to us.
 *
 * @returns undefined if the forged one is first, or there is none
 */
export function authservIn(fields: readonly HeaderField[]): Authserv | undefined {
  const read = firstResults(fields);
  const isOurs = read && !fields.slice(0, read.at + 1).some(isForged);
  return isOurs ? { id: read.authservId, hops: read.hops } : undefined;
}

/**
 * Undefined if missing or malformed. A field with a blank before the colon counts as the first, and as malformed:
 * parsers disagree about it.
 */
function firstResults(fields: readonly HeaderField[]): (Results & { at: number }) | undefined {
  const at = fields.findIndex(({ name }) => name.trim() === 'authentication-results');
  const first = fields[at];
  const read = first?.name === 'authentication-results' ? parseResults(first.value) : undefined;
  const above = fields.slice(0, Math.max(at, 0)).filter(({ name }) => name.trim() === 'received');
  return read && { ...read, at, hops: above.length };
}

/** A token of RFC 2045 (section 5.1), a quoted string, or a separator. */
const LEXEME =
  /[ \t]+|((?:(?![()<>@,;:\\"/[\]?=])[!-~])+)|"((?:[\t !#-[\]-~]|\\[\t -~])*)"|([;=/@])/y;

/** Parses the field's value (RFC 8601, section 2.2): id, version, results with properties. */
function parseResults(value: string): Omit<Results, 'hops'> | undefined {
  const lexemes = value.length > CHARS_MAX ? undefined : lexemesOf(value, LEXEME);
  if (!lexemes) return undefined;
  const [head = [], ...rest] = splitAt(lexemes, ';');
  const [id, version, ...more] = head;
  if (!id || id.kind === 'sign' || more.length > 0) return undefined;
  if (version && version.text !== '1') return undefined;
  // A `;` at the end is ignored.
  const written = rest.at(-1)?.length === 0 ? rest.slice(0, -1) : rest;
  const results = written.map(parseResult);
  return results.every((result) => result !== undefined)
    ? { authservId: id.text, results }
    : undefined;
}

/** `dmarc=pass reason="..." header.from=example.org`; a version may follow the method. */
function parseResult(tokens: readonly Lexeme[]): Result | undefined {
  const [method, ...behind] = tokens;
  if (method?.kind !== 'word') return undefined;
  const [slash, version] = behind;
  const rest = slash?.text === '/' && version?.text === '1' ? behind.slice(2) : behind;
  const [equals, value, ...more] = rest;
  if (equals?.text !== '=' || equals.kind !== 'sign' || value?.kind !== 'word') return undefined;
  const properties = parseProperties(more);
  return (
    properties && {
      method: method.text.toLowerCase(),
      value: value.text.toLowerCase(),
      properties,
    }
  );
}

/** `smtp.mailfrom=a@b.org header.from=b.org`; a duplicate name is malformed. */
function parseProperties(tokens: readonly Lexeme[]): ReadonlyMap<string, string> | undefined {
  const properties = new Map<string, string>();
  for (let at = 0; at < tokens.length; ) {
    const [name, equals] = tokens.slice(at, at + 2);
    const end = valueEnd(tokens, at + 2);
    const value = tokens.slice(at + 2, end).map(({ text }) => text);
    if (name?.kind !== 'word' || equals?.kind !== 'sign' || equals.text !== '=') return undefined;
    const key = name.text.toLowerCase();
    if (value.length === 0 || properties.has(key)) return undefined;
    properties.set(key, value.join(''));
    at = end;
  }
  return properties;
}

/**
 * The end of a value: a word, a quoted string, `local@domain` or `@domain`. A slash continues it: hosts
 * write the base64 of `header.b` without the required quotes.
 */
function valueEnd(tokens: readonly Lexeme[], from: number): number {
  const isSign = (at: number, ...signs: readonly string[]) =>
    tokens[at]?.kind === 'sign' && signs.includes(tokens[at].text);
  let end = isSign(from, '@') ? from : from + 1;
  if (isSign(from, ';', '=', '/')) return from;
  while (isSign(end, '@', '/')) end += 2;
  return end;
}

function splitAt(lexemes: readonly Lexeme[], sign: string): readonly (readonly Lexeme[])[] {
  const parts: Lexeme[][] = [[]];
  for (const each of lexemes) {
    if (each.kind === 'sign' && each.text === sign) parts.push([]);
    else parts.at(-1)?.push(each);
  }
  return parts;
}
