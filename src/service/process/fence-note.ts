import { readHeader } from '../../mail/header.ts';

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
const NAMES = [
  'Run',
  'Lock',
  'Host',
  'Process',
  'Since',
  'Written',
  'First',
  'Until',
  'Over',
] as const;
/** What mail systems write above a letter on its way; a note has had none. */
const TRACES: readonly string[] = ['received', 'return-path', 'delivered-to', 'x-original-to'];
/** The fields of a header by which a note is known and read. */
export const NOTE_FIELDS: readonly string[] = [...TRACES, ...NAMES.map((name) => FIELD + name)];

/**
 * A note as the mailbox keeps it: a message, so that the field that says so keeps us, or anybody else,
 * from reading one as a letter wherever it is put.
 */
export function writeNote(note: Note, address: string): Uint8Array {
  const { run, lock, host, pid, since, writtenAt, first, until, over } = note;
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
    `${FIELD}Process: ${pid}`,
    `${FIELD}Since: ${since}`,
    `${FIELD}Written: ${writtenAt}`,
    `${FIELD}First: ${first}`,
    `${FIELD}Until: ${until}`,
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
  const all = (name: (typeof NAMES)[number]) =>
    fields.filter((field) => field.name === `${FIELD}${name}`.toLowerCase()).map((f) => f.value);
  const number = (name: (typeof NAMES)[number]) => Number(all(name)[0] ?? Number.NaN);
  const [run = ''] = all('Run');
  const [lock = ''] = all('Lock');
  const note = {
    run,
    lock,
    host: decoded(all('Host')[0] ?? ''),
    pid: number('Process'),
    since: number('Since'),
    writtenAt: number('Written'),
    first: number('First'),
    until: number('Until'),
    over: all('Over'),
  };
  const { pid, since, writtenAt, first, until } = note;
  const isWhole = [pid, since, writtenAt, first, until].every(Number.isSafeInteger);
  return run !== '' && lock !== '' && isWhole ? note : undefined;
}

function decoded(host: string): string {
  try {
    return decodeURIComponent(host);
  } catch {
    return host;
  }
}
