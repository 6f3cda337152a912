import { boardLetter, toPlayer } from '../../command/letters/letters.ts';
import { type MorningBoard, morningFacts } from '../../command/letters/morning-facts.ts';
import { dayAt } from '../../match/calendar.ts';
import { isNear } from '../../match/clock.ts';
import type { Match } from '../../match/types.ts';
import type { Player } from '../../player/types.ts';
import type { Database } from '../../store/file/database.ts';
import { noteDaily } from '../../store/play/jobs.ts';
import { matchOf, turnsOf } from '../../store/play/matches.ts';
import { noteReminder, setDue, type TurnClock, turnClock } from '../../store/play/turn-clocks.ts';
import { forgetUntold, untoldBoards } from '../../store/play/waiting.ts';
import { noteDecided } from '../../store/server/values.ts';
import { intendLetter } from '../do/intend.ts';
import { withClockAt } from '../shell/moment.ts';
import type { Shell } from '../shell/shell.ts';

/** A board of a letter of the day, with all that is stored of its clock. */
interface Board extends MorningBoard {
  readonly clock: TurnClock | undefined;
}

/**
 * The one letter that a player gets on a day about everything that waits: what is due first stands
 * first, and a forfeit that is near is announced. Who wants all boards in it is shown them, too; one
 * with more words than find room there comes in a letter of its own.
 * Within a transaction. Nothing is sent when nothing waits.
 */
export function sendMorning(working: Shell, player: Player, zone: string): void {
  const now = working.time.now();
  const shell = withClockAt(working, now, `morning ${player.id} ${now}`);
  const { db } = shell;
  noteDecided(db, now);
  const daily = player.settings?.['notify'] === 'daily';
  const boards = boardsOf(db, player.id, now);
  if (boards.length > 0) {
    const { facts, apart } = morningFacts(boards, player.id, daily);
    const to = toPlayer(player);
    const reply = { purpose: 'account', number: 0 } as const;
    intendLetter(shell, { to, message: { kind: 'morning', facts }, reply }, 'clock');
    for (const { match } of boards) {
      const board = apart.find((each) => each.board === match.board);
      if (board) intendLetter(shell, boardLetter(match, player, board), 'clock');
    }
    noteDaily(db, 'morning', player.id, { day: dayAt(now, zone) });
  }
  forgetUntold(db, player.id);
  for (const { match, clock } of boards) {
    if (clock?.playerId === player.id) noteSaid(shell, match, clock);
  }
}

/** The boards where it is a player's turn, and those of which there is news. */
function boardsOf(db: Database, playerId: number, now: number): readonly Board[] {
  const untold = new Map(untoldBoards(db, playerId).map((each) => [each.board, each]));
  const turns = turnsOf(db, playerId);
  const told = new Set(turns.map(({ board }) => board));
  const others = [...untold.keys()].flatMap((board) =>
    told.has(board) ? [] : (matchOf(db, board) ?? []),
  );
  return [...turns, ...others].map((match) => ({
    match,
    clock: turnClock(db, match, now),
    untold: untold.get(match.board),
  }));
}

/** What the player has been told is not said again tomorrow. */
function noteSaid({ db, time }: Shell, match: Match, face: TurnClock): void {
  const now = time.now();
  const { announcedAt } = face.stored;
  const announced = announcedAt ?? (isNear(face.tonight, face.last) ? now : undefined);
  noteReminder(db, match.board, face.tonight, announced);
  const next = turnClock(db, match, now);
  if (next) setDue(db, match.board, next.dueAt);
}
