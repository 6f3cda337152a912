import { heldLettersPerAddressPerDayMax, provenQuestionsPerAddressPerDayMax } from '../limits.ts';

/** What a letter has shown, beyond its From header, about who wrote it. */
export type Proof =
  | { readonly kind: 'none' }
  /** It answers a letter about the account. */
  | { readonly kind: 'account' }
  /** It answers a board letter. */
  | { readonly kind: 'board'; readonly board: number }
  /** It answers a puzzle, which opens that puzzle and what any proof opens. */
  | { readonly kind: 'puzzle' }
  /** It holds the player's userid and password. */
  | { readonly kind: 'password' }
  /** Our own mail host has found that it comes from the domain of its From address. */
  | { readonly kind: 'sender' }
  /** It is the `yes` to a letter that we sent to the registered address. */
  | { readonly kind: 'confirmed' };

/** Whether nobody but the owner of the address, or of the password, can have written it. */
export const isProven = (kind: Proof['kind'] | undefined): boolean =>
  kind !== undefined && kind !== 'none';

/** How many questions letters to one address may cause in a day. Forged ones cost proven ones nothing. */
export const questionsPerDayMax = (proven: boolean): number =>
  proven ? provenQuestionsPerAddressPerDayMax : heldLettersPerAddressPerDayMax;

/**
 * Whether a proof is enough for a command.
 *
 * @param need what the command asks for
 * @param board the board that the command concerns, if any
 */
export function opens(
  proof: Proof,
  need: 'nothing' | 'proof-to-read' | 'any-proof' | 'proof' | 'confirmation',
  board: number | undefined,
): boolean {
  if (need === 'nothing' || proof.kind === 'confirmed') return true;
  if (need === 'confirmation' || proof.kind === 'none') return false;
  if (need === 'proof-to-read' || need === 'any-proof') return true;
  if (proof.kind === 'puzzle') return false;
  return proof.kind !== 'board' || proof.board === board;
}
