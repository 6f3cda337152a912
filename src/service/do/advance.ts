import { isDeadlineNear } from '../../match/clock.ts';
import { isRobotsTurn, type Match, type MatchEvent } from '../../match/types.ts';
import type { Database } from '../../store/file/database.ts';
import { dropRobotTurn, putJob } from '../../store/play/jobs.ts';
import { activeMatches, advanceMatch, noteEvent } from '../../store/play/matches.ts';
import {
  forgetAnnouncement,
  newTurn,
  setDue,
  storedClock,
  turnClock,
} from '../../store/play/turn-clocks.ts';
import { forgetOutdated } from '../../store/play/waiting.ts';
import type { Shell } from '../shell/shell.ts';
import { settleRatings } from './rate.ts';
import type { Cause } from './sender.ts';

/**
 * Writes the next revision of a match with everything that depends on it. Call within a transaction.
 *
 * @param event of the revision, unless it is a ply
 * @param cause the letter that asked for it, if any
 */
export function advance(
  { db, time }: Shell,
  match: Match,
  event: MatchEvent | undefined,
  cause: Cause | undefined,
): void {
  const now = time.now();
  const { board, revision } = match;
  const stored = storedClock(db, board);
  advanceMatch(db, match, now, newTurn(db, match, now, stored), stored);
  if (match.outcome || stored.hasEnded) settleRatings(db, match, now);
  forgetOutdated(db, match, now);
  if (event) noteEvent(db, { board, revision, event, inboxId: cause?.inboxId }, now);
  scheduleRobot(db, match, cause);
}

/**
 * Plans or drops the robot's turn on a board, in the transaction that wrote the revision. The robot's letters
 * are charged like those of the cause.
 *
 * @param cause the letter that led to this revision; required if it is the robot's turn
 */
export function scheduleRobot(db: Database, match: Match, cause: Cause | undefined): void {
  const { board, revision, robot } = match;
  if (!robot) return;
  if (!isRobotsTurn(match)) {
    dropRobotTurn(db, board);
    return;
  }
  if (!cause) throw new Error(`board ${board}: no cause given for the robot's turn`);
  const { playerId, at } = cause.charge;
  putJob(db, { kind: 'robot', key: board, facts: { revision }, playerId, cause, at });
}

/** Recomputes the due times of a player's turns after a change of the calendar. */
export function rescheduleClocks(db: Database, playerId: number, now: number): void {
  for (const match of activeMatches(db, playerId)) {
    const clock = turnClock(db, match, now);
    if (clock?.playerId !== playerId) continue;
    const { stored, dayAtMidnight, last } = clock;
    // A turn announced for another day is announced again when its end is near.
    const again = stored.announcedAt !== undefined && !isDeadlineNear(dayAtMidnight, last);
    if (again) forgetAnnouncement(db, match.board);
    const dueAt = again ? turnClock(db, match, now)?.dueAt : clock.dueAt;
    setDue(db, match.board, dueAt);
  }
}
