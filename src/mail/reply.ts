import { createHash } from 'node:crypto';
import { splitTag } from '../player/address.ts';
import { err, ok, type Result } from '../result.ts';
import type { Addressing, Letter } from './letter.ts';
import {
  FIRST_BYTES_WRITTEN,
  looksLikeToken,
  MAC_BYTES,
  makeBase32,
  parseBase32,
  parseToken,
  type Secrets,
  type Token,
} from './token.ts';

/** The address of this server as it is in everybody's letters, without the token of one of them. */
export const withoutTag = (address: string): string => {
  const { base } = splitTag(address);
  return base;
};

/**
 * A link that opens a filled-in letter (RFC 6068, section 2). Lines of the body end with CRLF there.
 */
export function makeMailto(to: string, subject: string, body?: string): string {
  const query = [
    ['subject', subject],
    ...(body === undefined ? [] : [['body', body.replace(/\r?\n/g, '\r\n')]]),
  ].map(([name, value]) => `${name}=${encodeURIComponent(value ?? '')}`);
  return `mailto:${encodeURIComponent(to).replace('%40', '@')}?${query.join('&')}`;
}

/**
 * The tags of addresses, `k3f` of `games+k3f@host`: those of our own first. Others count as well, as
 * ours may have been another one, or another name of the mailbox: what proves is the token alone.
 */
export function tagsOf(recipients: readonly string[], own: string): readonly string[] {
  const tagged = recipients.map(splitTag).filter(({ tag }) => tag !== '');
  const isOurs = ({ base }: { base: string }) => base.toLowerCase() === own.toLowerCase();
  return [...tagged.filter(isOurs), ...tagged.filter((each) => !isOurs(each))].map(
    ({ tag }) => tag,
  );
}

/**
 * The token of the letter of ours that this one answers. The address it was sent to is looked at
 * first, then In-Reply-To, then the last of References; two that disagree open nothing. Where there is
 * none, but something built like one that we have not signed, it answers a letter of another server, of
 * this one before it lost its secret, or was damaged on its way.
 *
 * @param own the address of this server, without a tag
 */
export function replyToken(
  letter: Addressing,
  own: string,
  secrets: Secrets,
): Result<Token | undefined, 'tokens-disagree' | 'other-server'> {
  const { toAddress, toLetter } = replyTokens(letter, own, secrets);
  if (toAddress.length > 1) return err('tokens-disagree');
  const [first] = [...toAddress, ...toLetter];
  if (!first && isOfOther(letter, own, secrets)) return err('other-server');
  // The address names the letter; an In-Reply-To from elsewhere in the same board's thread is fine.
  const other = toLetter.find(
    ({ number, player }) => number !== first?.number || player !== first.player,
  );
  return other ? err('tokens-disagree') : ok(first);
}

/** All tokens in the header of a letter: of the addresses that it went to, and of what it answers. */
export function replyTokens(
  letter: Addressing,
  own: string,
  secrets: Secrets,
): Readonly<Record<'toAddress' | 'toLetter', readonly Token[]>> {
  const ids = answeredIds(letter).map((id) => id.split('.')[0] ?? '');
  const tags = tagsOf(letter.recipients, own);
  return { toAddress: different(tags, secrets), toLetter: different(ids, secrets) };
}

const answeredIds = ({ inReplyTo, references }: Addressing) => [
  ...inReplyTo,
  ...references.slice(-1),
];

/** A Message-ID of a Turnpost server: a token, and 80 bits that make it the only one. */
const MESSAGE_ID = /^([a-z2-7]+)\.[a-z2-7]{16}@/i;

/** Whether a letter has what is built like a token and is none of ours, not even one that nobody answers. */
function isOfOther(letter: Addressing, own: string, secrets: Secrets): boolean {
  const ids = answeredIds(letter).flatMap((id) => MESSAGE_ID.exec(id)?.[1] ?? []);
  const texts = [...tagsOf(letter.recipients, own), ...ids];
  return texts.some((text) => looksLikeToken(text) && parseToken(text, secrets) === undefined);
}

const OF_MACHINES: readonly Token['purpose'][] = ['bounce', 'probe', 'alarm'];
const isOfMachines = ({ purpose }: Token): boolean => OF_MACHINES.includes(purpose);

function different(texts: readonly string[], secrets: Secrets): readonly Token[] {
  const tokens = new Map<string, Token>();
  for (const text of texts) {
    const token = parseToken(text, secrets);
    if (token && !isOfMachines(token)) tokens.set(JSON.stringify(token), token);
  }
  return [...tokens.values()];
}

/** More than any token has. */
const CHARS_MAX = 64;
/** The numbers of a token: as many as it has had, and as it may come to have. */
const NUMBERS = { least: 3, most: 5 };
/** What is no sign of a token, between its signs: a line end, a blank, a hyphen that breaks a word. */
const OTHERS = /[^a-z2-7]/gi;

/** A line as it stands, and with what links and quoted-printable spell by numbers. */
const SPELLINGS: readonly ((line: string) => string)[] = [
  (line) => line,
  (line) => decoded(line, /%([0-9a-f]{2})/gi),
  (line) => decoded(line, /=([0-9a-f]{2})/gi),
];

const decoded = (line: string, spelled: RegExp): string =>
  line.replace(spelled, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/**
 * The lines above the first that holds a reply token, or the beginning of one. A token in the text
 * came there with a quoted letter, and whoever gets it could answer in the player's place; so it is
 * found also where it is glued to other signs, broken in two, or spelled as links spell it.
 */
export function linesAboveToken(lines: readonly string[], secrets: Secrets): readonly string[] {
  const spelled = SPELLINGS.map((spell) => lines.map(spell));
  // Most lines spell nothing by numbers, and are searched once.
  const different = new Map(spelled.map((each) => [each.join('\n'), each]));
  const firsts = [...different.values()].map((each) => firstWithToken(each, secrets));
  return lines.slice(0, Math.min(...firsts));
}

/** The index of the first such line, or how many there are. */
function firstWithToken(lines: readonly string[], secrets: Secrets): number {
  const begins: number[] = [];
  let signs = '';
  for (const line of lines) {
    begins.push(signs.length);
    signs += line.replace(OTHERS, '');
  }
  const at = findToken(signs.toLowerCase(), secrets);
  return at === undefined ? lines.length : begins.findLastIndex((begin) => begin <= at);
}

/** What tokens begin with: their first byte, and so the five bits of a sign, is one of few. */
const FIRST_SIGNS: ReadonlySet<number> = new Set(
  [...FIRST_BYTES_WRITTEN].map((first) => makeBase32(Uint8Array.of(first)).charCodeAt(0)),
);

/** Where in a row of nothing but signs of base32 a token begins, whatever stands around it. */
function findToken(signs: string, secrets: Secrets): number | undefined {
  const tried = new Set<string>();
  for (let at = 0; at < signs.length; at++) {
    if (!FIRST_SIGNS.has(signs.charCodeAt(at))) continue;
    for (const word of wordsAt(signs, at)) {
      if (tried.has(word)) continue;
      tried.add(word);
      if (parseToken(word, secrets)) return at;
    }
  }
  return undefined;
}

/** What a token that begins there can be: it says itself where its numbers end. */
function wordsAt(signs: string, at: number): readonly string[] {
  const bytes = parseBase32(signs.slice(at, at + CHARS_MAX).padEnd(CHARS_MAX, 'a')) ?? [];
  if (!FIRST_BYTES_WRITTEN.has(bytes[0] ?? 0)) return [];
  const words: string[] = [];
  let numbers = 0;
  for (let end = 1; end < bytes.length && numbers < NUMBERS.most; end++) {
    if ((bytes[end] ?? 0) >= 128) continue;
    numbers++;
    const chars = Math.ceil(((end + 1 + MAC_BYTES) * 8) / 5);
    if (numbers >= NUMBERS.least && at + chars <= signs.length) {
      words.push(signs.slice(at, at + chars));
    }
  }
  return words;
}

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
