import { closeSync, fsyncSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { rawHash } from '../../mail/reply.ts';
import { makeFolder, namesIn, syncFolder } from '../../store/file/folder.ts';
import { renameDurably } from '../../store/file/write-for-good.ts';

/** A letter that came by the pipe, beside the copies of its database: no mailbox has it. */
export interface PipedFile {
  readonly file: string;
  /** When it came in, in UTC milliseconds. */
  readonly at: number;
  readonly id: number;
}

/** When it came in, its id in the database, and the first bytes of its hash. */
const NAME = /^letter-(\d{13})-(\d+)-[0-9a-f]{16}\.eml$/;

/**
 * Keeps a letter of the pipe until a copy holds it. It is on the disk when this returns.
 *
 * @param id of its row
 * @throws Error of the file system
 */
export function keepPiped(folder: string, raw: Uint8Array, id: number, at: number): void {
  makeFolder(folder);
  const hash = Buffer.from(rawHash(raw)).toString('hex').slice(0, 16);
  const path = join(folder, `letter-${String(at).padStart(13, '0')}-${id}-${hash}.eml`);
  const file = openSync(`${path}.new`, 'w', 0o600);
  try {
    writeSync(file, raw);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameDurably(`${path}.new`, path);
}

/** The letters in a folder of copies, in the order in which they came; nothing else that lies there. */
const filesIn = (folder: string): readonly PipedFile[] =>
  namesIn(folder)
    .flatMap((name) => {
      const [, at, id] = NAME.exec(name) ?? [];
      return at === undefined ? [] : [{ file: join(folder, name), at: Number(at), id: Number(id) }];
    })
    .sort((one, other) => one.at - other.at || one.id - other.id);

/** The letters themselves. */
export const pipedLetters = (
  folder: string,
): readonly (PipedFile & { readonly raw: Uint8Array })[] =>
  filesIn(folder).map((each) => ({ ...each, raw: readFileSync(each.file) }));

/**
 * Removes the letters that a copy holds.
 *
 * @param newest the highest id of a letter in that copy
 */
export function dropPiped(folder: string, newest: number): void {
  const held = filesIn(folder).filter(({ id }) => id <= newest);
  for (const { file } of held) rmSync(file);
  if (held.length > 0) syncFolder(folder);
}
