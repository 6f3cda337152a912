import { opposite } from '../../engine/stones/board.ts';
import type { BoardFacts, MorningFacts, MorningRow } from '../../intent.ts';
import { morningLimits, shownLimits } from '../../limits.ts';
import { isDeadlineNear, type RunningClock } from '../../match/clock.ts';
import { colourOf, exampleMove, type Match } from '../../match/types.ts';
import { type DayText, type Sentence, say } from '../../sentence.ts';
import { boardFacts, lastDayOf } from './letters.ts';

/** A board for the letter of the day. */
export interface MorningBoard {
  readonly match: Match;
  readonly clock: RunningClock | undefined;
  /** Events that the player has not been notified of. */
  readonly news: BoardFacts | undefined;
}

/**
 * The content of the letter of the day: a row for each board, the earliest deadline first, and below them
 * boards in full, those with news first.
 *
 * @param daily the player wants this letter every day, with boards; others get boards only if there is news
 *   or a single one waits
 * @returns also the boards whose comments are so long that each takes a letter of its own
 */
export function morningFacts(
  boards: readonly MorningBoard[],
  playerId: number,
  daily: boolean,
): { readonly facts: MorningFacts; readonly separateBoards: readonly BoardFacts[] } {
  const waiting = boards.filter(({ match }) => isTurnOf(match, playerId));
  const sorted = [
    ...waiting.toSorted((one, next) => deadlineOf(one) - deadlineOf(next)),
    ...boards.filter((each) => !waiting.includes(each)),
  ];
  const { here, apart: separateBoards } = splitByRoom(
    sorted.flatMap(news),
    Math.min(sorted.length, morningLimits.rows),
  );
  const [first] = waiting.length > 0 ? sorted : [];
  const showsOthers = daily || here.length > 0 || waiting.length === 1;
  const others = showsOthers
    ? sorted.filter(({ news }) => !news).slice(0, morningLimits.boards)
    : [];
  return {
    facts: {
      daily,
      turns: waiting.length,
      board: sorted[0]?.match.board ?? 0,
      says: tellForfeits(waiting),
      rows: sorted.slice(0, morningLimits.rows).map((each) => rowOf(each, playerId)),
      ...(first && { how: howToMove(first.match) }),
      more: Math.max(0, sorted.length - morningLimits.rows),
      boards: [...here, ...others.map(({ match }) => boardFacts(match, []))],
      drawn: Math.min(morningLimits.boards, here.length + others.length),
    },
    separateBoards,
  };
}

const isTurnOf = ({ outcome, position, ...seats }: Match, playerId: number): boolean =>
  !outcome && seats[position.turn].id === playerId;

const deadlineOf = ({ clock }: MorningBoard): number =>
  clock?.deadlineAt ?? Number.POSITIVE_INFINITY;

/** The board as it is now, with its comment; events before a later change are dropped. */
function news({ match, news }: MorningBoard): readonly BoardFacts[] {
  if (!news) return [];
  const { comment, revision } = news;
  return [revision === match.revision ? news : boardFacts(match, [], { comment })];
}

/** Separates the boards whose comments fit into one letter, next to the rows, from the others. */
function splitByRoom(boards: readonly BoardFacts[], rows: number) {
  let left = shownLimits.bytes - morningLimits.frameBytes - rows * morningLimits.rowBytes;
  const included: BoardFacts[] = [];
  const apart: BoardFacts[] = [];
  for (const board of boards) {
    const cost = costOf(board.comment?.text ?? '');
    if (cost > left) apart.push(board);
    else {
      left -= cost;
      included.push(board);
    }
  }
  return { here: included, apart };
}

/** Whether a comment fits into its row; others are shown in full below the table. */
export const fitsRow = (text: string): boolean =>
  /^[\u0020-\u024f]*$/.test(text)
    ? text.length <= morningLimits.commentChars
    : /^.{0,20}$/u.test(text);

/** The most bytes of a comment below the table, which is in the text and in the HTML. */
const costOf = (text: string): number =>
  fitsRow(text)
    ? 0
    : morningLimits.wordsBytes +
      morningLimits.lineBytes * text.split('\n').length +
      3 * Buffer.byteLength(text);

function rowOf({ match, clock }: MorningBoard, playerId: number): MorningRow {
  const { board, rules, moves, outcome, revision } = match;
  const last = moves.at(-1);
  const isYours = isTurnOf(match, playerId);
  return {
    board,
    revision,
    rules,
    against: match[opposite(colourOf(match, playerId) ?? 'black')].userid,
    state: outcome ? 'over' : isYours ? 'yours' : 'theirs',
    ...(isYours && clock && { left: clock.left }),
    ...(last !== undefined && { last }),
  };
}

function howToMove({ board, position, moves }: Match): Sentence {
  const move = exampleMove(position);
  if (move === undefined) throw new Error(`board ${board}: nobody can move, and the match goes on`);
  return say('morning-how', { board, move, ply: moves.length + 1 });
}

/** The forfeits that are near, one sentence for each last day. The caller records each as announced. */
function tellForfeits(waiting: readonly MorningBoard[]): readonly Sentence[] {
  const days = new Map<DayText, { boards: number[]; zone: string }>();
  for (const { match, clock } of waiting) {
    if (!clock || !isDeadlineNear(clock.dayAtMidnight, clock.last)) continue;
    const { day, zone } = lastDayOf(clock);
    const { boards } = days.get(day) ?? { boards: [] };
    days.set(day, { boards: [...boards, match.board], zone });
  }
  return [...days]
    .toSorted()
    .map(([day, { boards, zone }]) =>
      boards.length === 1
        ? say('forfeit-near', { board: boards[0] ?? 0, day, zone })
        : say('forfeits-near', { boards: boards.join(', '), day, zone }),
    );
}
