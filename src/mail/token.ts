import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The meaning of a token's first byte, by index; new ones are appended. It is the permitted use of an
 * answer. A board that asks about a draw or an undo has its own byte, to distinguish it from others of its
 * revision; so has a letter about the account with a board that has no match yet. Letters with `bounce`,
 * `probe` and `alarm` are not from people: the first comes from a mail system, the others from ourselves.
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
/** Added to the first byte of a token with `shown`. */
const SHOWS = 32;
/** All values of the first byte, with and without `SHOWS`. */
export const FIRST_BYTE_VALUES: ReadonlySet<number> = new Set(
  FIRST_BYTES.flatMap((_, first) => [first, first + SHOWS]),
);
/** The purposes of the kinds that ask something. */
const ASKING = { draw: 'board', undo: 'board', first: 'account' } as const;
type Asks = keyof typeof ASKING;
type Purpose = Exclude<(typeof FIRST_BYTES)[number], Asks>;
const isAsking = (kind: (typeof FIRST_BYTES)[number]): kind is Asks => kind in ASKING;

/** The content of a reply token. All numbers are non-negative integers. */
export interface Token {
  readonly purpose: Purpose;
  /** The player who may answer; 0 without an account. */
  readonly player: number;
  /** The board, challenge, held letter, letter, probe, invitation or puzzle; 0 for none. */
  readonly number: number;
  /** The revision of the board or puzzle shown; 0 if none. */
  readonly revision: number;
  /** The other side's offer in a board letter; or `first`: a move begins the first match. */
  readonly asks?: Asks;
  /** The epoch of the player's tokens when this one was made; absent for epoch 0 and without a player. */
  readonly epoch?: number;
  /**
   * A 20-bit hash of what the letter showed: a restored database may reuse numbers. Absent without a
   * board, challenge or puzzle, and in tokens of older versions.
   */
  readonly shown?: number;
  /** A random number of 32 bits, in a letter that offers commands; absent in others. */
  readonly offer?: number;
  /**
   * Written by older versions in place of `shown`. Without meaning, but kept, so that a token stays equal.
   */
  readonly era?: number;
}

/** The keys of tokens: the newest signs, older ones still verify. */
export type Secrets = readonly [Uint8Array, ...Uint8Array[]];

/** 80 bits of HMAC-SHA-256 (truncation: RFC 2104, section 5), too many to guess by mail. */
export const MAC_BYTES = 10;
/** The characters of a token: at least a first byte, three numbers and the signature. */
export const TOKEN_CHARS_MAX = 64;
export const TOKEN_CHARS_MIN = Math.ceil(((4 + MAC_BYTES) * 8) / 5);

/**
 * Encodes a token as letters and digits, case-insensitive, short enough for a local part of 64 octets after
 * `games+`.
 */
export function makeToken(token: Token, [newest]: Secrets): string {
  const { epoch = 0, era = 0, shown, offer = 0 } = token;
  const payload = Uint8Array.from([
    FIRST_BYTES.indexOf(token.asks ?? token.purpose) + (shown === undefined ? 0 : SHOWS),
    ...varint(token.player),
    ...varint(token.number),
    ...varint(token.revision),
    // Most account tokens have none of these numbers, and keep the length of older versions.
    ...(shown !== undefined || era + epoch + offer > 0 ? varint(shown ?? era) : []),
    ...(epoch + offer > 0 ? varint(epoch) : []),
    ...(offer > 0 ? varint(offer) : []),
  ]);
  return makeBase32(Buffer.concat([payload, mac(payload, newest)]));
}

/** Decodes a token signed with one of the secrets; undefined for any other text. */
export function parseToken(text: string, secrets: Secrets): Token | undefined {
  const found = takeApart(text);
  if (!found) return undefined;
  const { token, payload, signature } = found;
  return secrets.some((secret) => timingSafeEqual(signature, mac(payload, secret)))
    ? token
    : undefined;
}

/** Whether a text has the form of a token, whatever its signature. */
export const looksLikeToken = (text: string): boolean => takeApart(text) !== undefined;

/** Decodes a text in the form of a token: content, payload and signature. */
function takeApart(text: string) {
  if (text.length < TOKEN_CHARS_MIN || text.length > TOKEN_CHARS_MAX) return undefined;
  const bytes = parseBase32(text);
  if (!bytes) return undefined;
  const payload = bytes.subarray(0, -MAC_BYTES);
  const [first = 0] = payload;
  const kind = FIRST_BYTES[first % SHOWS];
  // The last byte of a number has the highest bit clear.
  if (kind === undefined || first >= 2 * SHOWS || (payload.at(-1) ?? 0) >= 128) return undefined;
  const asks = isAsking(kind) ? kind : undefined;
  const purpose = isAsking(kind) ? ASKING[kind] : kind;
  const read = numbers(payload.subarray(1));
  const [player, number, revision, hash = 0, epoch = 0, offer = 0, ...more] = read;
  if (player === undefined || number === undefined) return undefined;
  if (revision === undefined || more.length > 0) return undefined;
  const named = { purpose, player, number, revision, ...(asks && { asks }) };
  const written = first >= SHOWS ? { shown: hash } : hash > 0 ? { era: hash } : {};
  const token: Token = {
    ...named,
    ...(epoch && { epoch }),
    ...written,
    ...(offer && { offer }),
  };
  return { token, payload, signature: bytes.subarray(-MAC_BYTES) };
}

const mac = (payload: Uint8Array, secret: Uint8Array): Uint8Array =>
  createHmac('sha256', secret)
    .update('turnpost reply token')
    .update(payload)
    .digest()
    .subarray(0, MAC_BYTES);

/** Seven bits per byte, the highest bit set on all but the last. */
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

/** The value of each base32 character, by its code. */
const VALUES = new Map(
  [...ALPHABET, ...ALPHABET.toUpperCase()].map((char, at) => [char.charCodeAt(0), at % 32]),
);

/** Decodes base32 in any case; undefined if invalid. */
export function parseBase32(text: string): Uint8Array | undefined {
  const bytes = new Uint8Array((text.length * 5) >> 3);
  let at = 0;
  let bits = 0;
  let held = 0;
  for (let index = 0; index < text.length; index++) {
    const value = VALUES.get(text.charCodeAt(index));
    if (value === undefined) return undefined;
    held = ((held << 5) | value) & 0xfff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes[at++] = (held >> bits) & 0xff;
    }
  }
  const spare = held & ((1 << bits) - 1);
  return bits >= 5 || spare !== 0 ? undefined : bytes;
}
