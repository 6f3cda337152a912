import type { Place } from '../../command/shape/types.ts';
import { addressKey } from '../../player/address.ts';
import { type Database, sql } from '../file/database.ts';
import type { Lately } from '../file/lately.ts';

/** Commands of one letter that wait for a `yes`. */
export interface Held {
  readonly id: number;
  readonly addressKey: string;
  readonly lines: readonly string[];
  readonly place: Place;
  readonly comment: string;
  readonly expiresAt: number;
}

interface Row {
  readonly id: number;
  readonly address_key: string;
  readonly lines: string;
  readonly place_number: number | null;
  readonly place_revision: number | null;
  readonly comment: string;
  readonly expires_at: number;
}

/** Keeps commands until their address confirms them. Returns the number for the confirmation. */
export function hold(
  db: Database,
  held: {
    readonly address: string;
    readonly lines: readonly string[];
    readonly place: Place;
    readonly comment: string;
    readonly inboxId: number;
  },
  now: number,
  expiresAt: number,
): number {
  const { lastInsertRowid } = sql(
    db,
    `insert into held
      (address_key, lines, place_number, place_revision, comment, inbox_id, state,
        created_at, expires_at)
    values (?, ?, ?, ?, ?, ?, 'waiting', ?, ?)`,
  ).run(
    heldKey(db, held.address),
    JSON.stringify(held.lines),
    held.place.number ?? null,
    held.place.revision ?? null,
    held.comment,
    held.inboxId,
    now,
    expiresAt,
  );
  return Number(lastInsertRowid);
}

/** The commands that wait under this number, or undefined when none do any more. */
export function waiting(db: Database, id: number): Held | undefined {
  const row = sql(db, `select * from held where id = ? and state = 'waiting'`).get(id) as
    | Row
    | undefined;
  return (
    row && {
      id: row.id,
      addressKey: row.address_key,
      lines: JSON.parse(row.lines) as string[],
      place: {
        number: row.place_number ?? undefined,
        revision: row.place_revision ?? undefined,
      },
      comment: row.comment,
      expiresAt: row.expires_at,
    }
  );
}

/** Takes commands off the list because their `yes` has come. */
export const confirmHeld = (db: Database, id: number): void => {
  sql(db, `update held set state = 'confirmed' where id = ?`).run(id);
};

/** How many confirmations have been asked of an address lately. */
export const heldSince = (db: Database, address: string, { since, now }: Lately): number =>
  sql(
    db,
    `select count(*) from held
    where address_key = ? and created_at between ? and ? and state <> 'confirmed'`,
  )
    .pluck()
    .get(heldKey(db, address), since, now) as number;

/** A player's yes comes from the main address, because the question goes there. */
const heldKey = (db: Database, address: string): string =>
  (sql(
    db,
    `select main.address_key
    from addresses
    join addresses main on main.player_id = addresses.player_id and main.main = 1
    where addresses.address_key = ?`,
  )
    .pluck()
    .get(addressKey(address)) as string | undefined) ?? addressKey(address);
