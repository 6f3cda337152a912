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
export type Account =
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

const ACCOUNTS: Readonly<Partial<Record<MessageKind, Account>>> = {
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
export const accountOf = (kind: MessageKind): Account => ACCOUNTS[kind] ?? 'notice';
