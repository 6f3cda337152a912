import {
  closeSync,
  fstatSync,
  fsyncSync,
  futimesSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { HintText } from '../../engine/hint/hint-text.ts';
import type { Puzzle } from '../../engine/puzzle/puzzle.ts';
import type { SolutionText } from '../../engine/solve/solve-text.ts';
import type { Time } from '../../ports.ts';
import type { Database } from '../../store/file/database.ts';
import { makeFolder, syncFolder } from '../../store/file/folder.ts';
import { nextEntry, noteDecided } from '../../store/file/journal.ts';

/** What a letter has done to boards, by their numbers: the revision and what stands there. */
type Boards = Readonly<Record<string, string>>;

/**
 * What happened on the server, as far as it cannot be told from the letters in the mailbox. What comes
 * by no letter of the mailbox is on the disk before anybody is told of it.
 */
export type Entry =
  /** A server has begun its work, and an era with it. */
  | { readonly is: 'start'; readonly era: number }
  /** A letter has come by the pipe. */
  | { readonly is: 'pipe'; readonly id: number; readonly raw: string }
  /** An admin has acted at the terminal. */
  | {
      readonly is: 'typed';
      readonly id: number;
      readonly line: string;
      readonly text: string;
      /** The era that was begun for it, where no server ran. */
      readonly era?: number;
    }
  /** Matches were imported: the files of the archive, packed. */
  | { readonly is: 'import'; readonly files: Readonly<Record<string, string>> }
  /** The file of the secret, sealed with the one that was the newest before. */
  | { readonly is: 'secret'; readonly sealed: string }
  /** A letter was read. */
  | {
      readonly is: 'read';
      readonly id: number;
      readonly hash: string;
      /** When it came in. */
      readonly came: number;
      readonly state: string;
      readonly boards: Boards;
    }
  /** A letter was put aside because its reading had failed too often. */
  | {
      readonly is: 'given-up';
      readonly id: number;
      readonly hash: string;
      readonly came: number;
    }
  /** A sign-up that had to wait was asked about. */
  | { readonly is: 'asked' }
  /** Answers that had to wait were sent. */
  | { readonly is: 'kept' }
  /** A player has got the letter of the morning. */
  | { readonly is: 'morning'; readonly player: number }
  | { readonly is: 'forfeit'; readonly board: number }
  | { readonly is: 'expired' }
  | { readonly is: 'lifted' }
  | { readonly is: 'reported' }
  /** The server has written to itself. */
  | { readonly is: 'probe'; readonly host: string }
  | { readonly is: 'solved'; readonly id: number; readonly verdict: Verdict | null }
  /** The robot has moved on a board that had this revision. */
  | {
      readonly is: 'robot';
      readonly board: number;
      readonly revision: number;
      readonly move: string;
    }
  /** A player has got the puzzle of the day, or word that they pause. */
  | { readonly is: 'puzzle'; readonly player: number }
  /** A match was searched for a puzzle. */
  | { readonly is: 'searched'; readonly board: number; readonly puzzle: Puzzle | null }
  /** The mailbox could not be read; letters from that time are read next. */
  | { readonly is: 'away'; readonly from: number; readonly to: number }
  /** The clock of the machine was put back. */
  | { readonly is: 'put-right' };

/** What the solver's thread has found out: how a position stands, or a hint. */
export type Verdict = SolutionText | HintText;

/** What must not happen without being written down: no letter of the mailbox tells of it. */
const TOLD_NOWHERE: ReadonlySet<Entry['is']> = new Set(['pipe', 'typed', 'import', 'secret']);

/** What waits until the disk has it. */
const SYNCED: ReadonlySet<Entry['is']> = new Set([...TOLD_NOWHERE, 'start', 'forfeit']);

/** What decides nothing: a letter that is read later may have come in before it. */
const DECIDES_NOTHING: ReadonlySet<Entry['is']> = new Set(['start', 'pipe', 'secret', 'away']);

/** An entry as it stands in the journal. */
export type Written = Entry & {
  readonly n: number;
  /** The moment at which it was decided: of a letter, when it came in. */
  readonly at: number;
  /** When it was written down. */
  readonly on: number;
};

/** Where it is told what happens. */
export interface Journal {
  /**
   * Notes something within the transaction that does it.
   *
   * @param at when it is
   * @throws Error of the file system, where that must not happen without being written down
   */
  note(db: Database, entry: Entry, at: number): void;
  /** The server is at work now, though nothing happens: the time of the file tells it. */
  alive(): void;
  /** Begins a new file: a server has started, or what the others hold is in a backup. */
  begin(): void;
  close(): void;
}

/** Notes that something was decided, and nothing else. */
export const noJournal: Journal = {
  note: (db, entry, at) => void count(db, entry, at),
  alive: () => undefined,
  begin: () => undefined,
  close: () => undefined,
};

/** Returns the number of the entry. */
function count(db: Database, { is }: Entry, at: number): number {
  if (!DECIDES_NOTHING.has(is)) noteDecided(db, at);
  return nextEntry(db);
}

const NAME = /^turnpost-(\d{6})\.journal$/;

/** Where the journal of a server is: beside its backups, or, where it makes none, its database. */
export const journalFolder = ({
  database,
  backups,
}: {
  readonly database: string;
  readonly backups?: { readonly folder: string } | undefined;
}): string => backups?.folder ?? `${database}.journal`;

/** The files of a journal, the oldest first. */
export const journalFiles = (folder: string): readonly string[] =>
  namesIn(folder)
    .filter((name) => NAME.test(name))
    .sort()
    .map((name) => join(folder, name));

/**
 * Removes the files of which every entry is in each backup that is kept.
 *
 * @param before when the oldest of these was begun
 */
export function cutJournal(folder: string, before: number): void {
  for (const file of journalFiles(folder).slice(0, -1)) {
    if (statSync(file).mtimeMs < before) rmSync(file);
  }
}

/** The name of the file after these. */
function nextJournalFile(folder: string): string {
  const last = journalFiles(folder).at(-1) ?? '';
  const number = Number(/(\d{6})\.journal$/.exec(last)?.[1] ?? 0) + 1;
  return join(folder, `turnpost-${String(number).padStart(6, '0')}.journal`);
}

/**
 * The journal in a folder. All processes that work on a database append to its newest file, each within
 * the transaction that does what it writes down: so the entries stand in the order of the commits.
 *
 * @param time of the machine
 * @param failed is told what keeps something from being written that can also be told from the mailbox
 */
export function openJournal(folder: string, time: Time, failed: (error: unknown) => void): Journal {
  let open: { readonly file: string; readonly fd: number } | undefined;
  const fdOf = (file: string): number => {
    if (open?.file === file) return open.fd;
    if (open) closeSync(open.fd);
    open = undefined;
    makeFolder(folder);
    const fd = openSync(file, 'a+', 0o600);
    open = { file, fd };
    endLine(fd);
    syncFolder(folder);
    return fd;
  };
  const newest = (): number => fdOf(journalFiles(folder).at(-1) ?? nextJournalFile(folder));
  const stamp = (fd: number): void => {
    const now = time.now() / 1000;
    futimesSync(fd, now, now);
  };
  const append = (line: string, sync: boolean): void => {
    const fd = newest();
    writeSync(fd, line);
    stamp(fd);
    if (sync) fsyncSync(fd);
  };
  return {
    note(db, entry, at) {
      const n = count(db, entry, at);
      try {
        append(`${JSON.stringify({ n, at, on: time.now(), ...entry })}\n`, SYNCED.has(entry.is));
      } catch (error) {
        if (TOLD_NOWHERE.has(entry.is)) throw error;
        failed(error);
      }
    },
    alive() {
      try {
        stamp(newest());
      } catch (error) {
        failed(error);
      }
    },
    begin() {
      try {
        fdOf(nextJournalFile(folder));
      } catch (error) {
        failed(error);
      }
    },
    close() {
      if (open) closeSync(open.fd);
      open = undefined;
    },
  };
}

/** Ends a line that a crash has torn, so that the next one is whole. */
function endLine(fd: number): void {
  const { size } = fstatSync(fd);
  const last = Buffer.alloc(1);
  if (size === 0 || (readSync(fd, last, 0, 1, size - 1) === 1 && last[0] === 0x0a)) return;
  writeSync(fd, '\n');
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
