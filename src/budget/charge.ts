import type { MessageKind } from '../intent.ts';
import type { Proof } from '../player/proof.ts';

/** The proof that a letter is charged with; `clock`: no letter caused it. */
export type ChargedProof = 'none' | 'sender' | 'token' | 'confirmed' | 'admin' | 'clock';

/** The charge of an outgoing letter. */
export interface Charge {
  /** The player who caused the letter; undefined if nobody, or unproven. */
  readonly playerId: number | undefined;
  readonly proof: ChargedProof;
  /** Arrival of the causing letter, in UTC milliseconds: budgets count by it. */
  readonly at: number;
}

/** The budget that a letter counts against. */
type ChargedBudget =
  /** Requested by the writer. */
  | 'answer'
  /** A question that needs a `yes`. */
  | 'question'
  /** A board, or the letter of the day. */
  | 'board'
  /** A message between people, or a notice. */
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

/** The proof to charge, by that of the causing letter. */
export const chargedAs = ({ kind }: Proof): ChargedProof => CHARGED_AS[kind];

/** The charge for a letter; an unproven sender is not charged. */
export const chargeTo = (
  playerId: number | undefined,
  proof: ChargedProof,
  at: number,
): Charge => ({ playerId: proof === 'none' ? undefined : playerId, proof, at });

const BUDGETS: Readonly<Partial<Record<MessageKind, ChargedBudget>>> = {
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

/** The budget for a kind of letter. */
export const budgetOf = (kind: MessageKind): ChargedBudget => BUDGETS[kind] ?? 'notice';

/** The place of a letter among those to its address. */
export interface LetterQueue {
  /** Letters of one queue keep their order; queues take turns. */
  readonly name: string;
  /** 0 goes before 1. */
  readonly precedence: 0 | 1;
}

/**
 * The letter queue of a letter. Each match has one, so that its boards keep their order and wait for no other
 * letters; each causer of other letters has one, whatever their number.
 */
export function letterQueueOf(
  { kind, board }: { readonly kind: MessageKind; readonly board: number | undefined },
  { playerId, proof }: Charge,
): LetterQueue {
  if (kind === 'board' && board !== undefined) return { name: `board ${board}`, precedence: 0 };
  if (proof === 'clock') return { name: 'clock', precedence: 0 };
  return { name: playerId === undefined ? proof : queueOfPlayer(playerId), precedence: 1 };
}

/** The queue of all that a player causes, except boards. */
export const queueOfPlayer = (playerId: number): string => `player ${playerId}`;
