import { type Database, sql } from '../file/database.ts';

/** The caps on letters to strangers. */
export type StrangerCap = 'sign-ups' | 'answers';

/** A cap that was met, and how many letters have had to wait, or got no answer, since when. */
export interface CapMet {
  readonly name: StrangerCap;
  readonly letters: number;
  readonly since: number;
}

/** Counts a letter for which there was no room. */
export const noteCapMet = (db: Database, name: StrangerCap, now: number): void => {
  sql(
    db,
    `insert into caps_met (name, letters, since) values (?, 1, ?)
    on conflict (name) do update
    set letters = letters + 1`,
  ).run(name, now);
};

/** The caps that no report has told of. */
export const unreportedCaps = (db: Database): readonly CapMet[] =>
  sql(db, 'select name, letters, since from caps_met order by name').all() as CapMet[];

/** The admins know of every cap met until now. */
export const markCapsReported = (db: Database): void => {
  sql(db, 'delete from caps_met').run();
};
