import { type Charge, type ChargedProof, chargeTo } from '../../budget/charge.ts';
import type { BoardFacts } from '../../intent.ts';
import { type Database, sql } from '../file/database.ts';

/** What a player has not been told of a board: it is told together with the robot's answer. */
export type Untold = Pick<BoardFacts, 'events' | 'comment'>;

/** The letter that has led to a turn of the robot, and who is charged for what comes of it. */
export interface TurnCause {
  readonly inboxId: number;
  readonly messageId: string | undefined;
  readonly address: string;
  readonly charge: Charge;
}

/** A turn of the robot that waits to be played. */
export interface RobotTurn {
  readonly id: number;
  readonly board: number;
  /** Of the match in which it is to move. */
  readonly revision: number;
  readonly untold: Untold | undefined;
  /** Undefined where no letter has led to it. */
  readonly cause: TurnCause | undefined;
  readonly attempts: number;
  /** How many positions may be looked at; undefined where that is not decided, or left to the level. */
  readonly nodesMax: number | undefined;
}

interface Row extends Pick<RobotTurn, 'id' | 'board' | 'revision' | 'attempts'> {
  readonly untold: string | null;
  readonly inboxId: number | null;
  readonly messageId: string | null;
  readonly address: string | null;
  readonly causerId: number | null;
  readonly proof: ChargedProof;
  readonly causedAt: number;
  readonly nodesMax: number | null;
}

const SELECT = `
  select id, board, revision, untold, inbox_id as inboxId, message_id as messageId, address,
    causer_id as causerId, proof, caused_at as causedAt, attempts, nodes_max as nodesMax
  from robot_turns`;

/** Writes down that the robot is to move on a board that does not wait for it yet. */
export function putRobotTurn(
  db: Database,
  { board, revision, cause }: Pick<RobotTurn, 'board' | 'revision' | 'cause'>,
  now: number,
): void {
  sql(
    db,
    `insert into robot_turns
      (board, revision, inbox_id, message_id, address, causer_id, proof, caused_at, created_at)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    board,
    revision,
    cause?.inboxId ?? null,
    cause?.messageId ?? null,
    cause?.address ?? null,
    cause?.charge.playerId ?? null,
    cause?.charge.proof ?? 'clock',
    cause?.charge.at ?? now,
    now,
  );
}

/** Keeps what its player is told with the robot's answer. */
export const keepUntold = (db: Database, board: number, untold: Untold): void => {
  sql(db, 'update robot_turns set untold = ? where board = ?').run(JSON.stringify(untold), board);
};

/** The robot has moved on a board, or is not to move there any more. */
export const dropRobotTurn = (db: Database, board: number): void => {
  sql(db, 'delete from robot_turns where board = ?').run(board);
};

/** The turn of a board, or undefined when none waits there. */
export const robotTurnOf = (db: Database, board: number): RobotTurn | undefined =>
  toTurn(sql(db, `${SELECT} where board = ?`).get(board) as Row | undefined);

/** The turn that has waited longest, or undefined when none waits. */
export const nextRobotTurn = (db: Database): RobotTurn | undefined =>
  toTurn(sql(db, `${SELECT} order by id limit 1`).get() as Row | undefined);

/** How many turns wait. */
export const robotTurnsWaiting = (db: Database): number =>
  sql(db, 'select count(*) from robot_turns').pluck().get() as number;

/**
 * Counts an attempt before it begins, so that a turn that kills the process is noticed, and writes down
 * how many positions may be looked at where that was not decided before.
 */
export const beginRobotTurn = (db: Database, id: number, nodesMax: number | undefined): void => {
  sql(
    db,
    `update robot_turns
    set attempts = attempts + 1, nodes_max = coalesce(nodes_max, ?)
    where id = ?`,
  ).run(nodesMax ?? null, id);
};

function toTurn(row: Row | undefined): RobotTurn | undefined {
  if (!row) return undefined;
  const { untold, inboxId, messageId, address, causerId, proof, causedAt, nodesMax, ...same } = row;
  return {
    ...same,
    untold: untold === null ? undefined : (JSON.parse(untold) as Untold),
    cause:
      inboxId === null || address === null
        ? undefined
        : {
            inboxId,
            messageId: messageId ?? undefined,
            address,
            charge: chargeTo(causerId ?? undefined, proof, causedAt),
          },
    nodesMax: nodesMax ?? undefined,
  };
}
