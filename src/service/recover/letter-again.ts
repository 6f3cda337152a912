import { setImmediate as nextTurn } from 'node:timers/promises';
import { transact } from '../../store/file/database.ts';
import { noteDecided } from '../../store/file/journal.ts';
import { countAsSent, hasIntended, putForgotten } from '../../store/letters/again.ts';
import { readAlone } from '../in/read.ts';
import { compose } from '../out/compose.ts';
import type { Found } from './found.ts';
import type { Life } from './life.ts';

const NEVER = new AbortController().signal;

/** Puts a letter of the mailbox into the row that it had. Returns its id. */
export const putFound = (
  { shell: { db } }: Life,
  letter: Found,
  { id, came, at }: { readonly id?: number; readonly came: number; readonly at: number },
): number => transact(db, () => putForgotten(db, { ...letter, id, arrivedAt: came }, at));

/**
 * Reads a letter that waits, as it was read at this time before.
 *
 * @param decided the moment at which that was decided; undefined where it is only known when it came in
 */
export async function readAgain(life: Life, id: number, decided?: number): Promise<void> {
  const { shell } = life;
  const { db } = shell;
  if (decided !== undefined) transact(db, () => noteDecided(db, decided));
  await readAlone(shell, id, NEVER);
  await settle(life);
}

/**
 * Writes what was decided, so that answers to it are understood. It counts as sent, but for what may
 * have been decided just before the database was lost: that is sent when the server starts.
 */
export async function settle({ shell, isLast }: Life): Promise<void> {
  const { db } = shell;
  if (hasIntended(db)) await compose(shell, NEVER);
  if (!isLast) transact(db, () => countAsSent(db));
  await nextTurn();
}
