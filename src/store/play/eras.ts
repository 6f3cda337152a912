import type { Random } from '../../ports.ts';
import { type Database, sql } from '../file/database.ts';
import { nextNumber } from './challenges.ts';

/** Three bytes of a token. That a forgotten era comes again is as likely as one in two millions. */
const ERA_BITS = 21;

/**
 * Begins a new era, within a transaction. A database that was put back from a backup knows nothing of
 * what came after that, not even that there was anything: so each start of the server begins one, and
 * no letter of ours from a time that was forgotten is taken for one from afterwards.
 *
 * @returns it
 */
export function beginEra(db: Database, random: Random, now: number): number {
  let era = 0;
  while (era === 0 || isKnownEra(db, era)) {
    era = Buffer.from(random.bytes(4)).readUInt32BE() >>> (32 - ERA_BITS);
  }
  putEra(db, era, now);
  return era;
}

/** Begins an era that is known already: what happens now was done in it before. */
export function putEra(db: Database, era: number, now: number): void {
  sql(
    db,
    `insert into eras (era, held, number, began_at)
    values (?, (select coalesce(max(id), 0) from held), ?, ?)`,
  ).run(era, nextNumber(db) - 1, now);
}

/** Whether there was such an era. */
export const isKnownEra = (db: Database, era: number): boolean =>
  sql(db, 'select 1 from eras where era = ?').get(era) !== undefined;

/** Notes in which era a revision of a board is made, within the transaction that writes it. */
export function noteEra(db: Database, board: number, revision: number): void {
  const era = eraNow(db);
  if (era === eraOfRevision(db, board, revision)) return;
  sql(db, 'insert into revision_eras (board, revision, era) values (?, ?, ?)').run(
    board,
    revision,
    era,
  );
}

const eraNow = (db: Database): number =>
  (sql(db, 'select era from eras order by id desc limit 1').pluck().get() as number | undefined) ??
  0;

/** The era in which a revision of a board was made; 0 from before there were eras. */
export const eraOfRevision = (db: Database, board: number, revision: number): number =>
  (sql(
    db,
    `select era
    from revision_eras
    where board = ? and revision <= ?
    order by revision desc
    limit 1`,
  )
    .pluck()
    .get(board, revision) as number | undefined) ?? 0;

/** The era in which a number was first given to a challenge or a board. */
export const eraOfNumber = (db: Database, number: number): number =>
  (sql(db, 'select era from eras where number < ? order by id desc limit 1').pluck().get(number) as
    | number
    | undefined) ?? 0;

/** A letter shows that a revision was made in an era. */
export const learnRevisionEra = (
  db: Database,
  board: number,
  revision: number,
  era: number,
): void => {
  sql(
    db,
    `insert into revision_eras (board, revision, era) values (?, ?, ?)
    on conflict (board, revision) do update
    set era = excluded.era`,
  ).run(board, revision, era);
};

/** A letter shows that a number was given in an era: then all later ones were, too, or in later ones. */
export function learnNumberEra(db: Database, number: number, era: number, now: number): void {
  if (!isKnownEra(db, era)) putEra(db, era, now);
  sql(db, 'update eras set number = min(number, ?) where era = ?').run(number - 1, era);
}

/** The era that runs, and when it began; 0 from before there were any. */
export const lastEra = (db: Database): { readonly era: number; readonly beganAt: number } =>
  (sql(db, 'select era, began_at as beganAt from eras order by id desc limit 1').get() as
    | { era: number; beganAt: number }
    | undefined) ?? { era: 0, beganAt: 0 };

/** What questions are named by that were not counted up: in no era does the same come again. */
export const firstDrawnQuestion = 2 ** 32;

/** The era in which a question was asked; 0 where its number alone tells it from all others. */
export const eraOfQuestion = (db: Database, question: number): number =>
  question >= firstDrawnQuestion ? 0 : eraOfCounted(db, question);

const eraOfCounted = (db: Database, id: number): number =>
  (sql(db, 'select era from eras where held < ? order by id desc limit 1').pluck().get(id) as
    | number
    | undefined) ?? 0;
