import { storedPosition } from '../../engine/registry.ts';
import { opposite } from '../../engine/stones/board.ts';
import type { BoardFacts, Message, MorningFacts } from '../../intent.ts';
import { isGenerated } from '../../player/address.ts';
import { type Sentence, say } from '../../sentence.ts';

/** Why an unsolicited letter was sent, and how to stop such letters. */
interface Footer {
  /** One line, which names the command. */
  readonly says: Sentence;
  /**
   * Ends letters like this one, or reduces them. A mail program's button sends it at once, so it resigns
   * nothing, and an account is closed only after a question.
   */
  readonly command: string;
  /** The letter's own text says this already, so no line is added below it. */
  readonly isInText?: true;
}

/** The footer of a letter; undefined if it answers its reader or nothing stops such letters. */
export function footerOf(message: Message, reader: string | undefined): Footer | undefined {
  switch (message.kind) {
    case 'board':
      return boardFooter(message.facts, reader, message.facts.choices?.['notify']);
    case 'show':
      return watchFooter(message.facts);
    case 'morning':
      return morningFooter(message.facts, message.facts.choices?.['remind'] !== 'no');
    case 'challenge':
    case 'counter':
      return { says: say('footer-challenge'), command: 'set accept none' };
    case 'message': {
      const { from } = message.facts;
      return { says: say('footer-message', { userid: from }), command: `block ${from}` };
    }
    case 'puzzle':
      return message.facts.daily && { says: say('footer-puzzle'), command: 'set puzzle off' };
    case 'broadcast':
      return { says: say('footer-broadcast'), command: 'set news no' };
    case 'invitation':
      return { says: say('footer-account'), command: 'no', isInText: true };
    case 'notice':
      return reader === undefined ? undefined : ACCOUNT_FOOTER;
    default:
      return undefined;
  }
}

const ACCOUNT_FOOTER: Footer = { says: say('footer-account'), command: 'signoff' };

function watchFooter({ board, watching, outcome }: BoardFacts): Footer | undefined {
  if (!watching || outcome) return undefined;
  return { says: say('footer-watching', { board }), command: `unwatch ${board}` };
}

/** The next step to fewer letters from each choice. */
const FEWER: Readonly<Record<string, string>> = {
  each: 'set notify daily',
  daily: 'set notify result',
  result: 'set notify none',
};

/** Each footer offers the next step: a letter for each move, one a day, results only, none. */
function boardFooter(
  facts: BoardFacts,
  reader: string | undefined,
  notify: string | undefined,
): Footer | undefined {
  const { board, black, white, outcome, comment } = facts;
  if (reader !== black && reader !== white) return watchFooter(facts);
  const isCopy =
    !outcome &&
    facts.moves.length > 0 &&
    (comment === undefined || comment.by === reader) &&
    !facts.offer &&
    !isTurnOf(facts, reader);
  if (isCopy) return { says: say('footer-copy'), command: 'set copies no' };
  const command = FEWER[notify ?? 'each'];
  if (outcome || command === undefined) {
    return { says: say('footer-last', { board }), command: 'signoff' };
  }
  return { says: say('footer-board', { board, command }), command };
}

function morningFooter({ daily, turns }: MorningFacts, reminds: boolean): Footer {
  if (daily) {
    const command = 'set notify result';
    return { says: say('footer-daily', { command }), command };
  }
  if (turns === 0) return ACCOUNT_FOOTER;
  return reminds
    ? { says: say('footer-remind'), command: 'set remind no' }
    : { says: say('footer-warned'), command: 'signoff' };
}

/** Whether a seated player is to move on a board as a letter shows it. */
function isTurnOf(facts: BoardFacts, player: string): boolean {
  const { board, rules, start, moves } = facts;
  const first = storedPosition(rules, start, `board ${board}`).turn;
  return facts[moves.length % 2 === 0 ? first : opposite(first)] === player;
}

/** The progress of the lessons: each letter of a player's first match teaches one thing. */
interface LessonProgress {
  /** The number of the next lesson; undefined when no more follow. */
  readonly nextLesson: number | undefined;
  /** The server has chosen the userid, and the player is not notified yet. */
  readonly announcesUserid: boolean;
}

/** In order, after the letter with the board, which teaches how to move. The end of the match ends them. */
const LESSONS = ['lesson-left', 'lesson-say', 'lesson-show', 'lesson-undo'] as const;

/**
 * The lessons in a board letter of the first match.
 *
 * @param reader the userid of the learner
 * @param suggested another userid for the learner
 * @param wants whether that player wants lessons
 */
export function lessonLines(
  { nextLesson, announcesUserid }: LessonProgress,
  facts: BoardFacts,
  reader: string,
  suggested: string | undefined,
  wants: boolean,
): { readonly says: readonly Sentence[]; readonly progress: LessonProgress } {
  const isNamed = !announcesUserid || !isGenerated(reader);
  const named = isNamed ? [] : [say('first-named', { userid: reader, name: suggested ?? 'anna' })];
  const result = (sentences: readonly Sentence[], next: number | undefined) => ({
    says: [...named, ...sentences],
    progress: { nextLesson: next, announcesUserid: false },
  });
  if (nextLesson === undefined || !wants) return result([], undefined);
  const { board, rules, outcome } = facts;
  if (outcome) {
    const seat = reader === facts.black ? 'black' : 'white';
    // A player who resigned gets no further lessons.
    const gaveUp = outcome.ending === 'resigned' && outcome.winner !== seat;
    return result(gaveUp ? [] : [say('lesson-people', { rules })], undefined);
  }
  const code = isTurnOf(facts, reader) ? LESSONS[nextLesson - 1] : undefined;
  return code ? result([say(code, { board, rules })], nextLesson + 1) : result([], nextLesson);
}
