import type { Recipient, ReplyPurpose } from '../../intent.ts';
import { makeToken, type Token } from '../../mail/token.ts';
import { addressKey } from '../../player/address.ts';
import type { Player } from '../../player/types.ts';
import type { Database } from '../../store/file/database.ts';
import { askedKey } from '../../store/letters/held.ts';
import { epochOf, setEpoch } from '../../store/people/epochs.ts';
import { invitedIn } from '../../store/people/invitations.ts';
import { eraOfNumber, eraOfQuestion, eraOfRevision } from '../../store/play/eras.ts';
import { revisionOf } from '../../store/play/matches.ts';
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
  return makeToken({ ...named, epoch: epochOf(db, player), era: eraOf(db, named) }, secrets);
}

/**
 * What a token of ours is worth now: it `counts`; its player has `ended` it; or what it names was
 * `lost`, because the server was put back from a backup and has forgotten it.
 */
export type Worth = 'counts' | 'ended' | 'lost';

/** How far boards and numbers have come at a time. */
export interface Progress {
  readonly revisions: ReadonlyMap<number, number>;
  /** The number of the next challenge. */
  readonly number: number;
}

const relived = new WeakMap<Database, Progress>();

/**
 * Lets a database live a time again of which nobody has written down the eras: whatever a letter of ours
 * says of its own is believed, where it names what was made in that time.
 *
 * @param since how far it was before; undefined ends it
 */
export function believeEras(db: Database, since: Progress | undefined): void {
  if (since) relived.set(db, since);
  else relived.delete(db);
}

function isRelived(db: Database, { purpose, number, revision }: Token): boolean {
  const since = relived.get(db);
  if (!since || purpose === 'held') return false;
  if (purpose === 'puzzle') return true;
  return revision > 0
    ? revision > (since.revisions.get(number) ?? 0)
    : number >= since.number && number > 0;
}

/** What a token is worth that was signed by us. */
export function worthOf(db: Database, token: Token): Worth {
  const { epoch = 0, era = 0, player, number, revision } = token;
  // Of a puzzle, both stand in one row.
  const puzzle = token.purpose === 'puzzle' ? progressOf(db, player, number) : undefined;
  const isOther = era !== (puzzle?.era ?? eraOf(db, token)) && !isRelived(db, token);
  const isAhead = puzzle ? revision > puzzle.revision : isAheadOfBoard(db, token);
  if (isOther || isAhead) return 'lost';
  return epoch < epochOf(db, token.player) ? 'ended' : 'counts';
}

/** Whether a token was made for the sender of a letter, as its From header names that one. */
export function isFor(
  db: Database,
  { purpose, player, number }: Token,
  sender: {
    readonly address: string;
    readonly player: Player | undefined;
    readonly admin: boolean;
  },
): boolean {
  if (player !== 0 || sender.player) return player === sender.player?.id;
  if (purpose === 'held') return askedKey(db, number) === addressKey(sender.address);
  if (purpose === 'invitation') return invitedIn(db, number, sender.address) !== undefined;
  return sender.admin;
}

/** The era in which what a token names was made. */
export function eraOf(db: Database, { purpose, player, number, revision }: Token): number {
  if (purpose === 'puzzle') return progressOf(db, player, number).era;
  if (purpose === 'held') return eraOfQuestion(db, number);
  // The number of another invitation is of no use: the address that it went to must be the same.
  if (purpose === 'invitation') return 0;
  // A board of the past has no revision.
  return revision > 0 ? eraOfRevision(db, number, revision) : eraOfNumber(db, number);
}

/** Whether a letter showed a revision that its board has not reached. */
const isAheadOfBoard = (db: Database, { purpose, number, revision }: Token): boolean =>
  purpose === 'board' && revision > revisionOf(db, number);

/**
 * Learns of an epoch that a restored server has forgotten: what was ended then is not to count again.
 *
 * @param token of the player who has sent it; we have signed it, so there has been such an epoch
 */
export function learnEpoch(db: Database, { player, epoch = 0 }: Token): void {
  if (epoch > epochOf(db, player)) setEpoch(db, player, epoch);
}
