import type { Address } from '../player/types.ts';
import { type Database, sql } from './database.ts';

/** A player's addresses, the main one first and the others as they were added. */
export function addressesOf(db: Database, playerId: number): readonly Address[] {
  const rows = sql(
    db,
    `select address, main
    from addresses
    where player_id = ?
    order by main desc, created_at, address_key`,
  ).all(playerId) as { readonly address: string; readonly main: number }[];
  return rows.map(({ address, main }) => ({ address, main: main === 1 }));
}
