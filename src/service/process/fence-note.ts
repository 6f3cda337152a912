import { readHeader } from '../../mail/header.ts';
import { minuteText } from '../../ports.ts';
import { noteLifeMs } from '../../server-limits.ts';
import type { Holder } from '../../store/file/lock.ts';

/** What a server leaves in the mailbox for others to find: that it works on it, and who it is. */
export interface Note {
  /** A number by chance for each life of a process. */
  readonly run: string;
  /** The lock of the database that it works on: of those who name the same, one at most is alive. */
  readonly lock: string;
  readonly host: string;
  readonly pid: number;
  /** When the process began, and when this was written, by the clock of its machine. */
  readonly since: number;
  readonly writtenAt: number;
  /** Where it stands in the row of those who asked for the mailbox: the UID of its first note. */
  readonly first: number;
  /** ... as long as this one got there before then, by the clock of the mail server. */
  readonly until: number;
  /** The runs whose place an operator gave it. */
  readonly over: readonly string[];
}

const FIELD = 'X-Turnpost-';
/** The fields of a note that are numbers, and those that are words. */
const NUMBERS = {
  pid: 'Process',
  since: 'Since',
  writtenAt: 'Written',
  first: 'First',
  until: 'Until',
} as const;
const WORDS = ['Run', 'Lock', 'Host', 'Over'] as const;
/** What mail systems write above a letter on its way; a note has had none. */
const TRACES: readonly string[] = ['received', 'return-path', 'delivered-to', 'x-original-to'];
/** The fields of a header by which a note is known and read. */
export const NOTE_FIELDS: readonly string[] = [
  ...TRACES,
  ...[...WORDS, ...Object.values(NUMBERS)].map((name) => FIELD + name),
];

/**
 * A note as the mailbox keeps it: a message, so that the field that says so keeps us, or anybody else,
 * from reading one as a letter wherever it is put.
 */
export function writeNote(note: Note, address: string): Uint8Array {
  const { run, lock, host, writtenAt, over } = note;
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
    ...over.map((each) => `${FIELD}Over: ${each}`),
    '',
    'A Turnpost server reads this mailbox, and has written this note so that',
    'no second one plays the same letters. It is renewed while the server',
    'runs. There is nothing to do about it.',
    '',
  ];
  return Buffer.from(lines.join('\r\n'), 'latin1');
}

/**
 * Reads a note.
 *
 * @param header as the mailbox gives it, with the `NOTE_FIELDS` at least
 * @returns undefined where it is none; what has come by mail is none, whatever it says: anybody could
 *   have sent it
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
  return isWhole ? { run, lock, host: decoded(host), ...numbers, over: all('Over') } : undefined;
}

function decoded(host: string): string {
  try {
    return decodeURIComponent(host);
  } catch {
    return host;
  }
}

/** Who works on a database: `process 123 on mars since 2026-11-21 09:00 UTC`. */
export function holderText(holder: Holder | undefined): string {
  if (!holder) return 'it has not said yet which process it is';
  const { pid, host, since } = holder;
  return `process ${pid} on ${host} since ${minuteText(since)}`;
}

/** A note in its folder. */
export interface FoundNote extends Note {
  readonly uid: number;
  /** When it got there: by the clock of the mail server, where that says. */
  readonly at: number;
}

/** Who is looking. */
interface Claimant {
  readonly run: string;
  readonly lock: string;
  /** It has had a note there before. */
  readonly known: boolean;
}

/** What the notes in the folder come to for one who looks at them. */
interface Verdict {
  /** Another has the mailbox. */
  readonly holder: FoundNote | undefined;
  /** What a note of the looker's is to say of its place. */
  readonly place: Pick<Note, 'first' | 'until' | 'over'>;
  /** Notes that say nothing any more, once the looker has written its own. */
  readonly old: readonly number[];
}

/**
 * Who has the mailbox: of those whose newest note is younger than an hour, and whose place nobody was
 * given, the one who asked first, that is, whose first note has the lowest UID.
 *
 * It goes by nothing but what lies in the folder, so all who look come to the same. What time it is,
 * the newest note says: whoever asks writes one before it looks.
 *
 * @param atLeast what time it is at least, for one who cannot write a note
 */
export function holderOf(notes: readonly FoundNote[], looker: Claimant, atLeast = 0): Verdict {
  const { run, lock } = looker;
  const now = Math.max(atLeast, ...notes.map(({ at }) => at));
  const isLive = ({ at }: FoundNote): boolean => now - at < noteLifeMs;
  const live = notes.filter((note) => isLive(note) && isNewest(note, notes));
  const isOut = (note: FoundNote): boolean =>
    live.some((other) => other.lock !== note.lock && other.over.includes(note.run));
  const inRow = live
    .filter((note) => !isOut(note))
    .sort((one, next) => placeOf(one) - placeOf(next) || one.uid - next.uid);
  const ours = live.filter((note) => note.lock === lock);
  const [first] = inRow;
  const isOurs = first === undefined || first.lock === lock;
  const places = inRow.filter((note) => note.lock === lock).map(placeOf);
  return {
    holder: isOurs ? copyOf(looker, ours) : first,
    place: {
      first: places.length > 0 ? Math.min(...places) : 0,
      until: ours.length > 0 ? Math.max(...ours.map(({ at }) => at)) + noteLifeMs : 0,
      over: [...new Set(ours.flatMap(({ over }) => over))].filter((each) =>
        notes.some((note) => note.run === each),
      ),
    },
    old: notes
      .filter((note) => (note.lock === lock ? note.run !== run : !isLive(note) || isOut(note)))
      .concat(notes.filter((note) => note.run === run && !isNewest(note, notes)))
      .map(({ uid }) => uid),
  };
}

const isNewest = (note: FoundNote, notes: readonly FoundNote[]): boolean =>
  !notes.some(({ run, uid }) => run === note.run && uid > note.uid);

/** Whoever was silent for too long has lost its place, and begins anew with the note that says so. */
const placeOf = ({ uid, at, first, until }: FoundNote): number =>
  first > 0 && at < until ? first : uid;

/** Nobody else can have our lock, unless the whole machine was copied. Then the later one goes on. */
const copyOf = ({ run, known }: Claimant, ours: readonly FoundNote[]): FoundNote | undefined => {
  const uid = ours.find((note) => note.run === run)?.uid ?? (known ? 0 : Number.POSITIVE_INFINITY);
  return ours.find((note) => note.uid > uid);
};
