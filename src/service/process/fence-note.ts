import { readHeader } from '../../mail/header.ts';
import { minuteText } from '../../ports.ts';
import { noteLimits } from '../../server-limits.ts';
import type { Holder } from '../../store/file/lock.ts';

/** The note of a server in the mailbox, for other servers to find: who works on it. */
export interface Note {
  /** A random id for each run of a process. */
  readonly run: string;
  /** The lock of its database: of the notes with the same lock, one process at most is alive. */
  readonly lock: string;
  readonly host: string;
  readonly pid: number;
  /** Start of the process and time of this note, by the clock of its machine. */
  readonly since: number;
  readonly writtenAt: number;
  /** The place of the process among those that claim the mailbox: the UID of its first note. */
  readonly first: number;
  /** `first` holds if this note arrived before then, by the clock of the mail server. */
  readonly until: number;
  /** The runs whose place an operator gave to it. */
  readonly replaces: readonly string[];
}

const FIELD = 'X-Turnpost-';
/** The numeric fields of a note, and the text fields. */
const NUMBERS = {
  pid: 'Process',
  since: 'Since',
  writtenAt: 'Written',
  first: 'First',
  until: 'Until',
} as const;
const WORDS = ['Run', 'Lock', 'Host', 'Over'] as const;
/** Header fields that mail systems add in transit; a note has none. */
const TRACES: readonly string[] = ['received', 'return-path', 'delivered-to', 'x-original-to'];
export const NOTE_FIELDS: readonly string[] = [
  ...TRACES,
  ...[...WORDS, ...Object.values(NUMBERS)].map((name) => FIELD + name),
];

/** A note as a message in the mailbox. Auto-Submitted keeps it from being read as a letter in any folder. */
export function writeNote(note: Note, address: string): Uint8Array {
  const { run, lock, host, writtenAt, replaces } = note;
  const numbers = Object.entries(NUMBERS) as [keyof typeof NUMBERS, string][];
  const lines = [
    `From: Turnpost <${address}>`,
    `Date: ${new Date(writtenAt).toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <fence.${run}.${writtenAt}@${address.slice(address.lastIndexOf('@') + 1)}>`,
    'Subject: This mailbox is at work',
    'Auto-Submitted: auto-generated',
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=us-ascii',
    `${FIELD}Run: ${run}`,
    `${FIELD}Lock: ${lock}`,
    `${FIELD}Host: ${encodeURIComponent(host)}`,
    ...numbers.map(([name, field]) => `${FIELD}${field}: ${note[name]}`),
    ...replaces.map((each) => `${FIELD}Over: ${each}`),
    '',
    'A Turnpost server reads this mailbox, and has written this note so that',
    'no second one plays the same letters. It is renewed while the server',
    'runs. There is nothing to do about it.',
    '',
  ];
  return Buffer.from(lines.join('\r\n'), 'latin1');
}

/**
 * Parses a note.
 *
 * @param header of the message, with the `NOTE_FIELDS` at least
 * @returns undefined if it is no note; a message that came by mail never is, as anyone could have sent it
 */
export function readNote(header: Uint8Array): Note | undefined {
  const { fields } = readHeader(header);
  if (fields.some(({ name }) => TRACES.includes(name))) return undefined;
  const all = (name: string) =>
    fields.filter((field) => field.name === `${FIELD}${name}`.toLowerCase()).map((f) => f.value);
  const [[run = ''], [lock = ''], [host = '']] = [all('Run'), all('Lock'), all('Host')];
  const numbers = Object.fromEntries(
    Object.entries(NUMBERS).map(([name, field]) => [name, Number(all(field)[0] ?? Number.NaN)]),
  ) as Record<keyof typeof NUMBERS, number>;
  const isWhole = run !== '' && lock !== '' && Object.values(numbers).every(Number.isSafeInteger);
  return isWhole
    ? { run, lock, host: decoded(host), ...numbers, replaces: all('Over') }
    : undefined;
}

function decoded(host: string): string {
  try {
    return decodeURIComponent(host);
  } catch {
    return host;
  }
}

/** The holder of a database: `process 123 on mars since 2026-11-21 09:00 UTC`. */
export function holderText(holder: Holder | undefined): string {
  if (!holder) return 'it has not said yet which process it is';
  const { pid, host, since } = holder;
  return `process ${pid} on ${host} since ${minuteText(since)}`;
}

/** A note in its folder. */
export interface FoundNote extends Note {
  readonly uid: number;
  /** Arrival by the clock of the mail server, if it gives one. */
  readonly at: number;
}

/** The server that asks; `known`: it has had a note there before. */
type Claimant = Pick<Note, 'run' | 'lock'> & { readonly known: boolean };

/**
 * Decides who holds the mailbox: of the servers whose newest note is younger than an hour and whose place was
 * not given away, the one whose first note has the lowest UID.
 *
 * The decision depends on the folder alone, so all servers agree. The newest note gives the time: a server
 * writes a note before it looks.
 *
 * @param atLeast lower bound of the time, for a server that cannot write a note
 * @returns another server with the mailbox; the place that the next note of the one that asks states; and the
 *   notes that are obsolete once that is written
 */
export function holderOf(notes: readonly FoundNote[], claimant: Claimant, atLeast = 0) {
  const { run, lock } = claimant;
  const now = Math.max(atLeast, ...notes.map(({ at }) => at));
  const isLive = ({ at }: FoundNote): boolean => now - at < noteLimits.lifeMs;
  const live = notes.filter((note) => isLive(note) && isNewest(note, notes));
  const isReplaced = (note: FoundNote): boolean =>
    live.some((other) => other.lock !== note.lock && other.replaces.includes(note.run));
  const claimants = live
    .filter((note) => !isReplaced(note))
    .sort((one, next) => placeOf(one) - placeOf(next) || one.uid - next.uid);
  const ours = live.filter((note) => note.lock === lock);
  const [first] = claimants;
  const isOurs = first === undefined || first.lock === lock;
  const places = claimants.filter((note) => note.lock === lock).map(placeOf);
  return {
    holder: isOurs ? copiedRun(claimant, ours) : first,
    place: {
      first: places.length > 0 ? Math.min(...places) : 0,
      until: ours.length > 0 ? Math.max(...ours.map(({ at }) => at)) + noteLimits.lifeMs : 0,
      replaces: [...new Set(ours.flatMap(({ replaces }) => replaces))].filter((each) =>
        notes.some((note) => note.run === each),
      ),
    },
    old: notes
      .filter((note) => (note.lock === lock ? note.run !== run : !isLive(note) || isReplaced(note)))
      .concat(notes.filter((note) => note.run === run && !isNewest(note, notes)))
      .map(({ uid }) => uid),
  };
}

const isNewest = (note: FoundNote, notes: readonly FoundNote[]): boolean =>
  !notes.some(({ run, uid }) => run === note.run && uid > note.uid);

/** A server silent for too long loses its place: its next note counts as its first. */
const placeOf = ({ uid, at, first, until }: FoundNote): number =>
  first > 0 && at < until ? first : uid;

/** A note of another run under our lock: the machine was copied. The later one goes on. */
const copiedRun = ({ run, known }: Claimant, ours: readonly FoundNote[]): FoundNote | undefined => {
  const uid = ours.find((note) => note.run === run)?.uid ?? (known ? 0 : Number.POSITIVE_INFINITY);
  return ours.find((note) => note.uid > uid);
};
