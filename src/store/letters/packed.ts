import { readFileSync } from 'node:fs';
import { deflateSync, inflateSync } from 'node:zlib';
import { PACKAGE_ROOT } from '../../package-root.ts';

/** The bytes of a letter as they are kept. */
export interface Kept {
  readonly bytes: Uint8Array;
  /** 0: as they are. 1: made small, with one of our dictionaries. */
  readonly packed: 0 | 1;
}

/** More costs time, and the pages of the file are filled as well as they can be. */
const LEVEL = 3;
/** Most letters of ours are unpacked in one piece. */
const PIECE_BYTES = 32 * 1024;

/**
 * Letters of ours, which all others are like: most of a letter is style, markup and stones that stand
 * here. The letters of every database need these very bytes; other ones are another file behind these,
 * and letters are made small with the last. `npm run bench dictionary` makes one.
 */
const DICTIONARIES = ['letters.dictionary', 'letters-2.dictionary'] as const;

const read = new Map<string, Buffer>();
function dictionaryIn(file: string): Buffer {
  const known = read.get(file) ?? readFileSync(`${PACKAGE_ROOT}migrations/${file}`);
  read.set(file, known);
  return known;
}
const newest = (): Buffer => dictionaryIn(DICTIONARIES[DICTIONARIES.length - 1] as string);

/** What was made small names the checksum of its dictionary behind two bytes (RFC 1950, section 2.2). */
const ID_AT = 2;
const idOf = (small: Uint8Array): number =>
  small.length < ID_AT + 4 ? 0 : new DataView(small.buffer, small.byteOffset).getUint32(ID_AT);

const byId = new Map<number, Buffer>();
/** The dictionary with which bytes were made small; the newest where they do not say. */
function dictionaryOf(small: Uint8Array): Buffer {
  if (byId.size === 0) {
    for (const file of DICTIONARIES) {
      const dictionary = dictionaryIn(file);
      byId.set(idOf(deflateSync('', { dictionary })), dictionary);
    }
  }
  return byId.get(idOf(small)) ?? newest();
}

/** Makes the bytes of a letter small, where that makes them smaller: to a fifteenth of a board letter. */
export function pack(raw: Uint8Array): Kept {
  const small = deflateSync(raw, { level: LEVEL, dictionary: newest() });
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
  packed === 1
    ? inflateSync(bytes, { dictionary: dictionaryOf(bytes), chunkSize: PIECE_BYTES })
    : bytes;
