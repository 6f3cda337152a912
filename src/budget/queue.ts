import type { MessageKind } from '../intent.ts';
import type { Charge } from './charge.ts';

/** Where a letter stands among those to its address. */
export interface Queue {
  /** Letters of one queue go out in the order in which they were decided; queues take turns. */
  readonly name: string;
  /** Letters with 0 go before those with 1. */
  readonly precedence: 0 | 1;
}

/**
 * The queue of a letter. Each match has one of its own, so that the boards of a match keep their order
 * and wait for nothing else; so has whoever causes any other letter, however many they are.
 */
export function queueOf(
  { kind, board }: { readonly kind: MessageKind; readonly board: number | undefined },
  { playerId, proof }: Charge,
): Queue {
  if (kind === 'board' && board !== undefined) return { name: `board ${board}`, precedence: 0 };
  if (proof === 'clock') return { name: 'clock', precedence: 0 };
  return { name: playerId === undefined ? proof : queueOfPlayer(playerId), precedence: 1 };
}

/** The queue of everything that a player has caused, but for boards. */
export const queueOfPlayer = (playerId: number): string => `player ${playerId}`;
