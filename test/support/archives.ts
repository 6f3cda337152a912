import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../../src/store/database.ts';

/** The files of a folder, by name. */
export const contents = (from: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(from).map((name) => [name, readFileSync(join(from, name), 'utf8')]),
  );

/** The ratings of all players, and what each match has changed about them. */
export const ratingsIn = (db: Database): readonly unknown[] =>
  ['ratings', 'rating_changes'].map((table) =>
    db
      .prepare(
        `select userid, each.* from ${table} as each join players on players.id = player_id order by 1`,
      )
      .all()
      .map((row) => JSON.stringify({ ...(row as object), player_id: 0 }))
      .sort(),
  );
