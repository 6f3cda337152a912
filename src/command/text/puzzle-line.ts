import { inCaseOf, mayBeMove } from '../../match/move-shape.ts';
import { move } from '../board/move.ts';
import { fold } from '../shape/fold.ts';
import type { Place, PuzzlePlace } from '../shape/types.ts';
import { withOurName } from './our-words.ts';
import { findCommand } from './registry.ts';
import { readStatement } from './statement.ts';
import { commandLine, kindly, withoutCourtesyInFront } from './undecorated.ts';
import type { Vocabulary } from './vocabulary.ts';

/**
 * The words behind `puzzle` for a line in the answer to a puzzle that says something else there than
 * elsewhere: a move, however it is stated, is a try, and "I give up" resigns no match.
 *
 * @returns undefined for every other line, and in every other letter
 */
export function puzzleWords(
  line: string,
  { puzzle }: Place,
  vocabulary: Vocabulary,
): readonly string[] | undefined {
  if (!puzzle || line.length > LINE_CHARS_MAX) return undefined;
  const bare = commandLine(line, vocabulary);
  const said = vocabulary.puzzle.get(kindly([withoutCourtesyInFront(fold(bare), vocabulary)]));
  if (said === 'next') return [];
  const words = said ?? moveIn(bare, puzzle, vocabulary);
  return words === undefined ? undefined : [`${puzzle.number}`, ...words.split(' ')];
}

/** The longest are a sentence of eight words. */
const LINE_CHARS_MAX = 120;

function moveIn(
  text: string,
  { number, game }: PuzzlePlace,
  vocabulary: Vocabulary,
): string | undefined {
  if (mayBeMove(game, text)) return text;
  const stated = readStatement(text, vocabulary);
  // Statements are read in lower case.
  const isOurs = stated?.number === undefined || stated.number === number;
  if (stated && isOurs && inCaseOf(game, 'A') === 'a') return stated.move;
  const named = findCommand(withOurName(text.split(/\s+/), vocabulary));
  const rest = named?.rest.join(' ') ?? '';
  return named?.command === move && mayBeMove(game, rest) ? rest : undefined;
}

/** Whether a `puzzle` in our own spelling is a try at what a letter showed: no hint, and not the end. */
export const isPuzzleMove = (text: string): boolean => /^puzzle \d+ (?!hint$)\S+$/.test(text);
