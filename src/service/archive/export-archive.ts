import { closeSync, fsyncSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Archived, makeArchiveLine } from '../../match/record/archive.ts';
import { makeRecord } from '../../match/record/record.ts';
import type { Database } from '../../store/file/database.ts';
import { makeFolder } from '../../store/file/folder.ts';
import { renameDurably } from '../../store/file/write-for-good.ts';
import { archivedMatch, finishedBoards } from '../../store/play/archive.ts';

/** The result of an export. */
interface Exported {
  readonly matches: number;
  readonly months: number;
}

/**
 * Writes every finished match to a folder, by month of its end (UTC): `2026-11.jsonl` for import,
 * `2026-11.txt` to read. Holds one match in memory at a time. Other files in the folder stay.
 *
 * @throws Error of the file system; earlier months are then complete, the current one unchanged
 */
export function exportArchive(db: Database, folder: string): Exported {
  makeFolder(folder);
  let matches = 0;
  let months = 0;
  let open: Month | undefined;
  try {
    for (const board of finishedBoards(db)) {
      const match = archivedMatch(db, board);
      const name = monthOf(match.endedAt);
      if (open?.name !== name) {
        open?.finish();
        open = beginMonth(folder, name);
        months++;
      }
      open.add(match);
      matches++;
    }
    open?.finish();
  } catch (error) {
    open?.abandon();
    throw error;
  }
  return { matches, months };
}

const monthOf = (at: number): string => new Date(at).toISOString().slice(0, '2026-11'.length);

/** The two files of a month. */
interface Month {
  readonly name: string;
  add(match: Archived): void;
  finish(): void;
  abandon(): void;
}

function beginMonth(folder: string, name: string): Month {
  const lines = beginFile(join(folder, `${name}.jsonl`));
  const records = beginOther(lines, join(folder, `${name}.txt`));
  let between = '';
  return {
    name,
    add(match) {
      lines.write(`${makeArchiveLine(match)}\n`);
      records.write(between + makeRecord(match));
      between = '\n';
    },
    finish() {
      lines.finish();
      records.finish();
    },
    abandon() {
      lines.abandon();
      records.abandon();
    },
  };
}

/** Begins a second file, and abandons the first if that fails. */
function beginOther(first: WholeFile, path: string): WholeFile {
  try {
    return beginFile(path);
  } catch (error) {
    first.abandon();
    throw error;
  }
}

/** A file that gets its name only when complete. */
interface WholeFile {
  write(part: string | Uint8Array): void;
  /** Names it, and replaces a file of that name. */
  finish(): void;
  /** Removes it, unless it is finished. */
  abandon(): void;
}

/** Characters buffered before a write. */
const GATHERED_CHARS = 64 * 1024;

/**
 * Begins a file, readable by its owner alone by default.
 *
 * @throws Error of the file system, as its methods do
 */
export function beginFile(path: string, mode = 0o600): WholeFile {
  const draft = `${path}.new`;
  // An old draft would keep its mode, or could be a link.
  rmSync(draft, { force: true });
  const file = openSync(draft, 'wx', mode);
  let open = true;
  let named = false;
  let gathered = '';
  const flush = () => {
    writeFileSync(file, gathered);
    gathered = '';
  };
  const close = () => {
    open = false;
    closeSync(file);
  };
  return {
    write(part) {
      if (typeof part === 'string') gathered += part;
      if (typeof part === 'string' && gathered.length < GATHERED_CHARS) return;
      flush();
      if (typeof part !== 'string') writeFileSync(file, part);
    },
    finish() {
      flush();
      fsyncSync(file);
      close();
      renameDurably(draft, path);
      named = true;
    },
    abandon() {
      if (open) close();
      if (!named) rmSync(draft, { force: true });
    },
  };
}
