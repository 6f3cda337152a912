import { err, ok, type Result } from '../result.ts';
import { exportArchive } from '../service/archive/export-archive.ts';
import type { Database } from '../store/file/database.ts';

/**
 * What `turnpost export FOLDER` does: writes every finished match to a folder, beside a server that
 * may be running.
 *
 * @returns what it prints, or why the archive is not complete
 */
export function exportTo(db: Database, folder: string): Result<string, string> {
  try {
    const { matches, months } = exportArchive(db, folder);
    return ok(
      matches === 0
        ? 'No match is finished yet: there is nothing to export.'
        : `Finished matches in ${folder}: ${matches}. Months: ${months}.`,
    );
  } catch (error) {
    return err(`The matches could not be written: ${(error as Error).message}`);
  }
}
