import { chmodSync, createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip, gzipSync } from 'node:zlib';
import { writeDurably } from '../../src/store/file/durable.ts';

/** Whether the name of a file says that it is compressed. */
const isCompressed = (path: string): boolean => path.endsWith('.gz');

/**
 * Writes lines to a file that has its name only when it is whole; everybody may read it. It is compressed
 * when its name ends with `.gz`.
 *
 * @throws Error of the file system
 */
export function writeLines(path: string, lines: readonly string[]): void {
  const parts = function* () {
    for (let at = 0; at < lines.length; at += LINES_AT_ONCE) {
      const text = `${lines.slice(at, at + LINES_AT_ONCE).join('\n')}\n`;
      yield isCompressed(path) ? gzipSync(text, { level: 9 }) : text;
    }
  };
  writeDurably(path, parts());
  chmodSync(path, 0o644);
}

/** Parts that are compressed one by one are one file to whoever unpacks it. */
const LINES_AT_ONCE = 100_000;

/** What a line stands for that is longer than `charsMax`, and all that follows. */
export const TOO_LONG = '\u0000';

/**
 * The lines of a file, in which each is ended by a line feed. Of one that is too long no more is read.
 *
 * @throws Error of the file system, or of what is not compressed as its name says
 */
export async function* linesOf(path: string, charsMax: number): AsyncGenerator<string> {
  let rest = '';
  const decoder = new StringDecoder('utf8');
  for await (const chunk of bytesOf(path)) {
    const lines = (rest + decoder.write(chunk)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield line.length > charsMax ? TOO_LONG : line;
    if (rest.length > charsMax) {
      yield TOO_LONG;
      return;
    }
  }
  rest += decoder.end();
  if (rest !== '') yield rest;
}

function bytesOf(path: string): AsyncIterable<Buffer> {
  const file = createReadStream(path);
  // An error of the file comes to whoever reads what was unpacked.
  return isCompressed(path) ? pipeline(file, createGunzip(), () => undefined) : file;
}
