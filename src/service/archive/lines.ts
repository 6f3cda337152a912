import { closeSync, openSync, readSync } from 'node:fs';

const CHUNK_BYTES = 64 * 1024;
const END_OF_LINE = 0x0a;

/**
 * The lines of a file, one after the other, without their ends and however large the file is. A line
 * of more than `lineBytesMax` is undefined, and the last.
 *
 * @throws Error of the file system
 */
export function* linesOf(path: string, lineBytesMax: number): Generator<string | undefined> {
  const file = openSync(path, 'r');
  try {
    const chunk = Buffer.alloc(CHUNK_BYTES);
    let rest = Buffer.alloc(0);
    for (;;) {
      const read = readSync(file, chunk);
      if (read === 0) break;
      const bytes = Buffer.concat([rest, chunk.subarray(0, read)]);
      let from = 0;
      for (;;) {
        const end = bytes.indexOf(END_OF_LINE, Math.max(from, rest.length));
        if (end < 0) break;
        const tooLong = end - from > lineBytesMax;
        yield tooLong ? undefined : bytes.toString('utf8', from, end);
        if (tooLong) return;
        from = end + 1;
      }
      rest = bytes.subarray(from);
      if (rest.length > lineBytesMax) {
        yield undefined;
        return;
      }
    }
    if (rest.length > 0) yield rest.toString('utf8');
  } finally {
    closeSync(file);
  }
}
