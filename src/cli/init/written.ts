import { chmodSync, chownSync, constants, copyFileSync, existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { writeForGood } from '../../store/file/write-for-good.ts';

/**
 * Writes a file. One that is there is kept under another name, which nothing has.
 *
 * @param mode of the file, and at once of the one before: they may hold the same passwords
 * @returns that name, if there was one
 * @throws Error of the file system; then the old one stands as it was
 */
export function replaceKept(path: string, text: string, mode: number): string | undefined {
  if (!existsSync(path)) {
    writeForGood(path, text);
    if (mode !== 0o600) chmodSync(path, mode);
    // Whoever sets it up may be root, and the server the user whose folder it is.
    const { uid, gid } = statSync(dirname(resolve(path)));
    if (process.getuid?.() === 0) chownSync(path, uid, gid);
    return undefined;
  }
  chmodSync(path, mode);
  const kept = freeName(`${path}.old`);
  copyFileSync(path, kept, constants.COPYFILE_EXCL);
  writeForGood(path, text, path);
  return kept;
}

function freeName(wanted: string): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? wanted : `${wanted}.${number}`;
    if (!existsSync(name)) return name;
  }
}
