import type { SenderVerdict } from '../player/proof.ts';
import type { HeaderField } from './header.ts';

/** A parsed Authentication-Results field. */
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

/** Limits; a usual field has a few hundred characters and one result per method. */
const CHARS_MAX = 4_000;
const RESULTS_MAX = 50;

/** The trusted mail host. */
export interface Authserv {
  /** The authserv-id of our mail host. */
  readonly id: string;
  /** Number of Received fields that the host adds above its results, such as one for LMTP. */
  readonly hops: number;
}

/**
 * The verdict of our mail host on the domain in From, by DMARC (RFC 8601, RFC 7489). The sender may have
 * written all other fields, so only the first Authentication-Results counts, and only below at most `hops`
 * Received fields: fields are added at the top. Anything unusual in the field makes the verdict `unknown`.
 *
 * @param fields the header, top first
 * @param address the one address in From, its domain in lower-case ASCII
 * @param authserv undefined: no host is trusted
 */
export function senderVerdict(
  fields: readonly HeaderField[],
  address: string,
  authserv: Authserv | undefined,
): SenderVerdict {
  if (authserv === undefined) return 'unknown';
  // Parsers disagree about a blank before the colon, so such a field counts too.
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
  // Some hosts omit the domain of a failed check; another domain is not this letter's.
  if (dmarc.value === 'fail') return (found ?? domain) === domain ? 'fail' : 'unknown';
  return dmarc.value === 'pass' && found === domain ? 'pass' : 'unknown';
}

/** An undefined method, so that the field has no meaning anywhere. */
const FORGED = 'x-turnpost-check=none';

/** A forged field in the name of a host, which should remove it from our test letter. */
export const forgeryAs = (id: string): string => `${id}; ${FORGED}`;

/** Whether a field is the forged one. */
export const isForged = ({ name, value }: HeaderField): boolean =>
  name === 'authentication-results' && value.includes(FORGED);

/**
 * The host whose field stands above the forged one, or replaces it, in a letter that came back to us.
 *
 * @param fields the header, top first
 * @returns undefined if the forged one is first, or there is none
 */
export function hostIn(fields: readonly HeaderField[]): Authserv | undefined {
  const first = fields.find(({ name }) => name === 'authentication-results');
  return first && !isForged(first) ? authservIn(fields) : undefined;
}

/**
 * The id of the first Authentication-Results field, and the number of Received fields above it.
 *
 * @param fields the header, top first
 * @returns undefined if missing or malformed
 */
function authservIn(fields: readonly HeaderField[]): Authserv | undefined {
  const at = fields.findIndex(({ name }) => name === 'authentication-results');
  const read = at < 0 ? undefined : parseResults(fields[at]?.value ?? '');
  const above = fields.slice(0, Math.max(at, 0)).filter(({ name }) => name.trim() === 'received');
  return read && { id: read.authservId, hops: above.length };
}

/** A token of RFC 2045 (section 5.1), a quoted string, or a separator. */
const TOKENS = /\s*(?:([^\s()<>@,;:\\"/[\]?=]+)|"((?:[^"\\\r\n]|\\[^\r\n])*)"|([;=/@]))/y;

type Token = { readonly kind: 'word' | 'quoted' | 'sign'; readonly text: string };

/**
 * Parses the field's value (RFC 8601, section 2.2): id, version, results with properties.
 *
 * @returns undefined if malformed
 */
function parseResults(value: string): Results | undefined {
  const tokens = tokensOf(value);
  if (!tokens) return undefined;
  const [head = [], ...rest] = splitAt(tokens, ';');
  const [id, version, ...more] = head;
  if (!id || id.kind === 'sign' || more.length > 0) return undefined;
  if (version && version.text !== '1') return undefined;
  // A `;` at the end is ignored.
  const written = rest.at(-1)?.length === 0 ? rest.slice(0, -1) : rest;
  if (written.length > RESULTS_MAX) return undefined;
  const results = written.map(parseResult);
  return results.every((result) => result !== undefined)
    ? { authservId: id.text, results }
    : undefined;
}

/** `dmarc=pass reason="..." header.from=example.org`; a version may follow the method. */
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

/** `smtp.mailfrom=a@b.org header.from=b.org`; a duplicate name is malformed. */
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
 * The end of a value: a word, a quoted string, `local@domain` or `@domain`. A slash continues it: hosts
 * write the base64 of `header.b` without the required quotes.
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

/** @returns undefined for anything but words, quoted strings, comments and the four signs */
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

/** Replaces comments by blanks (RFC 5322, section 3.2.2): they nest, and a quote in one is literal. */
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
