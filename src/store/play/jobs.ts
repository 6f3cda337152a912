import { type Charge, type ChargedProof, chargeTo } from '../../budget/charge.ts';
import type { HintOn } from '../../command/shape/types.ts';
import type { PendingBoardNews } from '../../intent.ts';
import type { Day } from '../../match/clock.ts';
import type { TimeWindow } from '../../ports.ts';
import { type Database, sql } from '../file/database.ts';

/** The kinds of jobs, with their facts. */
interface Facts {
  /** The letter of the day of a player. */
  readonly morning: { readonly day?: Day };
  /** The puzzle of the day of a player. */
  readonly puzzle: {
    readonly day?: Day;
    /** Puzzles sent since the last reply to one. */
    readonly unanswered?: number;
  };
  /** A question to the solver. */
  readonly analysis: {
    readonly understood: string;
    readonly position: string;
    /** Undefined if the position is to be solved. */
    readonly hintOn?: HintOn | undefined;
  };
  /** A turn of the robot on a board. */
  readonly robot: {
    /** The revision at which it is to move. */
    readonly revision: number;
    /** News that its opponent gets along with its move. */
    readonly untold?: PendingBoardNews;
    /** The limit of positions to search; undefined if it is not decided yet, or that of the level. */
    readonly nodesMax?: number;
  };
  /** A match to be searched for a puzzle. */
  readonly search: object;
}

/** Jobs from the calendar; `day` is the last on which the player got one. */
type CalendarJob = 'morning' | 'puzzle';

/** The letter that has caused a job, and the charge for its results. */
interface JobCause {
  readonly inboxId: number;
  readonly messageId: string | undefined;
  readonly address: string;
  readonly charge: Charge;
}

export interface Job<Kind extends keyof Facts> {
  readonly id: number;
  /** The player or the board, with one job of a kind at most. */
  readonly key: Kind extends 'analysis' ? undefined : number;
  /** Attempts begun; for the robot, attempts failed. */
  readonly attempts: number;
  readonly facts: Facts[Kind];
  readonly playerId: number | undefined;
  readonly cause: Kind extends 'analysis' | 'robot' ? JobCause : undefined;
}

interface Row extends Pick<JobCause, 'messageId' | 'address'> {
  readonly id: number;
  readonly attempts: number;
  readonly facts: string;
  readonly playerId: number | undefined;
  readonly inboxId: number | undefined;
  readonly proof: ChargedProof;
  readonly at: number;
}

const COLUMNS = sql`id, key, attempts, facts, player_id as playerId, inbox_id as inboxId,
  message_id as messageId, address, proof, at`;

function toJob<Kind extends keyof Facts>(row: Row): Job<Kind> {
  const { facts, inboxId, messageId, address, proof, at, ...same } = row;
  const charge = chargeTo(row.playerId, proof, at);
  const cause = inboxId === undefined ? undefined : { inboxId, messageId, address, charge };
  return { ...same, facts: JSON.parse(facts), cause } as Job<Kind>;
}

/** Stores a job that is due at once; it replaces one of its kind on the same board. */
export const putJob = <Kind extends 'analysis' | 'robot' | 'search'>(
  db: Database,
  { kind, key, facts, playerId, cause, at }: NewJob<Kind>,
): number =>
  sql`insert or replace into jobs
        (kind, key, due_at, facts, player_id, inbox_id, message_id, address, proof, at)
      values (${kind}, ${key}, 0, ${JSON.stringify(facts)}, ${playerId}, ${cause?.inboxId},
        ${cause?.messageId}, ${cause?.address}, ${cause?.charge.proof}, ${at})`.insert(db);

interface NewJob<Kind extends keyof Facts> extends Pick<Job<Kind>, 'key' | 'facts' | 'cause'> {
  readonly kind: Kind;
  readonly playerId: number | undefined;
  /** When the letter that has caused it came in, or when it was begun. */
  readonly at: number;
}

export const jobOf = <Kind extends keyof Facts>(
  db: Database,
  kind: Kind,
  key: number,
): Job<Kind> | undefined =>
  sql`select ${COLUMNS} from jobs where kind = ${kind} and key = ${key}`
    .all<Row>(db)
    .map(toJob<Kind>)[0];

/** The due jobs of a kind, the longest due first. */
export const dueJobs = <Kind extends keyof Facts>(
  db: Database,
  kind: Kind,
  { now = 0, most, attemptsMax = Number.MAX_SAFE_INTEGER }: DueQuery,
): readonly Job<Kind>[] =>
  sql`select ${COLUMNS}
      from jobs
      where kind = ${kind} and due_at <= ${now} and attempts <= ${attemptsMax}
      order by due_at, id
      limit ${most} + 0`
    .all<Row>(db)
    .map(toJob<Kind>);

interface DueQuery {
  /** The time; not needed for jobs that are due at once. */
  readonly now?: number;
  readonly most: number;
  readonly attemptsMax?: number;
}

/** The kinds of calendar jobs that are due, and `board` if the clock of a match is. */
export const dueDuties = (db: Database, now: number): readonly (CalendarJob | 'board')[] =>
  sql`select 'morning' where exists (
      select 1 from jobs where kind = 'morning' and due_at <= ${now})
    union all
    select 'puzzle' where exists (select 1 from jobs where kind = 'puzzle' and due_at <= ${now})
    union all
    select 'board' where exists (
      select 1 from matches where due_at is not null and due_at <= ${now})`.values(db);

export const nextAnalysis = (db: Database): Job<'analysis'> | undefined =>
  dueJobs(db, 'analysis', { most: 1 })[0];

export const robotTurnsWaiting = (db: Database): number =>
  sql`select count(*) from jobs where kind = 'robot' and due_at is not null`.value(db);

export const countJobAttempt = (db: Database, id: number): void => {
  sql`update jobs set attempts = attempts + 1 where id = ${id}`.run(db);
};

/** Adds facts to the job of a board or a player, if there is one. */
export const changeJob = <Kind extends keyof Facts>(
  db: Database,
  kind: Kind,
  key: number,
  facts: Partial<Facts[Kind]>,
): void => {
  sql`update jobs set facts = json_patch(facts, ${JSON.stringify(facts)})
    where kind = ${kind} and key = ${key}`.run(db);
};

/** Ends a job, whose row stays to be counted. */
export const endJob = (db: Database, id: number): void => {
  sql`update jobs set due_at = null where id = ${id}`.run(db);
};

export const dropRobotTurn = (db: Database, board: number): void => {
  sql`delete from jobs where kind = 'robot' and key = ${board}`.run(db);
};

/** Plans a player's next letter from the calendar; undefined: none. */
export const planJob = (
  db: Database,
  kind: CalendarJob,
  playerId: number,
  dueAt: number | undefined,
): void => {
  sql`insert into jobs (kind, key, player_id, due_at)
    values (${kind}, ${playerId}, ${playerId}, ${dueAt})
    on conflict (kind, key) do update
    set due_at = excluded.due_at`.run(db);
};

/** Records that a player gets the letter or the puzzle of the day. */
export const noteSent = <Kind extends CalendarJob>(
  db: Database,
  kind: Kind,
  playerId: number,
  facts: Facts[Kind],
): void => {
  sql`insert into jobs (kind, key, player_id, facts)
    values (${kind}, ${playerId}, ${playerId}, ${JSON.stringify(facts)})
    on conflict (kind, key) do update
    set facts = excluded.facts`.run(db);
};

/** Players whose next letter or puzzle of the day is due after a time. */
export const plannedAfter = (db: Database, kind: CalendarJob, at: number): readonly number[] =>
  sql`select key from jobs where kind = ${kind} and due_at > ${at}`.values(db);

/** The number of matches recently searched for a puzzle. */
export const searchesSince = (db: Database, { since, now }: TimeWindow): number =>
  sql`select count(*) from jobs
    where kind = 'search' and at between ${since} and ${now}`.value(db);

/** The newest match that ended in a period and was not searched yet, or undefined. */
export const unsearchedBoard = (db: Database, { since, now }: TimeWindow): number | undefined =>
  sql`select board
    from matches
    where ending is not null and changed_at between ${since} and ${now}
      and not exists (select 1 from jobs where kind = 'search' and key = board)
    order by changed_at desc, board desc
    limit 1`.value(db);
