import type { BoardFacts, Message, MorningFacts } from '../../intent.ts';
import { type Sentence, say } from '../../sentence.ts';
import { isTurnOf } from './turn-of.ts';

/** Why a letter has come that nobody has asked for, and what stops it. */
export interface Footer {
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
