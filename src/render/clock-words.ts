import type { ClockFacts } from '../intent.ts';
import { clockShownDaysMax } from '../limits.ts';
import { type Sentence, say } from '../sentence.ts';

/**
 * What a board letter says of the clock, where it matters: when days are gone, when few are left, when
 * all of them count, or when it stands still.
 */
export function clockSentence(clock: ClockFacts, yourTurn: boolean): Sentence | undefined {
  const { userid, gone, left, day, zone, total, awayUntil } = clock;
  const whose = yourTurn ? 'yours' : 'theirs';
  if (awayUntil !== undefined) return say('clock-away', { whose, userid, day: awayUntil });
  if (gone === 0 && left > clockShownDaysMax && !total) return undefined;
  return say('clock-runs', { whose, userid, gone, left, day, zone });
}
