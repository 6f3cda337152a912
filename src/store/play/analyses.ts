import type { ChargedProof } from '../../budget/charge.ts';
import type { HintOn } from '../../command/shape/types.ts';
import { type Database, sql } from '../file/database.ts';
import type { Lately } from '../file/lately.ts';

/** A position that waits for the solver, and the letter that asked. */
export interface Analysis {
  readonly id: number;
  readonly playerId: number;
  readonly understood: string;
  readonly position: string;
  /** Undefined where the position is to be solved. */
  readonly hintOn: HintOn | undefined;
  readonly inboxId: number;
  readonly messageId: string | undefined;
  readonly address: string;
  readonly attempts: number;
  /** What that letter has shown about its writer. */
  readonly proof: ChargedProof;
  readonly createdAt: number;
}

interface Row extends Omit<Analysis, 'hintOn' | 'messageId'> {
  readonly board: number | null;
  readonly revision: number | null;
  readonly messageId: string | null;
}

/** Writes down that a position is to be solved. */
export function askSolver(
  db: Database,
  analysis: Omit<Analysis, 'id' | 'attempts' | 'createdAt'>,
  now: number,
): void {
  sql(
    db,
    `insert into analyses
      (player_id, understood, position, board, revision, inbox_id, message_id, address, proof, state,
        created_at)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, 'waiting', ?)`,
  ).run(
    analysis.playerId,
    analysis.understood,
    analysis.position,
    analysis.hintOn?.board ?? null,
    analysis.hintOn?.revision ?? null,
    analysis.inboxId,
    analysis.messageId ?? null,
    analysis.address,
    analysis.proof,
    now,
  );
}

/** The position that has waited longest, or undefined when none waits. */
export function nextAnalysis(db: Database): Analysis | undefined {
  const row = sql(
    db,
    `select id, player_id as playerId, understood, position, board, revision,
      inbox_id as inboxId,
      message_id as messageId, address, attempts, proof, created_at as createdAt
    from analyses
    where state = 'waiting'
    order by id
    limit 1`,
  ).get() as Row | undefined;
  if (!row) return undefined;
  const { board, revision, messageId, ...same } = row;
  const hintOn = board === null || revision === null ? undefined : { board, revision };
  return { ...same, hintOn, messageId: messageId ?? undefined };
}

/** Counts an attempt before it begins, so that a position that kills the process is noticed. */
export const countAnalysisAttempt = (db: Database, id: number): void => {
  sql(db, 'update analyses set attempts = attempts + 1 where id = ?').run(id);
};

/** Notes how the solver has ended with a position. */
export const finishAnalysis = (
  db: Database,
  id: number,
  state: 'done' | 'failed',
  now: number,
): void => {
  sql(db, 'update analyses set state = ?, finished_at = ? where id = ?').run(state, now, id);
};

/** How often a player has asked the solver lately: to solve a position, or for a hint on a board. */
export const analysesSince = (
  db: Database,
  playerId: number,
  what: 'solve' | 'hint',
  { since, now }: Lately,
): number =>
  sql(
    db,
    `select count(*)
    from analyses
    where player_id = ? and created_at between ? and ? and (board is not null) = ?`,
  )
    .pluck()
    .get(playerId, since, now, what === 'hint' ? 1 : 0) as number;
