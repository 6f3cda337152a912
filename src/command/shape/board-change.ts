import type { BoardFacts, PendingBoardNews } from '../../intent.ts';
import type { Offer, OfferEnd } from '../../match/offer.ts';
import type { Queue } from '../../match/queue.ts';

/** A change of what waits on a board (offers, news, queued moves), or a comment that counts. */
export type BoardChange =
  /** Counts a comment of a player on a board, for the daily limit. */
  | { readonly do: 'note-say'; readonly board: number; readonly playerId: number }
  | { readonly do: 'put-offer'; readonly offer: Offer }
  | { readonly do: 'end-offer'; readonly board: number; readonly end: OfferEnd }
  | {
      readonly do: 'put-submitted';
      readonly board: number;
      readonly playerId: number;
      /** The revision of the match that the move was submitted on. */
      readonly revision: number;
      readonly move: string;
    }
  /** A board that waits for the letter of the day. */
  | { readonly do: 'put-untold'; readonly playerId: number; readonly facts: BoardFacts }
  /** News for a player, held until the robot's answer. */
  | { readonly do: 'keep-untold'; readonly board: number; readonly news: PendingBoardNews }
  | { readonly do: 'put-queue'; readonly queue: Queue }
  | { readonly do: 'drop-queue'; readonly board: number; readonly playerId: number };

const BOARD_CHANGES: ReadonlySet<string> = new Set<BoardChange['do']>([
  'note-say',
  'put-offer',
  'end-offer',
  'put-submitted',
  'put-untold',
  'keep-untold',
  'put-queue',
  'drop-queue',
]);

/** Type guard for these changes. */
export const isBoardChange = <T extends { readonly do: string }>(
  change: T | BoardChange,
): change is BoardChange => BOARD_CHANGES.has(change.do);
