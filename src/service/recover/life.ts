import { type Entry, type Journal, noJournal } from '../shell/journal.ts';
import { secretsSince } from '../shell/secret.ts';
import type { Shell } from '../shell/shell.ts';

/** A server that lives a lost time again: its clock shows that time. */
export interface Life {
  shell: Shell;
  readonly clock: { now: number };
  /** Where the secret of the database that is made is kept; undefined where it is configured. */
  readonly secretFile: string | undefined;
  /** What is done now was done so shortly before the end that nobody knows whether it was sent. */
  isLast: boolean;
  /** What it would write down, the newest last. */
  readonly heard: Entry[];
  /** What comes of it, as far as that is known. */
  readonly account: Account;
}

/** What is told of a recovery. */
export interface Account {
  /** Letters of the mailbox that were read again, and of the pipe. */
  letters: number;
  piped: number;
  /** What admins have done at the terminal, and imports. */
  acts: number;
  /** What the calendar has done. */
  dues: number;
  /** Letters that the journal tells of and that are nowhere: when they were read. */
  readonly gone: { readonly id: number; readonly at: number }[];
  /** What could not be done again, in a few words. */
  readonly failed: string[];
  /** Boards that are not known to have come back as they were, and why. */
  readonly differ: Map<number, 'other' | 'ahead' | 'gone'>;
}

export const newAccount = (): Account => ({
  letters: 0,
  piped: 0,
  acts: 0,
  dues: 0,
  gone: [],
  failed: [],
  differ: new Map(),
});

/** A journal that is not written, but listened to. */
export const heardBy = (heard: Entry[]): Journal => ({
  ...noJournal,
  note(db, entry, at) {
    heard.push(entry);
    noJournal.note(db, entry, at);
  },
});

/** Whoever begins to work then signs with the newest secret that there is. */
export function renewSecrets(life: Life, at: number): void {
  const { shell, secretFile } = life;
  if (secretFile === undefined) return;
  life.shell = { ...shell, secrets: secretsSince(undefined, secretFile, at, shell.time) };
}
