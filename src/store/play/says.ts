import { type Database, sql } from '../file/database.ts';
import type { Lately } from '../file/lately.ts';

/** Notes that a player had words for the other one at a board. */
export function noteSay(
  db: Database,
  { board, playerId, inboxId }: { board: number; playerId: number; inboxId: number },
  now: number,
): void {
  sql(db, 'insert into says (board, player_id, inbox_id, at) values (?, ?, ?, ?)').run(
    board,
    playerId,
    inboxId,
    now,
  );
}

/** How often a player had words without a move at a board lately. */
export const saysSince = (
  db: Database,
  board: number,
  playerId: number,
  { since, now }: Lately,
): number =>
  sql(db, 'select count(*) from says where board = ? and player_id = ? and at between ? and ?')
    .pluck()
    .get(board, playerId, since, now) as number;
