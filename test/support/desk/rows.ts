import { createHash } from 'node:crypto';
import type { Database } from '../../../src/store/file/database.ts';
import { unpack } from '../../../src/store/letters/packed.ts';

/**
 * What may differ between a server and one that was recovered, by table, and why. Everything else is to be
 * the same, row by row.
 */
const MAY_DIFFER: Readonly<Record<string, readonly string[] | 'all'>> = {
  // Where the copy on the mail server lies, when it was fetched and filed, how often it was begun. When
  // it came in stands in the ledger.
  inbox: [
    'mailbox',
    'uidvalidity',
    'uid',
    'attempts',
    'grouped',
    'boot',
    'restarts',
    'received_at',
    'finished_at',
    'filed_at',
    'raw',
    'arrived_at',
    'reason',
  ],
  mailboxes: 'all',
  // How a letter has gone out: it counts as sent at once. Its envelope is signed when it is written, which
  // may have been after a start with another secret.
  outbox: [
    'state',
    'attempts',
    'sent_at',
    'first_tried_at',
    'leased_at',
    'retry_at',
    'last_error',
    'envelope_from',
    'reported_at',
  ],
  // Sums of these states.
  letter_counts: 'all',
  uncertain_sends: 'all',
  shortages: 'all',
  // What the server knows of itself, and not of letters.
  alarms: 'all',
  backups: 'all',
  fence: 'all',
  destinations: 'all',
  doors: 'all',
  plain_senders: 'all',
  refusals: 'all',
  // A salt is drawn for each hash.
  passwords: ['hash'],
  pending_passwords: ['hash'],
  // May be too early: then it is looked at anew.
  clocks: ['due_at'],
  mornings: ['due_at'],
  puzzle_days: ['due_at'],
  // They follow from the letters, which are compared. Those of a letter that was written only after its
  // tokens had ended are left over, and of no use.
  traces: 'all',
  // The last sign of life is known by the second, and not by the last heartbeat.
  heartbeat: 'all',
  downtimes: ['began_at'],
  // Numbers are left out where the journal has a gap; the moment of the last look at the mailbox.
  journal: 'all',
  compared_names: 'all',
};

/** The rows of all tables, as they are to be the same. */
export function rowsOf(db: Database): Readonly<Record<string, readonly object[]>> {
  const tables = db
    .prepare("select name from sqlite_master where type = 'table' order by name")
    .pluck()
    .all() as string[];
  return Object.fromEntries(
    tables
      .filter((name) => !name.startsWith('sqlite_') && MAY_DIFFER[name] !== 'all')
      .map((name) => [name, rowsOfTable(db, name)]),
  );
}

/** A letter is dated when it is written, and not when it is decided. */
const undated = (bytes: Buffer): Buffer =>
  Buffer.from(bytes.toString('latin1').replace(/^Date: .*$/m, ''), 'latin1');

const asWritten = (bytes: Buffer, row: object): Buffer =>
  'packed' in row && row.packed === 1 ? Buffer.from(unpack({ bytes, packed: 1 })) : bytes;

const hashOf = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, 16);

function rowsOfTable(db: Database, name: string): readonly object[] {
  const left = MAY_DIFFER[name] ?? [];
  const rows = db.prepare(`select * from "${name}" order by 1, 2`).all() as object[];
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row)
        .filter(([column]) => !left.includes(column))
        .map(([column, value]) => [
          column,
          Buffer.isBuffer(value)
            ? hashOf(column === 'raw' ? undated(asWritten(value, row)) : value)
            : value,
        ]),
    ),
  );
}
