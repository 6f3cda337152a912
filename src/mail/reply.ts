import { createHash } from 'node:crypto';
import { tokenLimits } from '../limits.ts';
import { splitTag } from '../player/address.ts';
import { err, ok, type Result } from '../result.ts';
import type { Addressing } from './header.ts';
import type { Letter } from './letter.ts';
import {
  FIRST_BYTE_VALUES,
  looksLikeToken,
  MAC_BYTES,
  makeBase32,
  parseBase32,
  parseToken,
  type Secrets,
  TOKEN_CHARS_MAX,
  type Token,
} from './token.ts';

/** An address without its tag, which may be a reply token. */
export const withoutTag = (address: string): string => {
  const { base } = splitTag(address);
  return base;
};

/** A link that opens a filled-in letter (RFC 6068, section 2). Body lines end with CRLF. */
export function makeMailto(to: string, subject: string, body?: string): string {
  const query = [
    ['subject', subject],
    ...(body === undefined ? [] : [['body', body.replace(/\r?\n/g, '\r\n')]]),
  ].map(([name, value]) => `${name}=${encodeURIComponent(value ?? '')}`);
  return `mailto:${encodeURIComponent(to).replace('%40', '@')}?${query.join('&')}`;
}

/**
 * The tags of addresses, such as `k3f` of `games+k3f@host`, those of our address first. Others count too,
 * as our address may have changed or have aliases: only the token is a proof.
 */
export function tagsOf(recipients: readonly string[], serverAddress: string): readonly string[] {
  const tagged = recipients.map(splitTag).filter(({ tag }) => tag !== '');
  const isOurs = ({ base }: { base: string }) => base.toLowerCase() === serverAddress.toLowerCase();
  return [...tagged.filter(isOurs), ...tagged.filter((each) => !isOurs(each))].map(
    ({ tag }) => tag,
  );
}

/**
 * The token of the answered letter. Sources in order: the recipient address, In-Reply-To, the last of
 * References.
 *
 * @returns `tokens-disagree` for contradictory tokens; `other-server` for one not signed by us: of another
 *   server, a lost secret, or damaged
 */
export function replyToken(
  letter: Addressing,
  serverAddress: string,
  secrets: Secrets,
): Result<Token | undefined, 'tokens-disagree' | 'other-server'> {
  const { toAddress, toLetter } = replyTokens(letter, serverAddress, secrets);
  if (toAddress.length > 1) return err('tokens-disagree');
  const [first] = [...toAddress, ...toLetter];
  if (!first && hasForeignToken(letter, serverAddress, secrets)) return err('other-server');
  // The address names the letter; In-Reply-To may be of another letter in the board's thread.
  const other = toLetter.find(
    ({ number, player }) => number !== first?.number || player !== first.player,
  );
  return other ? err('tokens-disagree') : ok(first);
}

/** All tokens in a header: of the recipients, and of the answered letters. */
export function replyTokens(
  letter: Addressing,
  serverAddress: string,
  secrets: Secrets,
): Readonly<Record<'toAddress' | 'toLetter', readonly Token[]>> {
  const ids = answeredIds(letter).map((id) => id.split('.')[0] ?? '');
  const tags = tagsOf(letter.recipients, serverAddress);
  return { toAddress: distinctTokens(tags, secrets), toLetter: distinctTokens(ids, secrets) };
}

const answeredIds = ({ inReplyTo, references }: Addressing) => [
  ...inReplyTo,
  ...references.slice(-1),
];

/** A Message-ID of a Turnpost server: a token, and 80 bits that make it unique. */
const MESSAGE_ID = /^([a-z2-7]+)\.[a-z2-7]{16}@/i;

/** Whether a letter has a token that none of our secrets signed. */
function hasForeignToken(letter: Addressing, serverAddress: string, secrets: Secrets): boolean {
  const ids = answeredIds(letter).flatMap((id) => MESSAGE_ID.exec(id)?.[1] ?? []);
  const texts = [
    ...tagsOf(letter.recipients, serverAddress).slice(0, tokenLimits.headerTokens),
    ...ids,
  ];
  return texts.some((text) => looksLikeToken(text) && parseToken(text, secrets) === undefined);
}

const OF_MACHINES: readonly Token['purpose'][] = ['bounce', 'probe', 'alarm'];
function distinctTokens(texts: readonly string[], secrets: Secrets): readonly Token[] {
  const tokens = new Map<string, Token>();
  for (const text of [...new Set(texts)].slice(0, tokenLimits.headerTokens)) {
    const token = parseToken(text, secrets);
    if (token && !OF_MACHINES.includes(token.purpose)) tokens.set(JSON.stringify(token), token);
  }
  return [...tokens.values()];
}

/** The minimum and maximum count of numbers in a token. */
const NUMBERS = { least: 3, most: 6 };
/** Characters outside base32. Some may split a token: a line end, a blank, a hyphen. */
const NOT_BASE32 = /[^a-z2-7]/gi;

/** How percent- and quoted-printable-encoding write a character. */
const ENCODED = [/%([0-9a-f]{2})/gi, /=([0-9a-f]{2})/gi];
const decoded = (line: string, encoded: RegExp): string =>
  line.replace(encoded, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/**
 * The lines above the first that holds a reply token, or its beginning. A token in the text comes from a
 * quoted letter, and lets others answer in the player's place; so it is found also if joined to other text,
 * broken in two, or encoded. Lines that would take more signatures than the limit are left out as well.
 */
export function linesAboveToken(lines: readonly string[], secrets: Secrets): readonly string[] {
  const tried = new Set<string>();
  let above = lines.slice(0, firstWithToken(lines, secrets, tried));
  for (const encoded of ENCODED) {
    const other = above.map((line) => decoded(line, encoded));
    // Most lines are not encoded, and are searched once.
    if (other.every((line, at) => line === above[at])) continue;
    above = above.slice(0, firstWithToken(other, secrets, tried));
  }
  return above;
}

/** The index of the first line with a token, or with an untried word; the number of lines if none. */
function firstWithToken(lines: readonly string[], secrets: Secrets, tried: Set<string>): number {
  const begins: number[] = [];
  let signs = '';
  for (const line of lines) {
    begins.push(signs.length);
    signs += line.replace(NOT_BASE32, '');
  }
  const at = findToken(signs.toLowerCase(), secrets, tried);
  return at === undefined ? lines.length : begins.findLastIndex((begin) => begin <= at);
}

/** First characters of tokens: the first byte, and so its top five bits, has few values. */
const FIRST_CHARS: ReadonlySet<number> = new Set(
  [...FIRST_BYTE_VALUES].map((first) => makeBase32(Uint8Array.of(first)).charCodeAt(0)),
);

/** The position of a token in a string of base32 characters, or of the word at which the limit is reached. */
function findToken(signs: string, secrets: Secrets, tried: Set<string>): number | undefined {
  for (let at = 0; at < signs.length; at++) {
    if (!FIRST_CHARS.has(signs.charCodeAt(at))) continue;
    for (const word of wordsAt(signs, at)) {
      if (tried.has(word)) continue;
      tried.add(word);
      const tooMany = tried.size * secrets.length > tokenLimits.signatures;
      if (tooMany || parseToken(word, secrets)) return at;
    }
  }
  return undefined;
}

/** The possible tokens at a position: a token encodes where its numbers end. */
function wordsAt(signs: string, at: number): readonly string[] {
  const bytes =
    parseBase32(signs.slice(at, at + TOKEN_CHARS_MAX).padEnd(TOKEN_CHARS_MAX, 'a')) ?? [];
  if (!FIRST_BYTE_VALUES.has(bytes[0] ?? 0)) return [];
  const words: string[] = [];
  let numbers = 0;
  for (let end = 1; end < bytes.length && numbers < NUMBERS.most; end++) {
    if ((bytes[end] ?? 0) >= 128) continue;
    numbers++;
    const size = end + 1 + MAC_BYTES;
    const chars = Math.ceil((size * 8) / 5);
    // The bits that its last character has beyond its bytes.
    const spare = (bytes[size] ?? 0) >> (8 - (chars * 5 - size * 8));
    if (numbers >= NUMBERS.least && spare === 0 && at + chars <= signs.length) {
      words.push(signs.slice(at, at + chars));
    }
  }
  return words;
}

export const rawHash = (raw: Uint8Array): Uint8Array => createHash('sha256').update(raw).digest();

/**
 * A hash that stays equal when a letter is delivered twice by different routes: of sender, date, id,
 * subject and new lines. Blanks are ignored, because relays that change the transfer encoding change them
 * at line ends; so are additions below a signature or a quotation. Any other word makes another letter,
 * whatever its Message-ID. The token is compared besides, see `tokenText`.
 *
 * @returns undefined if both Message-ID and Date are missing, as different letters could be alike
 */
export function fingerprint(letter: Letter): Uint8Array | undefined {
  if (letter.messageId === undefined && letter.date === '') return undefined;
  const sender = letter.sender.ok ? letter.sender.value : '';
  const told = [letter.date, letter.subject, letter.lines.join('\n')].map((text) =>
    text.replace(/\s+/g, ' ').trim(),
  );
  return createHash('sha256')
    .update(JSON.stringify([sender, letter.messageId, ...told]))
    .digest();
}

/**
 * Identifies the answered letter by its token. The token's source (address or ids) is ignored: aliases and
 * hosts without tags change the address.
 *
 * @returns equal text for equal tokens; empty if there is none; the error of `replyToken`, if any
 */
export function tokenText(letter: Letter, serverAddress: string, secrets: Secrets): string {
  const token = replyToken(letter, serverAddress, secrets);
  if (!token.ok) return token.error;
  if (!token.value) return '';
  const { purpose, player, number, revision, ...others } = token.value;
  const { epoch = 0, era = 0, shown = era, offer = 0 } = others;
  const beside = epoch + shown + offer > 0 ? [epoch, shown] : [];
  return [purpose, player, number, revision, ...beside, ...(offer > 0 ? [offer] : [])].join(' ');
}
