import type { WorkerConfig } from '../config.ts';
import type { DatedRating } from '../match/rating.ts';
import type { ArchiveError, ArchiveErrorCode } from '../match/record/archive.ts';
import type { Time } from '../ports.ts';
import { err, ok, type Result } from '../result.ts';
import {
  archiveFiles,
  exportArchive,
  type ImportError,
  importArchive,
} from '../service/archive/archive.ts';
import { copyDatabaseNow } from '../service/backup/make.ts';
import { recomputeRatings } from '../service/do/rate.ts';
import { startProblem } from '../service/process/before-start.ts';
import { holderText } from '../service/process/fence-note.ts';
import { MIGRATIONS } from '../service/shell/shell.ts';
import { type Database, migrate, openDatabase, transact } from '../store/file/database.ts';
import { takeLock } from '../store/file/lock.ts';
import { useridOf } from '../store/people/players.ts';
import { ratedRules, storedRatings } from '../store/play/ratings.ts';
import { notCopiedWarning } from './recover.ts';

/**
 * Runs `turnpost import FOLDER`: puts the matches of an archive into a server without any. It holds the
 * worker's lock meanwhile, and creates a missing database.
 */
export async function importFrom(
  config: Pick<WorkerConfig, 'address' | 'database' | 'secret' | 'backups'>,
  folder: string,
  time: Time,
): Promise<Result<readonly string[], string>> {
  const { database } = config;
  try {
    const files = archiveFiles(folder);
    if (files.length === 0) {
      return err(`There is no archive in ${folder}: no file has a name like 2026-11.jsonl.`);
    }
    const lock = takeLock(database);
    if (!lock.ok) {
      return err(`Stop the server first. It is running on ${database}: ${holderText(lock.error)}.`);
    }
    try {
      const wrong = startProblem(config);
      if (wrong !== undefined) return err(`Nothing was imported: ${wrong}`);
      return await importFiles(config, folder, files, time);
    } finally {
      lock.value.release();
    }
  } catch (error) {
    return err(`Nothing was imported: ${(error as Error).message}`);
  }
}

async function importFiles(
  config: Pick<WorkerConfig, 'database' | 'secret' | 'backups'>,
  folder: string,
  files: readonly string[],
  time: Time,
): Promise<Result<readonly string[], string>> {
  const db = openDatabase(config.database);
  try {
    migrate(db, MIGRATIONS);
    const imported = importArchive(db, folder, files, time.now());
    if (!imported.ok) return err(errorText(imported.error));
    const { matches, players } = imported.value;
    return ok([
      `Matches imported: ${matches}. Files read: ${files.length}.`,
      `New players: ${players}. They have no address yet. To add one, write to the server as an`,
      'admin: admin address USERID ADDRESS',
      // The archive may be on the disk of the database, so a copy is made now.
      ...notCopiedWarning(await copyDatabaseNow(config, db)),
    ]);
  } finally {
    db.close();
  }
}

function errorText(refused: ImportError): string {
  if (refused.why === 'not-empty') {
    const { matches, challenges } = refused;
    return `Only a server without matches and challenges can import. This one has ${matches} matches
and ${challenges} challenges, whose numbers may also be in the archive.`;
  }
  const { file, line, error } = refused;
  return `Nothing was imported. ${file}, line ${line}: ${reason(error)}`;
}

const reason = ({ code, at }: ArchiveError): string =>
  REASONS[code].replace('{at}', () => String(at));

const REASONS: Readonly<Record<ArchiveErrorCode, string>> = {
  'too-long': 'it is longer than any match.',
  'not-json': 'it is not a match in JSON.',
  'bad-value': 'the value of "{at}" is missing or has the wrong type.',
  'unknown-key': 'it has a key that this version does not know.',
  'unknown-game': 'its game is unknown.',
  'bad-start': 'its first position is not one of its game.',
  'bad-move': 'ply {at} is illegal, or not in standard notation.',
  'move-after-end': 'the match is over before ply {at}.',
  'wrong-outcome': 'its outcome is wrong.',
  'unknown-ending': 'its ending is unknown.',
  'wrong-length': '"{at}" does not have one number for each ply.',
  'wrong-revision': '"{at}" does not fit the plies and the end.',
  'bad-userid': '"{at}" is not a userid.',
  'same-player': 'the same player has both sides.',
  'userid-like-another': 'the userid of "{at}" could be mistaken for that of another player.',
  'board-twice': 'board {at} occurs twice.',
};

/** Runs `turnpost export FOLDER`: writes every finished match to a folder. A server may be running. */
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

/** Runs `turnpost ratings`: computes all ratings anew from the matches, and stores them. */
export const ratingsReport = (db: Database): readonly string[] =>
  transact(db, () => {
    let same = 0;
    const different: string[] = [];
    for (const rules of ratedRules(db)) {
      const before = storedRatings(db, rules);
      const after = recomputeRatings(db, rules);
      for (const playerId of new Set([...before.keys(), ...after.keys()])) {
        const [old, now] = [before.get(playerId), after.get(playerId)];
        if (old && now && isSame(old, now)) same++;
        else {
          const whose = useridOf(db, playerId) ?? playerId;
          different.push(`${rules} ${whose}: ${ratingText(old)} -> ${ratingText(now)}`);
        }
      }
    }
    return [`Unchanged ratings: ${same}`, `Corrected ratings: ${different.length}`, ...different];
  });

const isSame = (one: DatedRating, other: DatedRating): boolean =>
  one.rating === other.rating &&
  one.deviation === other.deviation &&
  one.volatility === other.volatility &&
  one.matches === other.matches &&
  one.at === other.at;

const ratingText = (rating: DatedRating | undefined): string =>
  rating ? `${rating.rating} (deviation ${rating.deviation}, matches ${rating.matches})` : 'none';
