import { type Database, sql } from '../file/database.ts';

/** What is stored about the clock of a match, besides its pace. */
export interface StoredClock {
  /** Days that each ply has taken. */
  readonly days: readonly number[];
  /** The player's day of the last reminder in this turn. */
  readonly remindedDay: number | undefined;
  /** When the forfeit of this turn was announced. */
  readonly announcedAt: number | undefined;
}

/** The clock of a board; undefined where none has been wound. */
export function storedClock(db: Database, board: number): StoredClock | undefined {
  const row = sql(db, 'select days, reminded_day, announced_at from clocks where board = ?').get(
    board,
  ) as { days: string; reminded_day: number | null; announced_at: number | null } | undefined;
  return (
    row && {
      days: row.days === '' ? [] : row.days.split(' ').map(Number),
      remindedDay: row.reminded_day ?? undefined,
      announcedAt: row.announced_at ?? undefined,
    }
  );
}

/** Winds the clock of a board for a new turn; `dueAt` is undefined when the match is over. */
export const windClock = (
  db: Database,
  board: number,
  days: readonly number[],
  dueAt: number | undefined,
): void => {
  sql(
    db,
    `insert into clocks (board, days, due_at) values (?, ?, ?)
    on conflict (board) do update
    set days = excluded.days, due_at = excluded.due_at, reminded_day = null, announced_at = null`,
  ).run(board, days.join(' '), dueAt ?? null);
};

/** Writes down when something is to be done about a turn next; undefined: never. */
export const setDue = (db: Database, board: number, dueAt: number | undefined): void => {
  sql(db, 'update clocks set due_at = ? where board = ?').run(dueAt ?? null, board);
};

/** Writes down what the player of a turn has been told. */
export const noteReminder = (
  db: Database,
  board: number,
  remindedDay: number,
  announcedAt: number | undefined,
): void => {
  sql(db, 'update clocks set reminded_day = ?, announced_at = ? where board = ?').run(
    remindedDay,
    announcedAt ?? null,
    board,
  );
};

/** The forfeit of a turn has not been announced, or for a day that is not its last one any more. */
export const forgetAnnouncement = (db: Database, board: number): void => {
  sql(db, 'update clocks set announced_at = null where board = ?').run(board);
};

/** Boards about whose turn something is to be done, the longest due first. */
export const dueBoards = (db: Database, now: number, most: number): readonly number[] =>
  sql(
    db,
    `select board from clocks
    where due_at is not null and due_at <= ?
    order by due_at, board
    limit ? + 0`,
  )
    .pluck()
    .all(now, most) as number[];

/**
 * The clock of the machine was ahead: no turn has begun later than now, nothing has been announced
 * later, and all turns are looked at anew.
 */
export function putClocksRight(db: Database, now: number): void {
  sql(
    db,
    `update clocks
    set due_at = min(due_at, :now),
      announced_at = case when announced_at <= :now then announced_at end,
      reminded_day = case when changed_at <= :now then reminded_day end
    from matches
    where matches.board = clocks.board and due_at is not null`,
  ).run({ now });
  sql(db, 'update matches set changed_at = :now where ending is null and changed_at > :now').run({
    now,
  });
}
