import { isNear } from '../../match/clock.ts';
import type { Match } from '../../match/types.ts';
import type { Database } from '../../store/file/database.ts';
import { forgetAnnouncement, setDue, windClock } from '../../store/play/clocks.ts';
import { activeMatches } from '../../store/play/matches.ts';
import { daysOfPlies, turnClock } from '../../store/play/turn-clocks.ts';

/**
 * Winds the clock of a match for the turn that begins now, and notes the days that a ply has taken;
 * those of plies that were taken back are forgotten. Within the transaction, and before the next
 * revision of the match is written.
 */
export function wind(db: Database, match: Match, now: number): void {
  const { board, pace } = match;
  if (!pace) return;
  windClock(db, board, daysOfPlies(db, match, now), turnClock(db, match, now)?.dueAt);
}

/** Looks anew when the turns of a player are due: the calendar has changed. */
export function rewind(db: Database, playerId: number, now: number): void {
  for (const match of activeMatches(db, playerId)) {
    const clock = turnClock(db, match, now);
    if (clock?.playerId !== playerId) continue;
    const { stored, tonight, last } = clock;
    // What has been announced for another day is announced again when it is near again.
    const again = stored.announcedAt !== undefined && !isNear(tonight, last);
    if (again) forgetAnnouncement(db, match.board);
    const dueAt = again ? turnClock(db, match, now)?.dueAt : clock.dueAt;
    setDue(db, match.board, dueAt);
  }
}
