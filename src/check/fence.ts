import { statSync } from 'node:fs';
import { hostname } from 'node:os';
import { headerFields, valuesOf } from '../mail/header.ts';
import { minuteText } from '../ports.ts';
import type { Visit } from '../post/visit.ts';
import { type Finding, findingsOf } from './finding.ts';

const { ok, wrong } = findingsOf('other server');

/** Where servers leave notes in a mailbox, so that no second one plays the same letters. */
const FOLDERS = ['Turnpost', 'Turnpost-notes'];
/** A note of a server that has not renewed it for so long stops nobody. */
const LIFE_MS = 3_600_000;
/** What mail systems write above a letter on its way; a note has had none. */
const TRACES = ['received', 'return-path', 'delivered-to'];

/** What a server has written about itself. */
interface Note {
  /** The lock of the database that it works on. */
  readonly lock: string;
  readonly host: string;
  readonly pid: string;
  /** When it was written, in UTC milliseconds, by the clock of the mail server. */
  readonly at: number;
}

/**
 * Whether another server works with the mailbox, as far as it has left a note there.
 *
 * @param folders of the account
 * @param database ours, whose own note is nobody else's
 */
export async function fenceFindings(
  visit: Visit,
  folders: readonly string[],
  database: string | undefined,
  now: number,
): Promise<readonly Finding[]> {
  const notes: Note[] = [];
  for (const folder of FOLDERS.filter((each) => folders.includes(each))) {
    const heads = await visit.heads(folder, 1);
    for (const { header, arrivedAt } of heads.ok ? heads.value : []) {
      notes.push(...noteIn(header, arrivedAt ?? now));
    }
  }
  const own = database === undefined ? undefined : markOf(`${database}.lock`);
  const other = notes
    .filter(({ at, lock }) => at > now - LIFE_MS && lock !== own)
    .sort((one, next) => next.at - one.at)[0];
  if (!other) return notes.length === 0 ? [] : [ok('No other server works with the mailbox.')];
  const where = other.host === hostname() ? 'this machine' : other.host;
  return [
    wrong(
      `Another server works with the mailbox: process ${other.pid} on ${where}, last heard of at ${minuteText(other.at)}.`,
      'Two would play every letter twice: stop that one, or give each a mailbox of its own.',
    ),
  ];
}

function noteIn(header: Uint8Array, at: number): readonly Note[] {
  const fields = headerFields(header);
  const value = (name: string) => valuesOf(fields, `x-turnpost-${name}`)[0];
  const lock = value('lock');
  if (lock === undefined || fields.some(({ name }) => TRACES.includes(name))) return [];
  return [{ lock, host: value('host') ?? 'a machine', pid: value('process') ?? '?', at }];
}

/** What names the file of a lock among all there are, of which a copy is another one. */
function markOf(path: string): string | undefined {
  try {
    const { ino, birthtimeNs } = statSync(path, { bigint: true });
    return `${ino}.${birthtimeNs}`;
  } catch {
    return undefined;
  }
}
