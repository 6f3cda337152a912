import { makeRecord } from '../../match/record/record.ts';
import type { Database } from '../file/database.ts';
import { personalRows } from '../people/personal.ts';
import { matchOf } from '../play/matches.ts';

/** Everything stored about a player, as a tree of plain values, without texts that others have written. */
export const everythingAbout = (db: Database, playerId: number): object =>
  Object.fromEntries(
    personalRows(db, playerId).map(([title, rows]) => {
      if (title === 'account') return [title, rows[0]];
      return [title, title === 'boards' ? rows.flatMap((row) => recordOf(db, row)) : rows];
    }),
  );

function recordOf(db: Database, row: unknown) {
  const { board } = row as { readonly board: number };
  const match = matchOf(db, board);
  return match ? [{ board, record: makeRecord(match).trimEnd().split('\n') }] : [];
}
