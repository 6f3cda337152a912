import type { BoardFacts } from '../../intent.ts';
import type { Offer, OfferEnd } from '../../match/offer.ts';
import type { Match } from '../../match/types.ts';
import { type Database, sql } from '../file/database.ts';

/** An entry of a player on a board: conditional moves, a submitted move, news not yet sent, or a watch. */
interface Waiting {
  readonly board: number;
  readonly playerId: number;
  /** `queue`: conditional moves. */
  readonly kind:
    | 'queue'
    /** A move that waits for its player's `confirm`. */
    | 'submitted'
    /** News for the letter of the day; `facts`: those of the board, as JSON. */
    | 'untold'
    /** The player watches the match; `facts`: which news are wanted. */
    | 'watch';
  /** The revision at which it was made; 0 for a spectator. */
  readonly revision: number;
  readonly facts: string;
}

/** Stores an entry, in place of an earlier one of its kind. */
export function putWaiting(db: Database, waiting: Waiting): void {
  sql`insert or replace into waiting (board, player_id, kind, revision, facts)
    values (${waiting.board}, ${waiting.playerId}, ${waiting.kind}, ${waiting.revision},
      ${waiting.facts})`.run(db);
}

export function dropWaiting(
  db: Database,
  board: number,
  playerId: number,
  kind: Waiting['kind'],
): void {
  sql`delete from waiting
    where board = ${board} and player_id = ${playerId} and kind = ${kind}`.run(db);
}

/**
 * Deletes the conditional moves of an earlier revision, lets its undo request lapse, and ends the offer of
 * a finished match. A submitted move stays until then, so that its `confirm` is answered that the board has
 * moved on.
 */
export function forgetOutdated(
  db: Database,
  { board, revision, outcome }: Pick<Match, 'board' | 'revision' | 'outcome'>,
  now: number,
): void {
  // Mostly nothing waits.
  const waits = sql`select 1 from waiting where board = ${board} and kind in ('queue', 'submitted')
    union all
    select 1 from board_offers where board = ${board} and state = 'open'`.exists(db);
  if (!waits) return;
  const isOver = outcome !== undefined;
  sql`delete from waiting
    where board = ${board}
      and (kind = 'queue' and revision < ${revision} or kind = 'submitted'
        and ${isOver})`.run(db);
  sql`update board_offers
    set state = 'lapsed', ended_at = ${now}
    where board = ${board} and state = 'open'
      and (kind = 'undo' and revision < ${revision} or ${isOver})`.run(db);
}

/** Boards with news that a player has not got yet, the lowest first. */
export const boardsWithPendingNews = (db: Database, playerId: number): readonly BoardFacts[] =>
  sql`select facts from waiting
    where player_id = ${playerId} and kind = 'untold' order by board`
    .values<string>(db)
    .map((facts) => JSON.parse(facts) as BoardFacts);

/** Keeps the newest state of a board for the letter of the day, with all comments. */
export function putPendingNews(db: Database, playerId: number, facts: BoardFacts): void {
  const { board, revision } = facts;
  const before = sql`select facts from waiting
    where board = ${board} and player_id = ${playerId} and kind = 'untold'`.value<string>(db);
  const merged = before ? { ...facts, comment: bothComments(before, facts) } : facts;
  putWaiting(db, { board, playerId, kind: 'untold', revision, facts: JSON.stringify(merged) });
}

function bothComments(before: string, { comment }: BoardFacts): BoardFacts['comment'] {
  const { comment: earlier } = JSON.parse(before) as BoardFacts;
  if (!earlier || !comment) return comment ?? earlier;
  return { by: comment.by, text: `${earlier.text}\n\n${comment.text}` };
}

export const forgetPendingNews = (db: Database, playerId: number): void => {
  sql`delete from waiting where player_id = ${playerId} and kind = 'untold'`.run(db);
};

/**
 * Stores a new offer.
 *
 * @throws Error if another one is open on the board
 */
export function putOffer(
  db: Database,
  { board, kind, by, revision }: Offer,
  inboxId: number,
  now: number,
): void {
  sql`insert into board_offers
      (board, kind, player_id, revision, state, inbox_id, created_at)
    values (${board}, ${kind}, ${by}, ${revision}, 'open', ${inboxId}, ${now})`.run(db);
}

export function endOffer(db: Database, board: number, end: OfferEnd, now: number): void {
  sql`update board_offers
    set state = ${end}, ended_at = ${now}
    where board = ${board} and state = 'open'`.run(db);
}
