import type { Position } from '../engine/types.ts';
import type { BoardOffer, OfferEnd } from '../match/offer.ts';
import type { Queue } from '../match/queue.ts';

/** A change of what waits on a board: words, offers, and moves that are not played yet. */
export type BoardChange =
  /** Where the match of a challenge shall begin. */
  | { readonly do: 'put-start'; readonly number: number; readonly start: Position }
  | { readonly do: 'note-say'; readonly board: number; readonly playerId: number }
  | { readonly do: 'put-offer'; readonly offer: BoardOffer }
  | { readonly do: 'end-offer'; readonly board: number; readonly end: OfferEnd }
  | {
      readonly do: 'put-submitted';
      readonly board: number;
      readonly playerId: number;
      /** Of the match that the move was submitted on. */
      readonly revision: number;
      readonly move: string;
    }
  | { readonly do: 'put-queue'; readonly queue: Queue }
  | { readonly do: 'drop-queue'; readonly board: number; readonly playerId: number };
