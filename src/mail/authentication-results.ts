import type { SenderVerdict } from '../player/proof.ts';
import type { HeaderField } from './header.ts';

/** What one Authentication-Results field says. */
interface Results {
  readonly authservId: string;
  readonly results: readonly Result[];
}

interface Result {
  readonly method: string;
  readonly value: string;
  /** `header.from` -> `example.org`. */
  readonly properties: ReadonlyMap<string, string>;
}

/** A field has a few hundred characters; one result a method. */
const CHARS_MAX = 4_000;
const RESULTS_MAX = 50;

/** Whose findings are believed. */
export interface Authserv {
  /** The authserv-id under which our mail host writes its Authentication-Results. */
  readonly id: string;
  /** How many Received fields it writes above them, such as one for a delivery by LMTP. */
  readonly hops: number;
}

/**
 * Whether our own mail host has found that a letter comes from the domain of its From address, or
 * that it does not (RFC 8601, and RFC 7489 for DMARC). Everything else in a header was written by
 * whoever sent the letter, so only one field can count: the very first of its name, and only where no
 * more Received stand above it than the host itself writes there (none, unless the operator says
 * otherwise), because what is added last stands first. Anything unusual in the field says nothing.
 *
 * @param fields the header, top first
 * @param address the one address in From, its domain in lower-case ASCII
 * @param authserv undefined: nobody's findings are believed
 */
export function senderVerdict(
  fields: readonly HeaderField[],
  address: string,
  authserv: Authserv | undefined,
): SenderVerdict {
  if (authserv === undefined) return 'unknown';
  // A name with a blank before the colon is one that parsers disagree about: it is looked at too.
  const at = fields.findIndex(({ name }) => name.trim() === 'authentication-results');
  const first = fields[at];
  const above = fields.slice(0, Math.max(at, 0)).filter(({ name }) => name.trim() === 'received');
  if (first?.name !== 'authentication-results' || above.length > authserv.hops) return 'unknown';
  const read = parseResults(first.value);
  if (read?.authservId.toLowerCase() !== authserv.id.toLowerCase()) return 'unknown';
  const [dmarc, ...more] = read.results.filter(({ method }) => method === 'dmarc');
  if (!dmarc || more.length > 0) return 'unknown';
  const domain = address.slice(address.lastIndexOf('@') + 1);
  const found = dmarc.properties.get('header.from')?.toLowerCase();
  // Some hosts do not name the domain where the check has failed; another one is not this letter's.
  if (dmarc.value === 'fail') return (found ?? domain) === domain ? 'fail' : 'unknown';
  return dmarc.value === 'pass' && found === domain ? 'pass' : 'unknown';
}

/** A method that nobody has, so that this field means nothing wherever it is read. */
const FORGED = 'x-turnpost-check=none';

/** A field that a letter of ours brings along under the name of a host, which should take it out. */
export const forgeryAs = (id: string): string => `${id}; ${FORGED}`;

/** Whether a field of a letter is the forged one that it brought along. */
export const isForged = ({ name, value }: HeaderField): boolean =>
  name === 'authentication-results' && value.includes(FORGED);

/**
 * Whose field stands above the forged one in a letter that has come back to us, or in its place.
 *
 * @param fields the header, top first
 * @returns undefined where the forged one stands first, or none
 */
export function hostIn(fields: readonly HeaderField[]): Authserv | undefined {
  const first = fields.find(({ name }) => name === 'authentication-results');
  return first && !isForged(first) ? authservIn(fields) : undefined;
}

/**
 * The field of a letter that would count, whoever's it is: under which id it was written, and how many
 * Received stand above it.
 *
 * @param fields the header, top first
 * @returns undefined where there is none, or one that nobody could read
 */
function authservIn(fields: readonly HeaderField[]): Authserv | undefined {
  const at = fields.findIndex(({ name }) => name === 'authentication-results');
  const read = at < 0 ? undefined : parseResults(fields[at]?.value ?? '');
  const above = fields.slice(0, Math.max(at, 0)).filter(({ name }) => name.trim() === 'received');
  return read && { id: read.authservId, hops: above.length };
}

/** A word of RFC 2045 (section 5.1), a quoted string, or one of the signs that stand alone. */
const TOKENS = /\s*(?:([^\s()<>@,;:\\"/[\]?=]+)|"((?:[^"\\\r\n]|\\[^\r\n])*)"|([;=/@]))/y;

type Token = { readonly kind: 'word' | 'quoted' | 'sign'; readonly text: string };

/**
 * Reads the value of the field (RFC 8601, section 2.2): the id, a version, results with properties.
 *
 * @returns undefined where it is written in any other way
 */
function parseResults(value: string): Results | undefined {
  const tokens = tokensOf(value);
  if (!tokens) return undefined;
  const [head = [], ...rest] = splitAt(tokens, ';');
  const [id, version, ...more] = head;
  if (!id || id.kind === 'sign' || more.length > 0) return undefined;
  if (version && version.text !== '1') return undefined;
  // `id; none` and a `;` at the end say nothing.
  const written = rest.at(-1)?.length === 0 ? rest.slice(0, -1) : rest;
  if (written.length > RESULTS_MAX) return undefined;
  const results = written.map(parseResult);
  return results.every((result) => result !== undefined)
    ? { authservId: id.text, results }
    : undefined;
}

/** `dmarc=pass reason="..." header.from=example.org`; a version may stand behind the method. */
function parseResult(tokens: readonly Token[]): Result | undefined {
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

/** `smtp.mailfrom=a@b.org header.from=b.org`; the same name twice is not to be believed. */
function parseProperties(tokens: readonly Token[]): ReadonlyMap<string, string> | undefined {
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
 * A value is a word, a quoted string, or an address: `local@domain` or `@domain`. What is behind a
 * slash belongs to it: hosts write the base64 of `header.b` without the quotes that it needs.
 */
function valueEnd(tokens: readonly Token[], from: number): number {
  const isSign = (at: number, ...signs: readonly string[]) =>
    tokens[at]?.kind === 'sign' && signs.includes(tokens[at].text);
  let end = isSign(from, '@') ? from : from + 1;
  if (isSign(from, ';', '=', '/')) return from;
  while (isSign(end, '@', '/')) end += 2;
  return end;
}

function splitAt(tokens: readonly Token[], sign: string): readonly (readonly Token[])[] {
  const parts: Token[][] = [[]];
  for (const token of tokens) {
    if (token.kind === 'sign' && token.text === sign) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts;
}

/** Undefined where there is anything but words, quoted strings, comments and the four signs. */
function tokensOf(value: string): readonly Token[] | undefined {
  const text = value.length > CHARS_MAX ? undefined : withoutComments(value);
  if (text === undefined || /[^\t\x20-\x7e]/.test(text)) return undefined;
  const tokens: Token[] = [];
  const end = text.trimEnd().length;
  TOKENS.lastIndex = 0;
  while (TOKENS.lastIndex < end) {
    const [, word, quoted, sign] = TOKENS.exec(text) ?? [];
    if (word !== undefined) tokens.push({ kind: 'word', text: word });
    else if (quoted !== undefined)
      tokens.push({ kind: 'quoted', text: quoted.replace(/\\(.)/g, '$1') });
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign });
    else return undefined;
  }
  return tokens;
}

/** Comments (RFC 5322, section 3.2.2) nest, and hold no end of a quoted string; each is a blank. */
function withoutComments(value: string): string | undefined {
  let depth = 0;
  let quoted = false;
  let text = '';
  for (let at = 0; at < value.length; at++) {
    const sign = value[at] ?? '';
    const pair = sign === '\\' ? sign + (value[++at] ?? '') : sign;
    if (pair === '\\') return undefined;
    if (quoted) {
      text += pair;
      quoted = pair !== '"';
    } else if (pair === '(') {
      depth++;
      text += ' ';
    } else if (pair === ')') {
      if (depth === 0) return undefined;
      depth--;
    } else if (depth === 0) {
      text += pair;
      quoted = pair === '"';
    }
  }
  return depth > 0 || quoted ? undefined : text;
}
