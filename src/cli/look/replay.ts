import { err, ok, type Result } from '../../result.ts';
import { type Database, transact } from '../../store/file/database.ts';
import { replayable, storeAgain } from '../../store/reading/overview.ts';

/**
 * What `turnpost replay ID` does: a letter that was put aside waits to be read again. A running
 * server reads it within a second, any other at its start.
 *
 * @returns what it prints, or why the letter cannot be read again
 */
export const replayLetter = (db: Database, idText: string): Result<string, string> =>
  transact(db, () => {
    const id = /^\d{1,15}$/.test(idText) ? Number(idText) : 0;
    const letter = replayable(db, id);
    if (!letter) return err(`There is no letter ${idText}. Try: turnpost letters`);
    const { state, kept, cut } = letter;
    if (state !== 'put-aside') return err(`Letter ${id} is not put aside; its state is: ${state}`);
    if (cut) return err(`Letter ${id} was too large: only its header was fetched.`);
    if (!kept) return err(`Letter ${id} cannot be read again: its bytes are not kept.`);
    storeAgain(db, id);
    return ok(`Letter ${id} waits to be read again.`);
  });
