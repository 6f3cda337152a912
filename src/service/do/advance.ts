import type { Match, MatchEvent } from '../../match/types.ts';
import { advanceMatch, noteEvent } from '../../store/play/matches.ts';
import { awaitRobot } from '../../store/play/robot-turns.ts';
import type { Shell } from '../shell/shell.ts';
import { forgetWaiting } from './apply-board.ts';
import type { Cause } from './intend.ts';
import { settleRatings } from './rate.ts';
import { wind } from './wind.ts';

/**
 * Writes the next revision of a match with all that depends on it, within a transaction.
 *
 * @param event what it was, unless it was a ply
 * @param cause the letter that asked for it, if one did
 */
export function advance(
  { db, time }: Shell,
  match: Match,
  event: MatchEvent | undefined,
  cause: Cause | undefined,
): void {
  const now = time.now();
  const { board, revision } = match;
  wind(db, match, now);
  advanceMatch(db, match, now);
  settleRatings(db, match, now);
  forgetWaiting(db, match, now);
  if (event) noteEvent(db, { board, revision, event, inboxId: cause?.inboxId }, now);
  awaitRobot(db, match, cause, now);
}
