import { readFileSync } from 'node:fs';
import { deflateSync, inflateSync } from 'node:zlib';

/** The bytes of a letter as they are kept. */
export interface Kept {
  readonly bytes: Uint8Array;
  /** 0: as they are. 1: made small with our first dictionary. Each way is read for ever. */
  readonly packed: 0 | 1;
}

/** More costs time, and the pages of the file are filled as well as they can be. */
const LEVEL = 3;

/**
 * Letters of ours, which all others are like: half a letter is style and markup that stands here. The
 * letters of every database need these very bytes; other ones are another file, and another number.
 */
let dictionary: Buffer | undefined;
const ours = (): Buffer => {
  dictionary ??= readFileSync(new URL('../../../migrations/letters.dictionary', import.meta.url));
  return dictionary;
};

/** Makes the bytes of a letter small, where that makes them smaller: a twentieth of a board letter. */
export function pack(raw: Uint8Array): Kept {
  const bytes = deflateSync(raw, { level: LEVEL, dictionary: ours() });
  return bytes.length < raw.length ? { bytes, packed: 1 } : { bytes: raw, packed: 0 };
}

/**
 * The bytes as they were.
 *
 * @throws Error when they are damaged
 */
export const unpack = ({ bytes, packed }: Kept): Uint8Array =>
  packed === 1 ? inflateSync(bytes, { dictionary: ours() }) : bytes;
