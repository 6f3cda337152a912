import type { ClockFacts } from '../../intent.ts';
import { dayAt, makeDay } from '../../match/calendar.ts';
import type { RunningClock } from '../../match/clock.ts';
import type { Match } from '../../match/types.ts';
import type { Reading } from '../shape/types.ts';

/** What a letter shows of the clock that runs on a board; undefined when none does. */
export function clockFacts(match: Match, reading: Reading): ClockFacts | undefined {
  const clock = reading.clock(match);
  if (!clock) return undefined;
  const { playerId, gone, left, zone } = clock;
  const today = reading.today(zone);
  const away = reading.daysOff(playerId, today).find(({ from }) => from <= today);
  return {
    userid: match[match.position.turn].userid,
    gone,
    left,
    ...lastDayOf(clock),
    ...(match.pace?.totalDays !== undefined && { total: true }),
    ...(away && { awayUntil: makeDay(away.to) }),
  };
}

/** The day and the zone that a move has time until: the server's own absence comes on top. */
export const lastDayOf = ({ deadlineAt, zone }: RunningClock) => ({
  day: makeDay(dayAt(deadlineAt - 1, zone)),
  zone,
});
