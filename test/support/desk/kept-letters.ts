import type { Database } from '../../../src/store/file/database.ts';
import { type Kept, unpack } from '../../../src/store/letters/packed.ts';

/** The letters that came in, as far as they are kept, the oldest first. */
export const keptLetters = (db: Database): readonly Buffer[] =>
  (
    db
      .prepare('select raw as bytes, packed from inbox where raw is not null order by id')
      .all() as Kept[]
  ).map((kept) => Buffer.from(unpack(kept)));
