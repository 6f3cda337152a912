import { err, ok, type Result } from '../../result.ts';
import { type Database, transact } from '../../store/file/database.ts';
import { replayable, storeAgain } from '../../store/reading/overview.ts';

/**
 * What `turnpost replay ID...` does: letters that were put aside wait to be read again. A running
 * server reads them within a second, any other at its start.
 *
 * @returns what it prints; or why nothing was done, a line for each letter that cannot be read again
 */
export const replayLetters = (
  db: Database,
  idTexts: readonly string[],
): Result<readonly string[], string> =>
  transact(db, () => {
    const letters = [...new Set(idTexts)].map((idText) => look(db, idText));
    const troubles = letters.flatMap((letter) => (letter.ok ? [] : letter.error));
    if (troubles.length > 0) return err(troubles.join('\n'));
    return ok(
      letters.flatMap((letter) => {
        if (!letter.ok) return [];
        storeAgain(db, letter.value);
        return `Letter ${letter.value} waits to be read again.`;
      }),
    );
  });

/** The id of a letter that can be read again, or why it cannot. */
function look(db: Database, idText: string): Result<number, string> {
  const id = /^\d{1,15}$/.test(idText) ? Number(idText) : 0;
  const letter = replayable(db, id);
  if (!letter) return err(`There is no letter ${idText}. Try: turnpost letters`);
  const { state, kept, cut } = letter;
  if (state !== 'put-aside') return err(`Letter ${id} is not put aside; its state is: ${state}`);
  if (cut) return err(`Letter ${id} was too large: only its header was fetched.`);
  if (!kept) return err(`Letter ${id} cannot be read again: its bytes are not kept.`);
  return ok(id);
}
