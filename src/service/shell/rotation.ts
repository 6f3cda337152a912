import { existsSync, readFileSync } from 'node:fs';
import type { Random, Time } from '../../ports.ts';
import { err, ok, type Result } from '../../result.ts';
import { type Database, transact } from '../../store/file/database.ts';
import { putSeed } from '../../store/play/decided.ts';
import { dropRotation, putRotation, rotationOf } from '../../store/server/rotation.ts';
import { seal, unseal } from './seal.ts';
import { allSecrets, rotatedSecrets, writeSecrets } from './secret.ts';

const SEED_BYTES = 32;

/**
 * Makes a new secret for the next start of a server. It is a row first, which a copy holds, and then a file:
 * where that is cut, the next start finishes it, so that nothing is signed with a secret that only one disk
 * has.
 *
 * @param path of the file with the secret
 * @param copied makes a copy, or says in one line why there is none
 * @returns why there is no new secret, in one line
 * @throws Error when the file is damaged, or there is none, or it is somebody else's
 */
export function rotate(
  db: Database,
  path: string,
  { time, random }: { readonly time: Time; readonly random: Random },
  copied: () => string | undefined,
): Result<void, string> {
  const before = allSecrets(path, time);
  const text = rotatedSecrets(path, time, random);
  transact(db, () => {
    putRotation(db, seal(Buffer.from(text), before, random));
    // A server that is running goes on with the secret that it knows.
    putSeed(db, random.bytes(SEED_BYTES));
  });
  const why = copied();
  if (why === undefined) writeSecrets(path, text);
  transact(db, () => dropRotation(db));
  return why === undefined
    ? ok(undefined)
    : err(`There is no new secret: no copy holds it: ${why}`);
}

/**
 * Finishes a rotation that was cut before its file was there.
 *
 * @param copied as of `rotate`; a server starts without a copy
 */
export function finishRotation(
  db: Database,
  path: string,
  time: Time,
  copied: () => unknown,
): void {
  const sealed = rotationOf(db);
  if (sealed === undefined) return;
  copied();
  const bytes = existsSync(path) ? unseal(sealed, allSecrets(path, time)) : undefined;
  const text = bytes && Buffer.from(bytes).toString('utf8');
  // With another secret in its place it is of no use any more; with this one, a newer one may be there, too.
  if (text !== undefined && !hasNewestOf(path, text)) writeSecrets(path, text);
  transact(db, () => dropRotation(db));
}

const hasNewestOf = (path: string, text: string): boolean =>
  readFileSync(path, 'utf8').includes(text.split('\n')[0] ?? text);
