import { type Database, sql } from '../file/database.ts';

/** What is amiss about who reads the mailbox. */
export interface FenceTrouble {
  /** Another server has it, or nobody can be kept from reading it as well. */
  readonly state: 'lost' | 'none';
  /** Who that is, or why. */
  readonly said: string;
  readonly since: number;
}

/** Notes what is amiss, or with `undefined` that nothing is. */
export const noteFence = (db: Database, trouble: FenceTrouble | undefined): void => {
  sql(db, 'delete from fence').run();
  if (!trouble) return;
  sql(db, 'insert into fence (id, state, said, since) values (1, :state, :said, :since)').run(
    trouble,
  );
};

/** What is amiss now, as far as a server has looked. */
export const fenceTrouble = (db: Database): FenceTrouble | undefined =>
  sql(db, 'select state, said, since from fence').get() as FenceTrouble | undefined;
