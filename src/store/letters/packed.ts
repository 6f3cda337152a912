import { readFileSync } from 'node:fs';
import { deflateSync, inflateSync } from 'node:zlib';
import { PACKAGE_ROOT } from '../../package-root.ts';

/** The bytes of a letter as they are kept. */
export interface Kept {
  readonly bytes: Uint8Array;
  /** 0: as they are. 1: made small with our first dictionary. Each way is read for ever. */
  readonly packed: 0 | 1;
}

/** More costs time, and the pages of the file are filled as well as they can be. */
const LEVEL = 3;
/** Most letters of ours are unpacked in one piece. */
const PIECE_BYTES = 32 * 1024;

/**
 * Letters of ours, which all others are like: half a letter is style and markup that stands here. The
 * letters of every database need these very bytes; other ones are another file, and another number.
 */
let dictionary: Buffer | undefined;
const ours = (): Buffer => {
  dictionary ??= readFileSync(`${PACKAGE_ROOT}migrations/letters.dictionary`);
  return dictionary;
};

/** Makes the bytes of a letter small, where that makes them smaller: to a fifteenth of a board letter. */
export function pack(raw: Uint8Array): Kept {
  const small = deflateSync(raw, { level: LEVEL, dictionary: ours() });
  if (small.length >= raw.length) return { bytes: raw, packed: 0 };
  // A thread that hands over a part of some memory hands over all of it.
  return { bytes: new Uint8Array(small), packed: 1 };
}

/**
 * The bytes as they were.
 *
 * @throws Error when they are damaged
 */
export const unpack = ({ bytes, packed }: Kept): Uint8Array =>
  packed === 1 ? inflateSync(bytes, { dictionary: ours(), chunkSize: PIECE_BYTES }) : bytes;
