import { gameOf } from '../../engine/registry.ts';
import { sideOf } from '../../engine/shape/view.ts';
import { opposite } from '../../engine/stones/board.ts';
import type { Intent, PendingBoardNews } from '../../intent.ts';
import { playForced, type Step } from '../../match/play.ts';
import { isRobotsTurn, type Match, type Seat } from '../../match/types.ts';
import { type Sentence, say } from '../../sentence.ts';
import { robotLimits } from '../../solo-limits.ts';
import type { Change, Effects, Queries } from '../shape/types.ts';
import { boardLetters, type LetterSource } from './letters.ts';

export const passReport = ({ match, ply: { colour, number } }: Step): Sentence =>
  say('had-to-pass', { userid: match[colour].userid, ply: number });

/** The sentence that reports a forced pass in a preview. */
export const passPreview = ({ match, ply: { colour, number } }: Step): Sentence =>
  say('would-have-to-pass', { side: sideOf(gameOf(match.rules), colour).name, ply: number });

/** The start of a match, with the passes that its first position forces. */
export function beginMatch(start: Match): {
  readonly match: Match;
  readonly changes: readonly Change[];
  readonly events: readonly Sentence[];
} {
  const { match, steps } = playForced(start);
  const passes = steps.map((step): Change => ({ do: 'advance-match', match: step.match }));
  return {
    match,
    changes: [{ do: 'start-match', match: start }, ...passes],
    events: steps.map(passReport),
  };
}

/** The effects of the start of a match: letters to both players that begin with these events. */
export function openMatch(
  start: Match,
  context: LetterSource,
  events: readonly Sentence[],
  by?: Seat,
): Effects {
  const { match, changes, events: passes } = beginMatch(start);
  const hints = start.hints ? [say('hints-agreed', { board: start.board })] : [];
  const told = boardEffects(match, context, [...events, ...hints, ...passes], by);
  return { ...told, changes: [...changes, ...told.changes] };
}

/** The board letters after a change of a match, without the one that waits for the robot's move. */
export const boardEffects = (
  match: Match,
  context: LetterSource,
  events: readonly Sentence[],
  by?: Seat,
): Effects => holdForRobot(boardLetters(match, context, events, by), match, context.queries);

/** The letter, which begins with the earlier news if it goes to the robot's opponent. */
function withNews(letter: Intent, match: Match, { events, comment }: PendingBoardNews): Intent {
  const { message } = letter;
  if (!isToOpponent(letter, match) || message.kind !== 'board') return letter;
  const { facts } = message;
  const all = { events: [...events, ...facts.events], comment: facts.comment ?? comment };
  return { ...letter, message: { ...message, facts: { ...facts, ...all } } };
}

/**
 * Holds the letter to the robot's opponent if the robot is to move soon. Holds nothing for an opponent who
 * does not want a board for each move, nor while too many turns of the robot wait.
 *
 * @param untold news that the robot's opponent has not got yet
 */
export function holdForRobot(
  drafts: readonly Intent[],
  match: Match,
  queries: Queries,
  untold?: PendingBoardNews,
): Effects {
  const letters = untold ? drafts.map((draft) => withNews(draft, match, untold)) : drafts;
  const letter = isRobotsTurn(match)
    ? letters.find((each) => isToOpponent(each, match))
    : undefined;
  const notify = letter?.to.choices?.['notify'] ?? 'each';
  if (
    letter?.message.kind !== 'board' ||
    notify !== 'each' ||
    queries.robotTurnsWaiting() >= robotLimits.promptTurns
  ) {
    return { changes: [], letters };
  }
  const { events, comment } = letter.message.facts;
  return {
    letters: letters.filter((each) => each !== letter),
    changes: [{ do: 'keep-untold', board: match.board, news: { events, comment } }],
  };
}

const isToOpponent = ({ to }: Intent, { robot, ...seats }: Match): boolean =>
  robot !== undefined && to.playerId === seats[opposite(robot.side)].id;
