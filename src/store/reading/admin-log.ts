import type { AdminAct } from '../../command/shape/admin-reading.ts';
import { type Database, sql } from '../file/database.ts';

/** Notes an act of an admin, for good: the table refuses changes and deletions. */
export function logAdminAct(
  db: Database,
  act: { readonly address: string; readonly act: string; readonly inboxId: number },
  now: number,
): void {
  sql(db, 'insert into admin_log (address, act, inbox_id, at) values (?, ?, ?, ?)').run(
    act.address,
    act.act,
    act.inboxId,
    now,
  );
}

/** The last acts of admins, the newest first. */
export const adminActs = (db: Database, most: number): readonly AdminAct[] =>
  sql(
    db,
    `select at, address, act
    from admin_log
    order by id desc
    limit ? + 0`,
  ).all(most) as AdminAct[];
