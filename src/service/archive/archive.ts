import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GAMES } from '../../engine/registry.ts';
import { recordLimits } from '../../limits.ts';
import {
  type Archived,
  type ArchiveError,
  makeArchiveLine,
  parseArchiveLine,
  refuseLine,
} from '../../match/record/archive.ts';
import { makeRecord } from '../../match/record/record.ts';
import { parseUserid } from '../../player/address.ts';
import { err, ok, type Result } from '../../result.ts';
import { type Database, transact } from '../../store/file/database.ts';
import { makeFolder, writeDraft } from '../../store/file/durable.ts';
import {
  addPlayerWithoutAddress,
  addRobots,
  nextPlayerId,
  similarPlayer,
} from '../../store/people/players.ts';
import {
  archivedMatch,
  finishedMonths,
  hasBoard,
  numbersTaken,
  putArchived,
} from '../../store/play/finished.ts';
import { recomputeRatings } from '../do/rate.ts';
import { DEFAULT_LANGUAGE } from '../do/sender.ts';

/**
 * Writes every finished match to a folder, by month of its end (UTC): `2026-11.jsonl` for import,
 * `2026-11.txt` to read. Holds one match in memory at a time. Other files in the folder stay.
 *
 * @throws Error of the file system; earlier months are then complete, the current one unchanged
 */
export function exportArchive(db: Database, folder: string) {
  makeFolder(folder);
  let matches = 0;
  let months = 0;
  for (const { month, boards } of finishedMonths(db)) {
    const texts = function* (textOf: (match: Archived) => string) {
      for (const board of boards) yield textOf(archivedMatch(db, board));
    };
    let between = '';
    const recordOf = (match: Archived): string => {
      const text = between + makeRecord(match);
      between = '\n';
      return text;
    };
    const lines = texts((match) => `${makeArchiveLine(match)}\n`);
    const drafts: ReturnType<typeof writeDraft>[] = [];
    try {
      drafts.push(writeDraft(join(folder, `${month}.jsonl`), lines));
      drafts.push(writeDraft(join(folder, `${month}.txt`), texts(recordOf)));
      for (const { commit } of drafts) commit();
    } finally {
      for (const { discard } of drafts) discard();
    }
    matches += boards.length;
    months++;
  }
  return { matches, months };
}

/** Why nothing was imported. */
export type ImportError =
  | { readonly why: 'not-empty'; readonly matches: number; readonly challenges: number }
  | {
      readonly why: 'damaged';
      readonly file: string;
      /** Counted from 1. */
      readonly line: number;
      readonly error: ArchiveError;
    };

/**
 * The files of an archive, the oldest month first.
 *
 * @throws Error of the file system
 */
export const archiveFiles = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => /^\d{4}-\d{2}\.jsonl$/.test(name))
    .sort();

/**
 * Imports the matches of an archive into a database without any, and replays each: all, or none if a line is
 * damaged. Boards keep their numbers; ratings are computed. New players have no address.
 *
 * @throws Error of the file system
 */
export function importArchive(
  db: Database,
  folder: string,
  files: readonly string[],
  now: number,
): Result<
  { readonly files: number; readonly matches: number; readonly players: number },
  ImportError
> {
  try {
    return transact(db, () => {
      const taken = numbersTaken(db);
      if (taken.matches + taken.challenges > 0) return err({ why: 'not-empty', ...taken });
      let matches = 0;
      let players = 0;
      for (const file of files) {
        let line = 0;
        for (const text of linesOf(join(folder, file))) {
          line++;
          const put = putLine(db, text, now);
          if (!put.ok) throw new DamagedLine({ why: 'damaged', file, line, error: put.error });
          players += put.value;
          matches++;
        }
      }
      for (const { rules } of GAMES) recomputeRatings(db, rules);
      return ok({ files: files.length, matches, players });
    });
  } catch (error) {
    if (error instanceof DamagedLine) return err(error.where);
    throw error;
  }
}

/** Thrown to roll the transaction back. */
class DamagedLine extends Error {
  readonly where: ImportError;
  constructor(where: ImportError) {
    super('a line is damaged');
    this.where = where;
  }
}

/** @returns the number of new players */
function putLine(db: Database, text: string, now: number): Result<number, ArchiveError> {
  if (text.length > recordLimits.archiveLineBytes) return refuseLine('too-long');
  const match = parseArchiveLine(text);
  if (!match.ok) return match;
  const { board } = match.value;
  if (hasBoard(db, board)) return refuseLine('board-twice', board);
  if (match.value.robot) addRobots(db, now);
  const before = nextPlayerId(db);
  const blackId = seatOf(db, match.value, 'black', now);
  if (!blackId.ok) return blackId;
  const whiteId = seatOf(db, match.value, 'white', now);
  if (!whiteId.ok) return whiteId;
  if (blackId.value === whiteId.value) return refuseLine('same-player');
  putArchived(db, match.value, blackId.value, whiteId.value);
  return ok(nextPlayerId(db) - before);
}

/** The id of a seat's player, who is added if unknown. */
function seatOf(
  db: Database,
  match: Archived,
  colour: 'black' | 'white',
  now: number,
): Result<number, ArchiveError> {
  const { userid } = match[colour];
  if (!parseUserid(userid).ok) return refuseLine('bad-userid', colour);
  const known = similarPlayer(db, userid);
  if (!known) {
    const id = nextPlayerId(db);
    addPlayerWithoutAddress(db, { id, userid, language: DEFAULT_LANGUAGE }, now);
    return ok(id);
  }
  return known.userid.toLowerCase() === userid.toLowerCase()
    ? ok(known.id)
    : refuseLine('userid-like-another', colour);
}

/** The lines of a file, none if it is empty; the last need not be ended. @throws Error of the file system */
function linesOf(path: string): readonly string[] {
  const text = readFileSync(path, 'utf8');
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}
