import { findCommand } from '../../command/text/registry.ts';
import { RULES } from '../../engine/shape/rules.ts';
import type { BoardFacts, Choices } from '../../intent.ts';
import { subjectCommandCharsMax } from '../../limits.ts';
import { type Sentence, say } from '../../sentence.ts';
import type { BoardPage } from '../board-page.ts';
import { lastMove } from './glance.ts';

/** The subject of a board letter, as its reader has chosen. */
export function boardSubject(facts: BoardFacts, page: BoardPage, { subject }: Choices): Sentence {
  const { game, board, black, white, turn: userid } = page;
  if (subject === 'turn' && !facts.past) {
    if (userid === undefined) return overSubject(facts, page);
    const last = lastMove(facts);
    // Who moves again after a forced pass would be named twice.
    return last && last.mover !== userid
      ? say('subject-board-moved', { game, board, userid, ...last })
      : say('subject-board-turn', { game, board, userid, black, white });
  }
  return subject === 'classic' && userid !== undefined
    ? say('subject-board-classic', { game, board, userid })
    : say('subject-board', { game, board, black, white });
}

function overSubject({ outcome }: BoardFacts, { game, board, black, white }: BoardPage): Sentence {
  if (outcome?.winner === undefined) {
    return say('subject-board-nobody-won', { game, board, black, white });
  }
  const [winner, loser] = outcome.winner === 'black' ? [black, white] : [white, black];
  return say('subject-board-won', { game, board, winner, loser });
}

/** What an answer is about, by the commands that it answers. */
export const answerSubject = (commands: readonly (string | undefined)[]): Sentence =>
  say('subject-answer', namedIn(commands));

/** What a question is about, by the commands that wait for the yes. */
export const confirmSubject = (commands: readonly string[]): Sentence =>
  say('subject-confirm', namedIn(commands));

/** The first of them, and how many there are; those that read alike in a subject are one. */
function namedIn(commands: readonly (string | undefined)[]) {
  const named = [...new Set(commands.flatMap((command) => shortCommand(command ?? '') ?? []))];
  return { command: named[0] ?? '', count: named.length };
}

/**
 * A command as a subject may name it, which others see in passing and programs show without being
 * asked: its name, and the words behind it up to the first that is not the server's own. That leaves
 * out userids, addresses, reasons and whatever else somebody has chosen, also where a command has
 * spelled them.
 *
 * @param written in the server's own spelling
 * @returns undefined when no command is written there
 */
function shortCommand(written: string): string | undefined {
  const found = findCommand(written.split(' '));
  if (!found) return undefined;
  const { command, rest } = found;
  const values = (command.values ?? []).flatMap((value) => value.split(' '));
  const own = new Set<string>([...values, ...RULES]);
  const end = rest.findIndex((word) => !own.has(word) && !isPlace(word));
  const words = end < 0 ? rest : rest.slice(0, end);
  let short = command.name;
  for (const word of words) {
    if (short.length + 1 + word.length > subjectCommandCharsMax) break;
    short += ` ${word}`;
  }
  return short;
}

/** A number, a ply, a cell or a move between two; no board has a number that is longer. */
const isPlace = (word: string): boolean => /^(?:#?-?\d{1,7}|(?:[a-z]\d\d?[x-]?){1,2})$/.test(word);
