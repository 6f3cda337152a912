import type { Recipient, ReplyPurpose } from '../../intent.ts';
import { makeToken, type Token } from '../../mail/token.ts';
import { addressKey } from '../../player/address.ts';
import type { Player } from '../../player/types.ts';
import type { Database } from '../../store/file/database.ts';
import { askedAddressKey } from '../../store/letters/held.ts';
import { invitedIn } from '../../store/people/invitations.ts';
import { epochOf, setEpoch } from '../../store/people/players.ts';
import { shownAt, shownOfNumber } from '../../store/play/matches.ts';
import { progressOf } from '../../store/puzzle/attempts.ts';
import type { Shell } from '../shell/shell.ts';

/** The token of a letter that is decided now; empty where its answer may do nothing. */
export function replyTokenFor(
  { db, secrets }: Pick<Shell, 'db' | 'secrets'>,
  { playerId: player = 0 }: Recipient,
  reply: ReplyPurpose,
): string {
  if (reply.purpose === 'none') return '';
  const { purpose, number } = reply;
  const revision = purpose === 'board' || purpose === 'puzzle' ? reply.revision : 0;
  const asks = purpose === 'board' || purpose === 'account' ? reply.asks : undefined;
  const named = { purpose, player, number, revision, ...(asks && { asks }) };
  const shown = shownOf(db, named);
  const made = { ...named, epoch: epochOf(db, player), ...(shown !== undefined && { shown }) };
  return makeToken(made, secrets);
}

/**
 * What a token of ours is worth now: it `counts`; its player has `ended` it; or what its letter showed is
 * `lost`: a database without it was put back, and another may have its number.
 */
export type TokenStatus = 'counts' | 'ended' | 'lost';

/** What a token is worth that was signed by us. */
export function tokenStatus(db: Database, token: Token): TokenStatus {
  if (token.shown !== shownOf(db, token)) return 'lost';
  return (token.epoch ?? 0) < epochOf(db, token.player) ? 'ended' : 'counts';
}

/** Whether a token was made for the sender of a letter, as its From header names that one. */
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
 * By what a token is to name what its letter showed; undefined where an older version wrote that, so that a
 * token of that time goes by the number and the revision alone, and one of later does not count for it.
 *
 * @returns -1 for what is not there: no token names it so
 */
function shownOf(db: Database, token: Token): number | undefined {
  const { purpose, player, number, revision, shown } = token;
  if (purpose === 'puzzle') {
    const now = progressOf(db, player, number);
    if (!now || revision > now.revision) return NOWHERE;
    // What it was before is not kept: such an answer tries nothing, and shows how it stands.
    return revision < now.revision ? shown : (now.shown ?? undefined);
  }
  if (purpose !== 'board' && purpose !== 'account') return undefined;
  return revision > 0 ? shownAt(db, number, revision, NOWHERE) : shownOfNumber(db, number);
}
const NOWHERE = -1;

/**
 * Learns of an epoch that a restored server has forgotten: what was ended then is not to count again.
 *
 * @param token of the player who has sent it; we have signed it, so there has been such an epoch
 */
export function learnEpoch(db: Database, { player, epoch = 0 }: Token): void {
  if (epoch > 0 && epoch > epochOf(db, player)) setEpoch(db, player, epoch);
}
