import { readFileSync } from 'node:fs';
import type { Database } from '../../../src/store/file/database.ts';
import { type PackedBytes, unpack } from '../../../src/store/letters/packed.ts';

/** The letters that came in, as far as they are kept, the oldest first; or those that went out. */
export const keptLetters = (
  db: Database,
  table: 'inbox' | 'letter_bytes' = 'inbox',
): readonly Buffer[] =>
  (
    db
      .prepare(`select raw as bytes, packed from ${table} where raw is not null order by rowid`)
      .all() as PackedBytes[]
  ).map((kept) => Buffer.from(unpack(kept)));

/** Everything that SQLite keeps of a database on the disk, and the letters that can be read of it. */
export function onDisk(db: Database): Buffer {
  db.pragma('wal_checkpoint(truncate)');
  const letters = [...keptLetters(db), ...keptLetters(db, 'letter_bytes')];
  return Buffer.concat([readFileSync(db.name), readFileSync(`${db.name}-wal`), ...letters]);
}
