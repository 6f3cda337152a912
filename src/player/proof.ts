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
  /** Our own mail host has found that it comes from the domain of its From address. */
  | { readonly kind: 'sender' }
  /** Our own mail host has found that it does not, whatever letter it answers: that of a board, if any. */
  | { readonly kind: 'forged'; readonly board: number | undefined }
  /** It is the `yes` to a letter that we sent to the registered address. */
  | { readonly kind: 'confirmed' };

/** What our own mail host says about a From address; `unknown` also where nobody has looked. */
export type SenderVerdict = 'pass' | 'fail' | 'unknown';

/** What must be shown before a command changes anything. */
export type Need =
  /** Nothing: it only reads, and the answer goes to the registered address. */
  | 'nothing'
  /** Any proof: it only reads, but the answer is long, or takes long. */
  | 'proof-to-read'
  /** A reply token of whatever kind. */
  | 'any-proof'
  /** A proof; for a move, bound to the position that its letter showed, also one in a forged letter. */
  | 'move'
  /** A proof, and that the board is as the answered letter showed it: it cannot be taken back. */
  | 'proof-as-shown'
  /** A reply token or a confirmation. */
  | 'proof'
  /** A fresh confirmation by letter, whatever else was shown. */
  | 'confirmation';

/** What a letter shows by its token and by the finding of our mail host, which goes before it. */
export function proofOf(token: Proof, verdict: SenderVerdict): Proof {
  if (verdict === 'pass') return { kind: 'sender' };
  if (verdict === 'unknown') return token;
  return { kind: 'forged', board: token.kind === 'board' ? token.board : undefined };
}

/** Whether nobody but the owner of the address can have written it. */
export const isProven = (kind: Proof['kind'] | undefined): boolean =>
  kind !== undefined && kind !== 'none' && kind !== 'forged';

/** How many questions letters to one address may cause in a day. Forged ones cost proven ones nothing. */
export const questionsPerDayMax = (proven: boolean): number =>
  proven ? provenQuestionsPerAddressPerDayMax : heldLettersPerAddressPerDayMax;

/** What means something else on another position: the yes to it is one to the board as it was asked about. */
const ON_THIS_BOARD: ReadonlySet<Need> = new Set(['move', 'proof-as-shown', 'confirmation']);

/**
 * Whether a proof is enough for a command.
 *
 * @param need what the command asks for
 * @param board the board that the command concerns, if any
 * @param hasChanged whether the letter answers one that does not show that board as it is now
 */
export function opens(
  proof: Proof,
  need: Need,
  { board, hasChanged }: { readonly board: number | undefined; readonly hasChanged: boolean },
): boolean {
  const { kind } = proof;
  if (need === 'nothing') return true;
  if (kind === 'confirmed') return !(hasChanged && ON_THIS_BOARD.has(need));
  if (need === 'confirmation' || kind === 'none') return false;
  if (kind === 'forged') {
    return need === 'move' && board !== undefined && proof.board === board && !hasChanged;
  }
  if (need === 'proof-to-read' || need === 'any-proof') return true;
  if (kind === 'puzzle' || (need === 'proof-as-shown' && hasChanged)) return false;
  return kind !== 'board' || proof.board === board;
}
