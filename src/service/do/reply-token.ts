import type { Recipient, ReplyPurpose } from '../../intent.ts';
import { makeToken, type Token } from '../../mail/token.ts';
import { addressKey } from '../../player/address.ts';
import type { Player } from '../../player/types.ts';
import type { Database } from '../../store/file/database.ts';
import { askedAddressKey } from '../../store/letters/pending.ts';
import { invitedIn } from '../../store/people/invitations.ts';
import { epochOf, setEpoch } from '../../store/people/players.ts';
import { shownHashAt, shownHashOf } from '../../store/play/matches.ts';
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
  const shown = shownOf(db, named);
  const made = {
    ...named,
    epoch: epochOf(db, player),
    offer,
    ...(shown !== undefined && { shown }),
  };
  return makeToken(made, secrets);
}

/**
 * The status of a token of ours: it `counts`; its player `ended` it; or what its letter showed is `lost`,
 * because an older database was restored, and its number may have another owner.
 */
export type TokenStatus = 'counts' | 'ended' | 'lost';

/** The status of a token signed by us. */
export function tokenStatus(db: Database, token: Token): TokenStatus {
  if (token.shown !== shownOf(db, token)) return 'lost';
  return (token.epoch ?? 0) < epochOf(db, token.player) ? 'ended' : 'counts';
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

/**
 * The fingerprint of what the letter of a token showed; undefined if an older version wrote it: tokens of
 * that time name only number and revision, and later tokens do not match it.
 *
 * @returns -1 if it does not exist: no token has that
 */
function shownOf(db: Database, token: Token): number | undefined {
  const { purpose, player, number, revision, shown } = token;
  if (purpose === 'puzzle') {
    const now = progressOf(db, player, number);
    if (!now || revision > now.revision) return NOWHERE;
    // Earlier states are not kept: the reply makes no try, and is answered with the current state.
    return revision < now.revision ? shown : (now.shown ?? undefined);
  }
  if (purpose !== 'board' && purpose !== 'account') return undefined;
  return revision > 0 ? shownHashAt(db, number, revision, NOWHERE) : shownHashOf(db, number);
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
