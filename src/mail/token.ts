import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * What the first byte of a token says, by its place: a new one is appended. It is what an answer to
 * one of our letters may be used for; a board that asks about a draw or an undo has a byte of its own,
 * which tells it from the others of its revision, and so has a letter about the account that shows a
 * board on which nobody plays yet. Those of `bounce`, `probe` and `alarm` are no answers of people: the
 * first comes from a mail system, the others from ourselves.
 */
export const FIRST_BYTES = [
  'account',
  'board',
  'held',
  'bounce',
  'probe',
  'draw',
  'undo',
  'invitation',
  'alarm',
  'first',
  'puzzle',
] as const;
/** Is added to the first byte of a token that names what its letter showed. */
const SHOWS = 32;
/** Every first byte that a token can have. */
export const FIRST_BYTES_WRITTEN: ReadonlySet<number> = new Set(
  FIRST_BYTES.flatMap((_, first) => [first, first + SHOWS]),
);
/** What such a letter asks for, and the purpose that it has beside that. */
const ASKING = { draw: 'board', undo: 'board', first: 'account' } as const;
type Asks = keyof typeof ASKING;
type Purpose = Exclude<(typeof FIRST_BYTES)[number], Asks>;
const isAsking = (kind: (typeof FIRST_BYTES)[number]): kind is Asks => kind in ASKING;

/** The content of a reply token. All numbers are whole and not negative. */
export interface Token {
  readonly purpose: Purpose;
  /** The player whose answer counts; 0 when there is no account yet. */
  readonly player: number;
  /** The board, challenge, held letter, letter, probe, invitation or puzzle that it is about; 0 for none. */
  readonly number: number;
  /** The revision of the board or the puzzle that the letter showed; 0 where there is none. */
  readonly revision: number;
  /** What the other side offers in a board letter; or that a move begins the first match. */
  readonly asks?: Asks;
  /** Of the player's tokens, when it was made; absent for the first, and where there are none. */
  readonly epoch?: number;
  /**
   * What the letter showed, as a hash of 20 bits: numbers may be given out again when a lost database
   * is put back. Absent where it names nothing of that kind, and in tokens of older versions.
   */
  readonly shown?: number;
  /** What older versions wrote in its place. It says nothing, and a token is the same with it alone. */
  readonly era?: number;
}

/** What signs tokens: the newest first, then older ones whose tokens are still read. */
export type Secrets = readonly [Uint8Array, ...Uint8Array[]];

/** 80 bits of HMAC-SHA-256 (RFC 2104, section 5, on truncation): nobody guesses that by mail. */
export const MAC_BYTES = 10;

/**
 * A token as text: letters and digits only, the same in either case, short enough for a local part
 * of 64 octets behind `games+`.
 */
export function makeToken(token: Token, [newest]: Secrets): string {
  const { epoch = 0, era = 0, shown } = token;
  const payload = Uint8Array.from([
    FIRST_BYTES.indexOf(token.asks ?? token.purpose) + (shown === undefined ? 0 : SHOWS),
    ...varint(token.player),
    ...varint(token.number),
    ...varint(token.revision),
    // Most tokens of an account have neither, and are as short as they were before there were any.
    ...(shown !== undefined || era > 0 || epoch > 0 ? varint(shown ?? era) : []),
    ...(epoch > 0 ? varint(epoch) : []),
  ]);
  return makeBase32(Buffer.concat([payload, mac(payload, newest)]));
}

/** Reads a token made with one of the secrets; undefined for every other text. */
export function parseToken(text: string, secrets: Secrets): Token | undefined {
  const found = takeApart(text);
  if (!found) return undefined;
  const { token, payload, signed } = found;
  return secrets.some((secret) => timingSafeEqual(signed, mac(payload, secret)))
    ? token
    : undefined;
}

/** Whether a text is built like a token, whoever has signed it. */
export const looksLikeToken = (text: string): boolean => takeApart(text) !== undefined;

/** A text that is built like a token: what it says, and the bytes that sign this. */
function takeApart(text: string) {
  if (text.length > 64) return undefined;
  const bytes = parseBase32(text);
  if (!bytes || bytes.length < MAC_BYTES + 4) return undefined;
  const payload = bytes.subarray(0, -MAC_BYTES);
  const [first = 0] = payload;
  const kind = FIRST_BYTES[first % SHOWS];
  // The last byte of a number has no highest bit.
  if (kind === undefined || first >= 2 * SHOWS || (payload.at(-1) ?? 0) >= 128) return undefined;
  const asks = isAsking(kind) ? kind : undefined;
  const purpose = isAsking(kind) ? ASKING[kind] : kind;
  const [player, number, revision, hash = 0, epoch = 0, ...more] = numbers(payload.subarray(1));
  if (player === undefined || number === undefined) return undefined;
  if (revision === undefined || more.length > 0) return undefined;
  const named = { purpose, player, number, revision, ...(asks && { asks }) };
  const written = first >= SHOWS ? { shown: hash } : hash > 0 ? { era: hash } : {};
  const token: Token = { ...named, ...(epoch && { epoch }), ...written };
  return { token, payload, signed: bytes.subarray(-MAC_BYTES) };
}

const mac = (payload: Uint8Array, secret: Uint8Array): Uint8Array =>
  createHmac('sha256', secret)
    .update('turnpost reply token')
    .update(payload)
    .digest()
    .subarray(0, MAC_BYTES);

/** Seven bits a byte, the highest bit set on all but the last one. */
function varint(value: number): number[] {
  const bytes = [value % 128];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) {
    bytes.unshift((rest % 128) + 128);
  }
  return bytes;
}

function numbers(bytes: Uint8Array): number[] {
  const values: number[] = [];
  let value = 0;
  for (const byte of bytes) {
    value = value * 128 + (byte % 128);
    if (byte < 128) {
      values.push(value);
      value = 0;
    }
  }
  return values;
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

/** Bytes as base32 without padding (RFC 4648, section 6), in lower case. */
export function makeBase32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET[(held >> bits) & 31];
    }
  }
  if (bits > 0) text += ALPHABET[(held << (5 - bits)) & 31];
  return text;
}

/** The bytes of a base32 text in any case, or undefined when it is none. */
export function parseBase32(text: string): Uint8Array | undefined {
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  for (const char of text.toLowerCase()) {
    const value = ALPHABET.indexOf(char);
    if (value < 0) return undefined;
    held = ((held << 5) | value) & 0xfff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((held >> bits) & 0xff);
    }
  }
  const spare = held & ((1 << bits) - 1);
  return bits >= 5 || spare !== 0 ? undefined : Uint8Array.from(bytes);
}
