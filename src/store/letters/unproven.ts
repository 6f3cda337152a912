import { addressKey } from '../../player/address.ts';
import { type Database, sql } from '../file/database.ts';
import type { Lately } from '../file/lately.ts';

/**
 * Counts a letter without a proof in the name of an address.
 *
 * @param day in which they are counted, from the first one on; then another day begins
 * @returns how many there are by now
 */
export const noteUnproven = (db: Database, address: string, { since, now }: Lately): number =>
  sql(
    db,
    `insert into unproven_letters (address_key, letters, since) values (:key, 1, :now)
    on conflict (address_key) do update
    set letters = iif(since between :since and :now, letters + 1, 1),
      since = iif(since between :since and :now, since, :now)
    returning letters`,
  )
    .pluck()
    .get({ key: addressKey(address), since, now }) as number;
