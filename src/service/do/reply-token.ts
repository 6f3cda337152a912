import type { Recipient, ReplyPurpose } from '../../intent.ts';
import { makeToken, type Token } from '../../mail/token.ts';
import { addressKey } from '../../player/address.ts';
import type { Player } from '../../player/types.ts';
import type { Database } from '../../store/file/database.ts';
import { askedAddressKey } from '../../store/letters/pending.ts';
import { invitedIn } from '../../store/people/invitations.ts';
import { epochOf, setEpoch } from '../../store/people/players.ts';
import { shownAt, shownHashOf } from '../../store/play/matches.ts';
import { progressOf } from '../../store/puzzle/attempts.ts';
import type { Shell } from '../shell/shell.ts';

/**
 * The reply token of a letter decided now; empty if a reply has no purpose.
 *
 * @param offer a random number if the letter offers commands
 */
export function replyTokenFor(
  { db, secrets }: Pick<Shell, 'db' | 'secrets'>,
  { playerId: player = 0 }: Recipient,
  reply: ReplyPurpose,
  offer = 0,
): string {
  if (reply.purpose === 'none') return '';
  const { purpose, number } = reply;
  const revision = purpose === 'board' || purpose === 'puzzle' ? reply.revision : 0;
  const asks = purpose === 'board' || purpose === 'account' ? reply.asks : undefined;
  const named = { purpose, player, number, revision, ...(asks && { asks }) };
  const { shown, epoch } = stateOf(db, named);
  const made = { ...named, epoch, offer, ...(shown !== undefined && { shown }) };
  return makeToken(made, secrets);
}

/**
 * The status of a token of ours: it `counts`; its player `ended` it; or what its letter showed is `lost`,
 * because an older database was restored, and its number may have another owner.
 */
export type TokenStatus = 'counts' | 'ended' | 'lost';

/** The status of a token signed by us. */
export function tokenStatus(db: Database, token: Token): TokenStatus {
  const { shown, epoch } = stateOf(db, token);
  if (token.shown !== shown) return 'lost';
  return (token.epoch ?? 0) < epoch ? 'ended' : 'counts';
}

/** Whether a token belongs to the sender in the From header. */
export function tokenBelongsTo(
  db: Database,
  { purpose, player, number }: Token,
  sender: {
    readonly address: string;
    readonly player: Player | undefined;
    readonly admin: boolean;
  },
): boolean {
  if (player !== 0 || sender.player) return player === sender.player?.id;
  if (purpose === 'held') return askedAddressKey(db, number) === addressKey(sender.address);
  if (purpose === 'invitation') return invitedIn(db, number, sender.address) !== undefined;
  return sender.admin;
}

/** What the token of a letter must agree with. */
interface TokenState {
  /**
   * The fingerprint of what its letter showed; undefined if an older version wrote it: tokens of that time name
   * only number and revision, and later tokens do not match it. -1 if it does not exist: no token has that.
   */
  readonly shown: number | undefined;
  /** Of its player. */
  readonly epoch: number;
}

function stateOf(db: Database, token: Token): TokenState {
  const { purpose, player, number, revision } = token;
  if (revision > 0 && (purpose === 'board' || purpose === 'account')) {
    const { epoch, reached = 0, hash } = shownAt(db, player, number, revision);
    return { shown: revision > reached ? NOWHERE : hash, epoch };
  }
  return { shown: shownOf(db, token), epoch: epochOf(db, player) };
}

function shownOf(db: Database, token: Token): number | undefined {
  const { purpose, player, number, revision, shown } = token;
  if (purpose === 'account' || purpose === 'board') return shownHashOf(db, number);
  if (purpose !== 'puzzle') return undefined;
  const now = progressOf(db, player, number);
  if (!now || revision > now.revision) return NOWHERE;
  // Earlier states are not kept: the reply makes no try, and is answered with the current state.
  return revision < now.revision ? shown : (now.shown ?? undefined);
}
const NOWHERE = -1;

/**
 * Restores an epoch that a restored database lacks, so that tokens ended then stay ended.
 *
 * @param token of the sender; our signature proves that the epoch existed
 */
export function learnEpoch(db: Database, { player, epoch = 0 }: Token): void {
  if (epoch > 0 && epoch > epochOf(db, player)) setEpoch(db, player, epoch);
}
