import { type Charge, type ChargedProof, chargeTo } from '../../budget/charge.ts';
import type { HintOn } from '../../command/shape/types.ts';
import type { PendingBoardNews } from '../../intent.ts';
import type { Day } from '../../match/calendar.ts';
import { type Database, sql, type TimeWindow } from '../file/database.ts';

/** What is to be done later, with what is known of each kind. */
interface Facts {
  /** The letter of the day of a player. */
  readonly morning: { readonly day?: Day };
  /** The puzzle of the day of a player. */
  readonly puzzle: {
    readonly day?: Day;
    /** How many came since the last answer to one. */
    readonly unanswered?: number;
  };
  /** A question to the solver. */
  readonly analysis: {
    readonly understood: string;
    readonly position: string;
    /** Undefined where the position is to be solved. */
    readonly hintOn?: HintOn | undefined;
  };
  /** A turn of the robot on a board. */
  readonly robot: {
    /** Of the match in which it is to move. */
    readonly revision: number;
    /** What its opponent is told together with its answer. */
    readonly untold?: PendingBoardNews;
    /** How many positions may be looked at; undefined where that is not decided, or left to the level. */
    readonly nodesMax?: number;
  };
  /** A match in which a puzzle is looked for. */
  readonly search: object;
}

/** What the calendar asks for, with the day on which a player got it last. */
export type DailyJob = 'morning' | 'puzzle';

/** The letter that has led to a job, and who is charged for what comes of it. */
interface JobCause {
  readonly inboxId: number;
  readonly messageId: string | undefined;
  readonly address: string;
  readonly charge: Charge;
}

/** Something that waits to be done. */
export interface Job<Kind extends keyof Facts> {
  readonly id: number;
  /** The player or the board of which a kind has one at most. */
  readonly key: Kind extends 'analysis' ? null : number;
  /** Tries that were begun; of the robot those that have failed. */
  readonly attempts: number;
  readonly facts: Facts[Kind];
  readonly playerId: number | null;
  readonly cause: Kind extends 'analysis' | 'robot' ? JobCause : undefined;
}

interface Row {
  readonly id: number;
  readonly key: number | null;
  readonly attempts: number;
  readonly facts: string;
  readonly playerId: number | null;
  readonly inboxId: number | null;
  readonly messageId: string | null;
  readonly address: string;
  readonly proof: ChargedProof;
  readonly at: number;
}

const COLUMNS = `id, key, attempts, facts, player_id as playerId, inbox_id as inboxId,
  message_id as messageId, address, proof, at`;

function toJob<Kind extends keyof Facts>(row: Row): Job<Kind> {
  const { facts, inboxId, messageId, address, proof, at, ...same } = row;
  const charge = chargeTo(row.playerId ?? undefined, proof, at);
  const cause = inboxId === null ? undefined : { inboxId, address, charge };
  return {
    ...same,
    facts: JSON.parse(facts),
    cause: cause && { ...cause, messageId: messageId ?? undefined },
  } as Job<Kind>;
}

/**
 * Writes down what is to be done at once, in the place of an earlier one of its kind on the same board.
 *
 * @returns its number
 */
export const putJob = <Kind extends 'analysis' | 'robot' | 'search'>(
  db: Database,
  { kind, key, facts, playerId, cause, at }: NewJob<Kind>,
): number =>
  Number(
    sql(
      db,
      `insert or replace into jobs
        (kind, key, due_at, facts, player_id, inbox_id, message_id, address, proof, at)
      values (?, ?, 0, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(
      kind,
      key,
      JSON.stringify(facts),
      playerId ?? null,
      cause?.inboxId ?? null,
      cause?.messageId ?? null,
      cause?.address ?? null,
      cause?.charge.proof ?? null,
      at,
    ).lastInsertRowid,
  );

interface NewJob<Kind extends keyof Facts> extends Pick<Job<Kind>, 'key' | 'facts' | 'cause'> {
  readonly kind: Kind;
  readonly playerId: number | undefined;
  /** When the letter came in that has led to it, or it was begun. */
  readonly at: number;
}

/** The job of a kind about a board or a player; undefined where there is none. */
export const jobOf = <Kind extends keyof Facts>(
  db: Database,
  kind: Kind,
  key: number,
): Job<Kind> | undefined =>
  (sql(db, `select ${COLUMNS} from jobs where kind = ? and key = ?`).all(kind, key) as Row[]).map(
    toJob<Kind>,
  )[0];

/** What is due of a kind and was not tried more often, what has waited longest first. */
export const dueJobs = <Kind extends keyof Facts>(
  db: Database,
  kind: Kind,
  { now = 0, most, attemptsMax = Number.MAX_SAFE_INTEGER }: DueQuery,
): readonly Job<Kind>[] =>
  (
    sql(
      db,
      `select ${COLUMNS}
      from jobs
      where kind = ? and due_at <= ? and attempts <= ?
      order by due_at, id
      limit ? + 0`,
    ).all(kind, now, attemptsMax, most) as Row[]
  ).map(toJob<Kind>);

interface DueQuery {
  /** Missing for what is done at once. */
  readonly now?: number;
  readonly most: number;
  readonly attemptsMax?: number;
}

/** The question to the solver that has waited longest; undefined where none waits. */
export const nextAnalysis = (db: Database): Job<'analysis'> | undefined =>
  dueJobs(db, 'analysis', { most: 1 })[0];

/** How many turns of the robot wait. */
export const robotTurnsWaiting = (db: Database): number =>
  sql(db, `select count(*) from jobs where kind = 'robot' and due_at is not null`)
    .pluck()
    .get() as number;

/** Counts a try. */
export const countJobAttempt = (db: Database, id: number): void => {
  sql(db, 'update jobs set attempts = attempts + 1 where id = ?').run(id);
};

/** Writes down what is known besides of the job of a board or a player, if there is one. */
export const changeJob = <Kind extends keyof Facts>(
  db: Database,
  kind: Kind,
  key: number,
  facts: Partial<Facts[Kind]>,
): void => {
  sql(db, 'update jobs set facts = json_patch(facts, ?) where kind = ? and key = ?').run(
    JSON.stringify(facts),
    kind,
    key,
  );
};

/** It is done, and stays to be counted. */
export const endJob = (db: Database, id: number): void => {
  sql(db, 'update jobs set due_at = null where id = ?').run(id);
};

/** The robot is to move on a board no more. */
export const dropRobotTurn = (db: Database, board: number): void => {
  sql(db, `delete from jobs where kind = 'robot' and key = ?`).run(board);
};

/** When a player gets the next letter or puzzle of a day; undefined: never. */
export const planJob = (
  db: Database,
  kind: DailyJob,
  playerId: number,
  dueAt: number | undefined,
): void => {
  sql(
    db,
    `insert into jobs (kind, key, player_id, due_at) values (:kind, :playerId, :playerId, :dueAt)
    on conflict (kind, key) do update
    set due_at = excluded.due_at`,
  ).run({ kind, playerId, dueAt: dueAt ?? null });
};

/** A player gets the letter or the puzzle of a day. */
export const noteDaily = <Kind extends DailyJob>(
  db: Database,
  kind: Kind,
  playerId: number,
  facts: Facts[Kind],
): void => {
  sql(
    db,
    `insert into jobs (kind, key, player_id, facts) values (:kind, :playerId, :playerId, :facts)
    on conflict (kind, key) do update
    set facts = excluded.facts`,
  ).run({ kind, playerId, facts: JSON.stringify(facts) });
};

/** Players who get the letter or the puzzle of a day after a time. */
export const plannedAfter = (db: Database, kind: DailyJob, at: number): readonly number[] =>
  sql(db, 'select key from jobs where kind = ? and due_at > ?').pluck().all(kind, at) as number[];

/** How often a player has asked the solver lately: to solve a position, or for a hint on a board. */
export const analysesSince = (
  db: Database,
  playerId: number,
  what: 'solve' | 'hint',
  { since, now }: TimeWindow,
): number =>
  sql(
    db,
    `select count(*)
    from jobs
    where player_id = ? and kind = 'analysis' and at between ? and ?
      and (facts ->> '$.hintOn' is not null) = ?`,
  )
    .pluck()
    .get(playerId, since, now, what === 'hint' ? 1 : 0) as number;

/** How many matches were searched lately. */
export const searchesSince = (db: Database, { since, now }: TimeWindow): number =>
  sql(db, `select count(*) from jobs where kind = 'search' and at between ? and ?`)
    .pluck()
    .get(since, now) as number;

/** The newest match that ended in some time and was not searched yet; undefined where all were. */
export const unsearchedBoard = (db: Database, { since, now }: TimeWindow): number | undefined =>
  sql(
    db,
    `select board
    from matches
    where ending is not null and changed_at between ? and ?
      and not exists (select 1 from jobs where kind = 'search' and key = board)
    order by changed_at desc, board desc
    limit 1`,
  )
    .pluck()
    .get(since, now) as number | undefined;
