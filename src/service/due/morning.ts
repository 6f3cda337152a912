import { boardFacts, toPlayer } from '../../command/letters/letters.ts';
import { makeList } from '../../command/shape/list.ts';
import { gameOf } from '../../engine/registry.ts';
import { opposite } from '../../engine/stones/board.ts';
import type { BoardFacts, Section } from '../../intent.ts';
import { digestBoardsMax } from '../../limits.ts';
import { dayAt, makeDay } from '../../match/calendar.ts';
import { isNear } from '../../match/clock.ts';
import { colourOf } from '../../match/seats.ts';
import type { Match } from '../../match/types.ts';
import type { Player } from '../../player/types.ts';
import { type Sentence, say } from '../../sentence.ts';
import { noteReminder, setDue } from '../../store/play/clocks.ts';
import { turnsOf } from '../../store/play/matches.ts';
import { forgetUntold, noteMorning, untoldBoards } from '../../store/play/mornings.ts';
import { type TurnClock, turnClock } from '../../store/play/turn-clocks.ts';
import { intendLetter } from '../do/intend.ts';
import { atMoment } from '../shell/moment.ts';
import type { Shell } from '../shell/shell.ts';

/** A board where it is a player's turn. */
interface Waiting {
  readonly match: Match;
  readonly clock: TurnClock | undefined;
}

/**
 * The one letter that a player gets on a day about everything that waits: what is due first stands
 * first, and a forfeit that is near is announced. Who wants all boards in it is shown them, too.
 * Within a transaction. Nothing is sent when nothing waits.
 */
export function sendMorning(working: Shell, player: Player, zone: string): void {
  const now = working.time.now();
  const shell = atMoment(working, now, `morning ${player.id} ${now}`);
  const { db, journal } = shell;
  journal.note(db, { is: 'morning', player: player.id }, now);
  const daily = player.settings?.['notify'] === 'daily';
  const waiting = turnsOf(db, player.id)
    .map((match): Waiting => ({ match, clock: turnClock(db, match, now) }))
    .toSorted((one, next) => deadlineOf(one) - deadlineOf(next));
  const untold = untoldBoards(db, player.id);
  if (waiting.length > 0 || untold.length > 0) {
    const boards = daily || untold.length > 0 ? boardsToShow(untold, waiting) : [];
    intendLetter(
      shell,
      {
        to: toPlayer(player),
        message: {
          kind: 'morning',
          facts: {
            daily,
            turns: waiting.length,
            board: waiting[0]?.match.board ?? untold[0]?.board ?? 0,
            sections: [turnsSection(waiting, player), ...boards.map(boardSection)],
          },
        },
        reply: { purpose: 'account', number: 0 },
      },
      'clock',
    );
    noteMorning(db, player.id, dayAt(now, zone));
  }
  forgetUntold(db, player.id);
  for (const { match, clock: face } of waiting) if (face) noteSaid(shell, match, face);
}

const deadlineOf = ({ clock }: Waiting): number => clock?.deadlineAt ?? Number.POSITIVE_INFINITY;

/** What the player has been told is not said again tomorrow. */
function noteSaid({ db, time }: Shell, match: Match, face: TurnClock): void {
  const now = time.now();
  const { announcedAt } = face.stored;
  const announced = announcedAt ?? (isNear(face.tonight, face.last) ? now : undefined);
  noteReminder(db, match.board, face.tonight, announced);
  const next = turnClock(db, match, now);
  if (next) setDue(db, match.board, next.dueAt);
}

function turnsSection(waiting: readonly Waiting[], player: Player): Section {
  const near = waiting.flatMap(({ match: { board }, clock }) =>
    clock && isNear(clock.tonight, clock.last) ? [{ board, clock }] : [],
  );
  const [first] = waiting;
  const list = makeList(
    say('morning-turns', { count: waiting.length }),
    ['board', 'game', 'against', 'days-gone', 'days-left', 'last-day'],
    waiting,
    ({ match, clock }) => [
      match.board,
      match.rules,
      match[opposite(colourOf(match, player.id) ?? 'black')].userid,
      clock?.gone ?? '',
      clock?.left ?? '',
      clock ? lastDayOf(clock) : say('no-clock'),
    ],
    first ? [howToMove(first.match)] : [],
  );
  return {
    understood: undefined,
    // Every one of them counts as announced, also where the list is longer than a letter shows.
    says: near.map(({ board, clock }) => say('forfeit-near', { board, ...untilOf(clock) })),
    lists: list,
    answers: waiting.slice(0, digestBoardsMax).map(({ match }) => `show ${match.board}`),
  };
}

function howToMove({ rules, board, position, moves }: Match): Sentence {
  const game = gameOf(rules);
  const [any] = game.legalMoves(position);
  if (!any) throw new Error(`board ${board}: nobody can move, and the match goes on`);
  return say('morning-how', { board, move: game.makeMove(any, position), ply: moves.length + 1 });
}

/** The day and the zone that a move has time until: the server's own absence comes on top. */
const untilOf = ({ deadlineAt, zone }: TurnClock) => ({
  day: makeDay(dayAt(deadlineAt - 1, zone)),
  zone,
});

const lastDayOf = (clock: TurnClock): string => untilOf(clock).day;

/** What is new first, and then what waits; not more boards than a letter holds. */
function boardsToShow(
  untold: readonly BoardFacts[],
  waiting: readonly Waiting[],
): readonly BoardFacts[] {
  const known = new Set(untold.map(({ board }) => board));
  const others = waiting
    .filter(({ match }) => !known.has(match.board))
    .map(({ match }) => boardFacts(match, []));
  return [...untold, ...others].slice(0, Math.max(digestBoardsMax, untold.length));
}

const boardSection = (board: BoardFacts): Section => ({ understood: undefined, says: [], board });
