import { noticeTo, toPlayer } from '../../command/letters/letters.ts';
import { puzzleLetter } from '../../command/puzzle/puzzle-letter.ts';
import { dayAt, morningOf, nextMorning } from '../../match/calendar.ts';
import { isOff } from '../../match/clock.ts';
import { beginAttempt } from '../../match/puzzle/attempt.ts';
import type { Player } from '../../player/types.ts';
import { say } from '../../sentence.ts';
import { puzzlesUnansweredMax } from '../../solo-limits.ts';
import { playerById } from '../../store/people/players.ts';
import { isSuspended } from '../../store/people/suspended-players.ts';
import { noteDecided } from '../../store/play/decided.ts';
import { zoneOf } from '../../store/play/turn-clocks.ts';
import { daysOffFrom } from '../../store/play/vacations.ts';
import { putAttempt } from '../../store/puzzle/attempts.ts';
import { notePuzzleDay, planPuzzle, puzzleDaysOf } from '../../store/puzzle/days.ts';
import { nextPuzzle } from '../../store/puzzle/puzzles.ts';
import { intendLetter } from '../do/intend.ts';
import { atMoment } from '../shell/moment.ts';
import type { Shell } from '../shell/shell.ts';

/**
 * The puzzle of the day, in the morning of whoever wants one, on no day off. When a week of them was
 * not answered, one letter says that they pause; any answer to a puzzle lets them go on.
 */
export function tendPuzzle(shell: Shell, playerId: number): void {
  const { db, time } = shell;
  const now = time.now();
  const player = playerById(db, playerId);
  if (player?.settings?.puzzle !== 'daily') {
    planPuzzle(db, playerId, undefined);
    return;
  }
  const zone = zoneOf(db, playerId);
  const today = dayAt(now, zone);
  const { day, unanswered } = puzzleDaysOf(db, playerId);
  const isDue =
    now >= morningOf(today, zone) &&
    day !== today &&
    unanswered <= puzzlesUnansweredMax &&
    !isSuspended(db, playerId) &&
    !isOff(daysOffFrom(db, playerId, today), today);
  if (isDue) sendPuzzle(shell, player, zone);
  planPuzzle(db, playerId, nextMorning(now, zone));
}

/** Sends what is due to a player in the morning, within a transaction. */
function sendPuzzle(working: Shell, player: Player, zone: string): void {
  const now = working.time.now();
  const shell = atMoment(working, now, `puzzle ${player.id} ${now}`);
  const { db } = shell;
  noteDecided(db, now);
  const { unanswered } = puzzleDaysOf(db, player.id);
  const today = dayAt(now, zone);
  if (unanswered >= puzzlesUnansweredMax) {
    const says = [say('puzzle-pauses', { count: puzzlesUnansweredMax })];
    intendLetter(shell, noticeTo(toPlayer(player), says), 'clock');
    notePuzzleDay(db, player.id, today);
    return;
  }
  const next = nextPuzzle(db, player.id, undefined, now);
  // Who has had them all waits for new ones.
  if (!next) return;
  const attempt = beginAttempt(player.id, next);
  putAttempt(db, attempt, now);
  notePuzzleDay(db, player.id, today);
  intendLetter(shell, puzzleLetter(attempt, player, [], { daily: true }), 'clock');
}
