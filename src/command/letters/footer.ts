import { opposite } from '../../engine/stones/board.ts';
import { storedPosition } from '../../engine/written.ts';
import type { BoardFacts, Message, MorningFacts } from '../../intent.ts';
import { type Sentence, say } from '../../sentence.ts';

/** Why a letter has come that nobody has asked for, and what stops it. */
interface Footer {
  /** One line, which names the command. */
  readonly says: Sentence;
  /**
   * What ends letters like this one, or makes them fewer. A button of a mail program sends it at once, so it
   * resigns nothing, and an account is only closed after a question.
   */
  readonly command: string;
  /** The letter says as much itself. */
  readonly isTold?: true;
}

/** The footer of a letter; undefined where it answers its reader, or where nothing stops such letters. */
export function footerOf(message: Message, reader: string | undefined): Footer | undefined {
  switch (message.kind) {
    case 'board':
      return underBoard(message.facts, reader, message.facts.choices?.['notify']);
    case 'show':
      return lookingOn(message.facts);
    case 'morning':
      return underMorning(message.facts, message.facts.choices?.['remind'] !== 'no');
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
      return { says: say('footer-account'), command: 'no', isTold: true };
    case 'notice':
      return reader === undefined ? undefined : UNDER_ALL;
    default:
      return undefined;
  }
}

const UNDER_ALL: Footer = { says: say('footer-account'), command: 'signoff' };

function lookingOn({ board, watching, outcome }: BoardFacts): Footer | undefined {
  if (!watching || outcome) return undefined;
  return { says: say('footer-watching', { board }), command: `unwatch ${board}` };
}

/** Each step leads to the next: a letter for each move, one a day, only results, none. */
function underBoard(
  facts: BoardFacts,
  reader: string | undefined,
  notify: string | undefined,
): Footer | undefined {
  const { board, black, white, outcome } = facts;
  if (reader !== black && reader !== white) return lookingOn(facts);
  if (!outcome && isCopy(facts, reader)) {
    return { says: say('footer-copy', { board }), command: 'set copies no' };
  }
  if (outcome || notify === 'result') {
    return { says: say('footer-last', { board }), command: 'signoff' };
  }
  const command = notify === 'daily' ? 'set notify result' : 'set notify daily';
  return { says: say('footer-board', { board, command }), command };
}

/** Whether a board only shows its reader what that one has just played. */
const isCopy = (facts: BoardFacts, reader: string): boolean =>
  facts.moves.length > 0 && !facts.comment && !facts.offer && !isTurnOf(facts, reader);

function underMorning({ daily, turns }: MorningFacts, reminds: boolean): Footer {
  if (daily) {
    const command = 'set notify result';
    return { says: say('footer-daily', { command }), command };
  }
  if (turns === 0) return UNDER_ALL;
  return reminds
    ? { says: say('footer-remind'), command: 'set remind no' }
    : { says: say('footer-warned'), command: 'signoff' };
}

/** Whether a player, who has a seat there, is to move on a board as a letter shows it. */
function isTurnOf(facts: BoardFacts, player: string): boolean {
  const { board, rules, start, moves } = facts;
  const first = storedPosition(rules, start, `board ${board}`).turn;
  return facts[moves.length % 2 === 0 ? first : opposite(first)] === player;
}

/**
 * What was told of how to play here: each letter of a player's first match teaches one thing, and the
 * last one what a short match had no letter for.
 */
interface Taught {
  /** How many of the lessons were told; undefined when no more are. */
  readonly lessons: number | undefined;
  /** The server has named the player, and has not told it yet. */
  readonly unnamed: boolean;
}

/**
 * In their order. The first of all, how to move, is the letter with the board; the last is told at the
 * end, when there is time for it.
 */
const LESSONS = ['lesson-left', 'lesson-say', 'lesson-show', 'lesson-undo'] as const;

/** Of them, what is told otherwise when the match is over. */
const AFTERWARDS: { readonly [code in (typeof LESSONS)[number]]?: 'lesson-undo-later' } = {
  'lesson-undo': 'lesson-undo-later',
};

/**
 * What a board letter of the first match tells its reader beside the board.
 *
 * @param reader the userid of who learns
 * @param wants whether that player wants to be told how to play
 */
export function teach(
  { lessons, unnamed }: Taught,
  facts: BoardFacts,
  reader: string,
  wants: boolean,
): { readonly says: readonly Sentence[]; readonly taught: Taught } {
  const named = unnamed ? [say('first-named', { userid: reader })] : [];
  const rest = (told: readonly Sentence[], left: number | undefined) => ({
    says: [...named, ...told],
    taught: { lessons: left, unnamed: false },
  });
  if (lessons === undefined || !wants) return rest([], undefined);
  const { board, rules, outcome } = facts;
  if (outcome) {
    const seat = reader === facts.black ? 'black' : 'white';
    // Who gives up wants to be left alone.
    const gaveUp = outcome.ending === 'resigned' && outcome.winner !== seat;
    return rest(gaveUp ? [] : missedOf(lessons, { board, rules }), undefined);
  }
  const code = isTurnOf(facts, reader) ? LESSONS[lessons - 1] : undefined;
  return code ? rest([say(code, { board, rules })], lessons + 1) : rest([], lessons);
}

/** What is told at the end of a match: all that is left, and that people play here, too. */
const missedOf = (lessons: number, about: Pick<BoardFacts, 'board' | 'rules'>) => [
  ...LESSONS.slice(lessons - 1).map((code) => say(AFTERWARDS[code] ?? code, about)),
  say('lesson-people'),
];
