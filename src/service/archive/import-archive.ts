import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { GAMES } from '../../engine/registry.ts';
import { archiveLineBytesMax } from '../../limits.ts';
import { type Archived, type ArchiveError, refuseLine } from '../../match/record/archive.ts';
import { parseArchiveLine } from '../../match/record/archive-proof.ts';
import { parseUserid } from '../../player/address.ts';
import { err, ok, type Result } from '../../result.ts';
import { type Database, transact } from '../../store/file/database.ts';
import { addWithoutAddress, nextPlayerId, playerOfUserid } from '../../store/people/players.ts';
import { addRobots } from '../../store/people/rename.ts';
import { hasBoard, numbersTaken, putArchived } from '../../store/play/archive.ts';
import { recomputeRatings } from '../do/rate.ts';
import { DEFAULT_LANGUAGE } from '../do/sender.ts';

/** The result of an import. */
interface Imported {
  readonly files: number;
  readonly matches: number;
  /** New players; they have no address. */
  readonly players: number;
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
 * damaged. Boards keep their numbers; ratings are computed.
 *
 * @throws Error of the file system
 */
export function importArchive(
  db: Database,
  folder: string,
  files: readonly string[],
  now: number,
): Result<Imported, ImportError> {
  try {
    return transact(db, () => {
      const taken = numbersTaken(db);
      if (taken.matches + taken.challenges > 0) return err({ why: 'not-empty', ...taken });
      let matches = 0;
      let players = 0;
      for (const file of files) {
        let line = 0;
        for (const text of linesOf(join(folder, file), archiveLineBytesMax)) {
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
function putLine(
  db: Database,
  text: string | undefined,
  now: number,
): Result<number, ArchiveError> {
  if (text === undefined) return refuseLine('too-long');
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
  const known = playerOfUserid(db, userid);
  if (!known) {
    const id = nextPlayerId(db);
    addWithoutAddress(db, { id, userid, language: DEFAULT_LANGUAGE }, now);
    return ok(id);
  }
  return known.userid.toLowerCase() === userid.toLowerCase()
    ? ok(known.id)
    : refuseLine('userid-like-another', colour);
}

const CHUNK_BYTES = 64 * 1024;
const END_OF_LINE = 0x0a;

/**
 * The lines of a file, without line ends, in bounded memory. A line of more than `lineBytesMax` is undefined,
 * and the last.
 *
 * @throws Error of the file system
 */
function* linesOf(path: string, lineBytesMax: number): Generator<string | undefined> {
  const file = openSync(path, 'r');
  try {
    const chunk = Buffer.alloc(CHUNK_BYTES);
    let rest = Buffer.alloc(0);
    for (;;) {
      const read = readSync(file, chunk);
      if (read === 0) break;
      const bytes = Buffer.concat([rest, chunk.subarray(0, read)]);
      let from = 0;
      for (;;) {
        const end = bytes.indexOf(END_OF_LINE, Math.max(from, rest.length));
        if (end < 0) break;
        const tooLong = end - from > lineBytesMax;
        yield tooLong ? undefined : bytes.toString('utf8', from, end);
        if (tooLong) return;
        from = end + 1;
      }
      rest = bytes.subarray(from);
      if (rest.length > lineBytesMax) {
        yield undefined;
        return;
      }
    }
    if (rest.length > 0) yield rest.toString('utf8');
  } finally {
    closeSync(file);
  }
}
