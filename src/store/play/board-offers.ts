import type { Offer, OfferEnd, OfferKind } from '../../match/offer.ts';
import { type Database, sql } from '../file/database.ts';
import type { Lately } from '../file/lately.ts';

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
