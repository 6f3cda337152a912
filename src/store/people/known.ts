import { type Database, sql } from '../file/database.ts';

/** Boards of one side that go on, or are over: each has an index of its own. */
const boardsOf = (side: 'black' | 'white', other: 'black' | 'white'): string =>
  ['null', 'not null']
    .map(
      (ending) => `exists (
        select 1 from matches
        where ${side}_id = :player and ${other}_id > 0 and ending is ${ending}
      )`,
    )
    .join(' or ');

const KNOWN = `select 1
  where ${boardsOf('black', 'white')}
    or ${boardsOf('white', 'black')}
    or exists (select 1 from challenges where challenged_id = :player)
    or exists (
      select 1 from challenges
      where challenger_id = :player and coalesce(challenged_id, 1) > 0
    )
    or exists (
      select 1 from ledger
      where causer_id = :player
        and outbox_id >= (select min(id) from outbox where player_id = :player)
        and address_key not in (select address_key from addresses where player_id = :player)
    )`;

/**
 * Whether a player has met another person: at a board, in a challenge, or in any letter that the player
 * has caused. A place in a list is no meeting. Ids below 1 are no people's.
 */
export const isKnown = (db: Database, playerId: number): boolean =>
  sql(db, KNOWN).get({ player: playerId }) !== undefined;
