import type { Offer, OfferEnd, OfferKind } from '../../match/offer.ts';
import { makeConditionals, parseConditionals, type Queue } from '../../match/queue.ts';
import { type Database, sql } from '../file/database.ts';
import type { Lately } from '../file/lately.ts';
import { gameOn } from './matches.ts';

/** A move that waits for its player's `confirm`. */
interface Submitted {
  readonly board: number;
  readonly playerId: number;
  /** Of the match that the player was looking at. */
  readonly revision: number;
  readonly move: string;
}

/** The move that a player has submitted on a board, or undefined. */
export const submittedMove = (
  db: Database,
  board: number,
  playerId: number,
): Submitted | undefined =>
  sql(
    db,
    `select board, player_id as playerId, revision, move
    from submitted_moves
    where board = ? and player_id = ?`,
  ).get(board, playerId) as Submitted | undefined;

/** Writes a submitted move in the place of an earlier one. */
export function putSubmitted(db: Database, submitted: Submitted): void {
  const { board, playerId, revision, move } = submitted;
  sql(
    db,
    `insert into submitted_moves (board, player_id, revision, move)
    values (?, ?, ?, ?)
    on conflict (board, player_id) do update
    set revision = excluded.revision, move = excluded.move`,
  ).run(board, playerId, revision, move);
}

/** Forgets the submitted moves of a board. */
export function forgetSubmitted(db: Database, board: number): void {
  sql(db, 'delete from submitted_moves where board = ?').run(board);
}

/** The queue of a player on a board, or undefined. */
export function queueOf(db: Database, board: number, playerId: number): Queue | undefined {
  const row = sql(
    db,
    'select revision, replies from queued_moves where board = ? and player_id = ?',
  ).get(board, playerId) as { revision: number; replies: string } | undefined;
  if (!row) return undefined;
  const lines = parseConditionals(row.replies, gameOn(db, board));
  if (!lines) throw new Error(`board ${board}: damaged queue`);
  return { board, playerId, revision: row.revision, lines };
}

/** Writes a queue in the place of an earlier one. */
export function putQueue(db: Database, { board, playerId, revision, lines }: Queue): void {
  sql(
    db,
    `insert into queued_moves (board, player_id, revision, replies)
    values (?, ?, ?, ?)
    on conflict (board, player_id) do update
    set revision = excluded.revision, replies = excluded.replies`,
  ).run(board, playerId, revision, makeConditionals(lines));
}

/** Drops the queue of a player on a board. */
export function dropQueue(db: Database, board: number, playerId: number): void {
  sql(db, 'delete from queued_moves where board = ? and player_id = ?').run(board, playerId);
}

/** Forgets the queues of a board that were made before a revision. */
export function forgetQueues(db: Database, board: number, revision: number): void {
  sql(db, 'delete from queued_moves where board = ? and revision < ?').run(board, revision);
}

/** The open offer of a board, or undefined. */
export const openOffer = (db: Database, board: number): Offer | undefined =>
  sql(
    db,
    `select board, kind, player_id as "by", revision
    from board_offers
    where board = ? and state = 'open'`,
  ).get(board) as { board: number; kind: OfferKind; by: number; revision: number } | undefined;

/** How many offers a player has made on a board lately. */
export const offersSince = (
  db: Database,
  board: number,
  playerId: number,
  { since, now }: Lately,
): number =>
  sql(
    db,
    `select count(*) from board_offers
    where board = ? and player_id = ? and created_at between ? and ?`,
  )
    .pluck()
    .get(board, playerId, since, now) as number;

/**
 * Writes a new offer.
 *
 * @throws Error when another one is open on the board
 */
export function putOffer(
  db: Database,
  { board, kind, by, revision }: Offer,
  inboxId: number,
  now: number,
): void {
  sql(
    db,
    `insert into board_offers
      (board, kind, player_id, revision, state, inbox_id, created_at)
    values (?, ?, ?, ?, 'open', ?, ?)`,
  ).run(board, kind, by, revision, inboxId, now);
}

/** Ends an open undo that was asked for before a revision of its board: its move stands no more. */
export function lapseUndo(db: Database, board: number, revision: number, now: number): void {
  sql(
    db,
    `update board_offers
    set state = 'lapsed', ended_at = ?
    where board = ? and state = 'open' and kind = 'undo' and revision < ?`,
  ).run(now, board, revision);
}

/** Ends the open offer of a board, if there is one. */
export function endOffer(db: Database, board: number, end: OfferEnd, now: number): void {
  sql(
    db,
    `update board_offers
    set state = ?, ended_at = ?
    where board = ? and state = 'open'`,
  ).run(end, now, board);
}
