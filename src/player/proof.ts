import { questionLimits } from '../limits.ts';

/** The proof of a letter's sender, besides its From header. */
export type Proof =
  | { readonly kind: 'none' }
  /** The letter answers one about the account. */
  | { readonly kind: 'account' }
  /** The letter answers a board letter. */
  | { readonly kind: 'board'; readonly board: number }
  /** The letter answers a puzzle. */
  | { readonly kind: 'puzzle' }
  /** Our mail host has verified the domain of its From address. */
  | { readonly kind: 'sender' }
  /**
   * Our mail host has found the From address forged, whatever it answers. `board`: that of its token, if
   * any.
   */
  | { readonly kind: 'forged'; readonly board: number | undefined }
  /** The letter confirms one that we sent to the registered address. */
  | { readonly kind: 'confirmed' };

/** Our mail host's verdict on a From address; `unknown` also if unchecked. */
export type SenderVerdict = 'pass' | 'fail' | 'unknown';

/** The proof that a command needs. */
export type Need =
  /** None: the command only reads, and the answer goes to the registered address. */
  | 'nothing'
  /** Any proof: the command only reads, but the answer is long, or takes long. */
  | 'proof-to-read'
  /** As `proof-as-shown`; also a forged answer to the unchanged board. */
  | 'move'
  /** Any proof, and the board is as the answered letter showed it, if it showed boards: irreversible. */
  | 'proof-as-shown'
  /** Any proof: an answer to any letter of ours, a verified sender or a confirmation. */
  | 'proof'
  /** A new confirmation by letter, whatever other proof. */
  | 'confirmation';

/** Combines a letter's token with the verdict of our mail host, which takes precedence. */
export function proofOf(token: Proof, verdict: SenderVerdict): Proof {
  if (verdict === 'pass') return { kind: 'sender' };
  if (verdict === 'unknown') return token;
  return { kind: 'forged', board: token.kind === 'board' ? token.board : undefined };
}

/** Whether only the owner of the address can have written the letter. */
export const isProven = (kind: Proof['kind'] | undefined): boolean =>
  kind !== undefined && kind !== 'none' && kind !== 'forged';

/**
 * Maximum of questions sent to one address in a day. Unproven letters do not use up the quota of proven
 * ones.
 */
export const questionsPerDayMax = (proven: boolean): number =>
  proven ? questionLimits.provenPerDay : questionLimits.unprovenPerDay;

/** Needs that depend on the position: the board must be as the answered letter showed it. */
const ON_THIS_BOARD: ReadonlySet<Need> = new Set(['move', 'proof-as-shown', 'confirmation']);

/**
 * Whether a proof is enough for a command.
 *
 * @param hasChanged whether the board has changed since the answered letter
 */
export function isEnoughProof(
  proof: Proof,
  need: Need,
  { board, hasChanged }: { readonly board: number | undefined; readonly hasChanged: boolean },
): boolean {
  const { kind } = proof;
  if (need === 'nothing') return true;
  if (kind === 'none' || (need === 'confirmation' && kind !== 'confirmed')) return false;
  if (kind === 'forged') {
    return need === 'move' && board !== undefined && proof.board === board && !hasChanged;
  }
  return !(hasChanged && ON_THIS_BOARD.has(need));
}
