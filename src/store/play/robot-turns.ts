import { type Charge, type ChargedProof, chargeTo } from '../../budget/charge.ts';
import type { PendingBoardNews } from '../../intent.ts';
import { isRobotsTurn } from '../../match/robot.ts';
import type { Match } from '../../match/types.ts';
import { type Database, sql } from '../file/database.ts';

/** The letter that has led to a turn of the robot, and who is charged for what comes of it. */
interface TurnCause {
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
  readonly untold: PendingBoardNews | undefined;
  readonly cause: TurnCause;
  /** Tries that have failed. */
  readonly failures: number;
  /** How many positions may be looked at; undefined where that is not decided, or left to the level. */
  readonly nodesMax: number | undefined;
}

interface Row extends Pick<RobotTurn, 'id' | 'board' | 'revision' | 'failures'> {
  readonly untold: string | null;
  readonly inboxId: number;
  readonly messageId: string | null;
  readonly address: string;
  readonly causerId: number | null;
  readonly proof: ChargedProof;
  readonly causedAt: number;
  readonly nodesMax: number | null;
}

const SELECT = `
  select id, board, revision, untold, inbox_id as inboxId, message_id as messageId, address,
    causer_id as causerId, proof, caused_at as causedAt, failures, nodes_max as nodesMax
  from robot_turns`;

/**
 * Writes down that the robot is to move on a board, or is not any more, in the transaction that has
 * written the revision. What it answers is charged like what that letter has caused.
 *
 * @param cause the letter that has led to this revision; where none has, the robot is not to move
 */
export function awaitRobot(
  db: Database,
  match: Match,
  cause: TurnCause | undefined,
  now: number,
): void {
  if (!match.robot) return;
  const { board, revision } = match;
  sql(db, 'delete from robot_turns where board = ?').run(board);
  if (!isRobotsTurn(match)) return;
  if (!cause) throw new Error(`board ${board}: nobody has led to a turn of the robot`);
  putTurn(db, board, revision, cause, now);
}

const putTurn = (
  db: Database,
  board: number,
  revision: number,
  { inboxId, messageId, address, charge }: TurnCause,
  now: number,
): void => {
  sql(
    db,
    `insert into robot_turns
      (board, revision, inbox_id, message_id, address, causer_id, proof, caused_at, created_at)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    board,
    revision,
    inboxId,
    messageId ?? null,
    address,
    charge.playerId ?? null,
    charge.proof,
    charge.at,
    now,
  );
};

/** Keeps what its player is told with the robot's answer. */
export const keepUntold = (db: Database, board: number, untold: PendingBoardNews): void => {
  sql(db, 'update robot_turns set untold = ? where board = ?').run(JSON.stringify(untold), board);
};

/** The turn of a board, or undefined when none waits there. */
export const robotTurnOf = (db: Database, board: number): RobotTurn | undefined =>
  (sql(db, `${SELECT} where board = ?`).all(board) as Row[]).map(toTurn)[0];

/** Turns that have not failed so often, those that have waited longest first. */
export const nextRobotTurns = (
  db: Database,
  { failuresMax, most }: { readonly failuresMax: number; readonly most: number },
): readonly RobotTurn[] =>
  (
    sql(db, `${SELECT} where failures <= ? order by id limit ? + 0`).all(failuresMax, most) as Row[]
  ).map(toTurn);

/** How many turns wait. */
export const robotTurnsWaiting = (db: Database): number =>
  sql(db, 'select count(*) from robot_turns').pluck().get() as number;

/** Writes down how many positions may be looked at for a turn: it is decided once. */
export const putRobotNodes = (db: Database, id: number, nodesMax: number): void => {
  sql(db, 'update robot_turns set nodes_max = ? where id = ?').run(nodesMax, id);
};

/** Counts a try that has failed. */
export const noteRobotFailure = (db: Database, id: number): void => {
  sql(db, 'update robot_turns set failures = failures + 1 where id = ?').run(id);
};

function toTurn(row: Row): RobotTurn {
  const { untold, inboxId, messageId, address, causerId, proof, causedAt, nodesMax, ...same } = row;
  return {
    ...same,
    untold: untold === null ? undefined : (JSON.parse(untold) as PendingBoardNews),
    cause: {
      inboxId,
      messageId: messageId ?? undefined,
      address,
      charge: chargeTo(causerId ?? undefined, proof, causedAt),
    },
    nodesMax: nodesMax ?? undefined,
  };
}
