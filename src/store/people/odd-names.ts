import { createHash } from 'node:crypto';
import { type Database, sql } from '../file/database.ts';

/**
 * Notes the players whose userid nobody would get any more, each once. Whoever has been compared with
 * the same words before is not compared again: of many players that takes seconds.
 *
 * @param words all that `isOdd` goes by
 */
export function noteOddNames(
  db: Database,
  isOdd: (userid: string) => boolean,
  words: string,
): void {
  const reserved = createHash('sha256').update(words).digest();
  const compared = sql(
    db,
    'select player_id as "upTo" from compared_names where id = 1 and reserved = ?',
  ).get(reserved) as { readonly upTo: number } | undefined;
  const names = sql(
    db,
    `select id, userid
    from players
    where id > ? and left_at is null and id not in (select player_id from odd_names)`,
  ).all(compared?.upTo ?? 0) as readonly { readonly id: number; readonly userid: string }[];
  const note = sql(db, 'insert into odd_names (player_id) values (?)');
  for (const { id, userid } of names) if (isOdd(userid)) note.run(id);
  sql(
    db,
    `insert or replace into compared_names (id, reserved, player_id)
    select 1, ?, coalesce(max(id), 0) from players`,
  ).run(reserved);
}

/** Those of them that no report has told of. */
export const unreportedNames = (db: Database): readonly string[] =>
  sql(
    db,
    `select players.userid
    from odd_names
    join players on players.id = odd_names.player_id
    where odd_names.reported_at is null and players.left_at is null
    order by players.id`,
  )
    .pluck()
    .all() as string[];

/** The admins know of every such name until now. */
export const markNamesReported = (db: Database, now: number): void => {
  sql(db, 'update odd_names set reported_at = ? where reported_at is null').run(now);
};
