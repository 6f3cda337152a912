import type { MessageKind } from '../intent.ts';
import type { Proof } from '../player/proof.ts';

/** The proof that a letter is charged with; `clock`: nobody's letter has caused it. */
export type ChargedProof = 'none' | 'sender' | 'token' | 'confirmed' | 'admin' | 'clock';

/** To whom a letter that goes out is charged. */
export interface Charge {
  /** The player who has caused it; undefined where that is nobody, or nothing shows who it was. */
  readonly playerId: number | undefined;
  readonly proof: ChargedProof;
  /** When the letter came in that has caused it, in UTC milliseconds: budgets count by that. */
  readonly at: number;
}

/** Which budget a letter counts against. */
type ChargedAccount =
  /** What a writer has asked to see. */
  | 'answer'
  /** What waits for a `yes`. */
  | 'question'
  /** What stands on a board, or what the calendar says. */
  | 'board'
  /** What one person tells another, or we tell about it. */
  | 'notice';

const CHARGED_AS: Readonly<Record<Proof['kind'], ChargedProof>> = {
  none: 'none',
  account: 'token',
  board: 'token',
  puzzle: 'token',
  sender: 'sender',
  forged: 'none',
  confirmed: 'confirmed',
};

/** What a letter is charged with that has shown this. */
export const chargedAs = ({ kind }: Proof): ChargedProof => CHARGED_AS[kind];

/** Whoever a letter seems to be from is not charged for it while nothing shows that. */
export const chargeTo = (
  playerId: number | undefined,
  proof: ChargedProof,
  at: number,
): Charge => ({ playerId: proof === 'none' ? undefined : playerId, proof, at });

const ACCOUNTS: Readonly<Partial<Record<MessageKind, ChargedAccount>>> = {
  answer: 'answer',
  show: 'answer',
  puzzle: 'answer',
  confirm: 'question',
  first: 'question',
  address: 'question',
  signoff: 'question',
  board: 'board',
  morning: 'board',
};

/** The budget that a kind of letter counts against. */
export const accountOf = (kind: MessageKind): ChargedAccount => ACCOUNTS[kind] ?? 'notice';

/** Where a letter stands among those to its address. */
export interface LetterQueue {
  /** Letters of one queue go out in the order in which they were decided; queues take turns. */
  readonly name: string;
  /** Letters with 0 go before those with 1. */
  readonly precedence: 0 | 1;
}

/**
 * The queue of a letter. Each match has one of its own, so that the boards of a match keep their order
 * and wait for nothing else; so has whoever causes any other letter, however many they are.
 */
export function letterQueueOf(
  { kind, board }: { readonly kind: MessageKind; readonly board: number | undefined },
  { playerId, proof }: Charge,
): LetterQueue {
  if (kind === 'board' && board !== undefined) return { name: `board ${board}`, precedence: 0 };
  if (proof === 'clock') return { name: 'clock', precedence: 0 };
  return { name: playerId === undefined ? proof : queueOfPlayer(playerId), precedence: 1 };
}

/** The queue of everything that a player has caused, but for boards. */
export const queueOfPlayer = (playerId: number): string => `player ${playerId}`;
