import { foldCase, mayBeMove } from '../../match/types.ts';
import { move } from '../board/move.ts';
import type { LetterContext, LetterPuzzle } from '../shape/types.ts';
import { fold } from '../shape/words.ts';
import { withOurName } from './our-words.ts';
import { findCommand } from './registry.ts';
import { commandLine, phraseKey, withoutCourtesyInFront } from './undecorated.ts';
import type { Vocabulary } from './vocabulary.ts';

/**
 * Statements of a move: an entire line that matches a closed list of patterns. A question, a doubt or a
 * report has a word outside all patterns.
 */

/** One or two cells that are not part of a longer word. */
const CELLS = /(?<![\p{L}\d-])([a-z][1-9]\d?)(?:[-x]?([a-z][1-9]\d?))?(?![\p{L}\d-])/giu;
/** Dashes, arrows, dots, crosses and commas between the cells of a move. */
const JOINT =
  '([-=~]{0,3}>|-{1,3}|[\\u2190-\\u21ff\\u2794-\\u27be\\u27f0-\\u27ff\\u2900-\\u297f\\u2b95]|[x*:,\\u2715\\u2716\\u2a2f]|\\.{2,3}|\\u2026)';
const JOINED = new RegExp(
  `(?<![\\p{L}\\d])([a-z][1-9]\\d?)\\s{0,9}${JOINT}\\s{0,9}([a-z][1-9]\\d?)(?![\\p{L}\\d])`,
  'giu',
);
/** The ply that a move is meant for, and the board in front of it. */
const PLY = /\s*#\s?([1-9]\d{0,14})$/;
const NUMBER = /^#?([1-9]\d{0,14})\s+(?=\S)/;
/** Punctuation outside the patterns: between words, and around the move. */
const SIGNS = /[,:;.!"*_`()[\]\u00ab\u00bb\u2039\u203a\u201c-\u201f]+|(?<=^|\s)-+(?=\s|$)/g;

/** Cells in a row, with words of at most three letters between them. */
const NAMED = /\b[a-z][1-9]\d?(?:[\s,]+(?:\p{L}{2,3}\s+)?[a-z][1-9]\d?)*\b/iu;

/** A capture told by its file, as in chess: `cxd4`. */
export const CAPTURE_FROM_FILE = /^([a-z])x([a-z][1-9]\d?)$/;

/** A move in a statement. */
export interface Stated {
  /** `e4-e5`, `e4e5`, one cell, or a word that is a move in some game. */
  readonly move: string;
  /** The number in front of a move without other words. */
  readonly number: number | undefined;
  readonly ply: number | undefined;
}

/**
 * @param line without decoration
 * @returns undefined for a line that is not a statement
 */
export function readStatement(line: string, vocabulary: Vocabulary): Stated | undefined {
  if (line.includes('?')) return undefined;
  const ply = PLY.exec(line)?.[1];
  const bare = withoutCourtesyInFront(line.replace(PLY, ''), vocabulary);
  // "I pass" as a whole, or "my move is pass".
  const words = bare.split(' ');
  const endsInMove = vocabulary.moves.has(phraseKey([...words.slice(0, -1), '{move}']));
  const wordOf = (some: readonly string[]) => vocabulary.moveWords.get(phraseKey(some));
  const word = wordOf(words) ?? (endsInMove ? wordOf(words.slice(-1)) : undefined);
  if (word !== undefined) return { move: word, number: undefined, ply: numberOf(ply) };
  // "c3 and d4 are dead" names any number of cells.
  const named = NAMED.exec(bare)?.[0];
  const naming = named && vocabulary.moveWords.get(phraseKey([bare.replace(named, '{cells}')]));
  if (naming) {
    const cells = named.match(/[a-z][1-9]\d?/gi)?.join('/') ?? '';
    return { move: naming.replace('{cells}', cells), number: undefined, ply: numberOf(ply) };
  }
  const text = withPlainMove(withWholeCells(bare), vocabulary);
  const number = NUMBER.exec(text)?.[1];
  const [cells, ...more] = text.matchAll(CELLS);
  if (!cells || more.length > 0) return undefined;
  const frame = text.replace(NUMBER, '').replace(cells[0], '{move}');
  const isStated = frame === '{move}' || (number === undefined && vocabulary.moves.has(frame));
  if (!isStated) return undefined;
  return { move: cells[0], number: numberOf(number), ply: numberOf(ply) };
}

/** The word that stands for the move in a line of the patterns: `Nf3` of `I play Nf3`. */
export function moveInFrame(words: readonly string[], { moves }: Vocabulary): string | undefined {
  return words.find((_, at) => moves.has(phraseKey(words.with(at, '{move}'))));
}

/** Joins split cells, in a line of nothing else: `e 4 - e 5`. */
const withWholeCells = (text: string): string =>
  SPLIT_CELLS.test(text) ? text.replace(/(?<=[a-z])\s(?=\d)/gi, '') : text;

const SPLIT_CELLS = /^[a-z]\s[1-9]\d?(?:[^\p{L}\d]{1,5}[a-z]\s[1-9]\d?)?$/iu;

const numberOf = (digits: string | undefined) =>
  digits === undefined ? undefined : Number(digits);

/**
 * A folded text without punctuation, and with the two cells of its move joined by a plain sign in place of
 * any signs or words: `e4 -> e5`, `e4..e5`, `from e4 to e5`.
 */
export function withPlainMove(text: string, { cells: patterns }: Vocabulary): string {
  const folded = fold(text);
  // An accent, or a strike-through even more, makes a cell invalid.
  const isPlain = folded.match(/[a-z][1-9]/g)?.every((cell) => text.toLowerCase().includes(cell));
  if (!isPlain) return text;
  return fold(joinByWords(folded.replace(JOINED, joinBySign), patterns).replace(SIGNS, ' '));
}

/** Joins two separate cells if the words between them match a pattern. */
function joinByWords(text: string, patterns: readonly string[]): string {
  const [from, to, ...more] = [...text.matchAll(CELLS)];
  if (!from || !to || more.length > 0) return text;
  if (from[2] !== undefined || to[2] !== undefined) return text;
  const before = text.slice(0, from.index);
  const between = text.slice(from.index + from[0].length, to.index);
  const behind = text.slice(to.index + to[0].length);
  const frame = `${before}{from}${between}{to}${behind}`;
  for (const pattern of [...patterns, SIDE_BY_SIDE]) {
    const at = frame.indexOf(pattern);
    if (at < 0 || isLetter(frame[at - 1]) || isLetter(frame[at + pattern.length])) continue;
    const move = `${from[0]}${pattern === SIDE_BY_SIDE ? '' : '-'}${to[0]}`;
    return frame.slice(0, at) + move + frame.slice(at + pattern.length);
  }
  return text;
}

const isLetter = (char = ''): boolean => /[\p{L}\d]/u.test(char);

/** A cross stays: it marks a capture. */
const joinBySign = (_: string, from: string, joint: string, to: string): string =>
  `${from}${CROSS.test(joint) ? 'x' : '-'}${to}`;

const CROSS = /[x*\u2715\u2716\u2a2f]/;
const SIDE_BY_SIDE = '{from} {to}';

/**
 * Reads a line in the answer to a puzzle that means something else elsewhere: a stated move is a try, and
 * "I give up" resigns no match.
 *
 * @returns the words after `puzzle`; undefined for other lines and letters
 */
export function puzzleWords(
  line: string,
  { puzzle }: LetterContext,
  vocabulary: Vocabulary,
): readonly string[] | undefined {
  if (!puzzle || line.length > LINE_CHARS_MAX) return undefined;
  const bare = commandLine(line, vocabulary);
  const word = vocabulary.puzzle.get(phraseKey([withoutCourtesyInFront(fold(bare), vocabulary)]));
  if (word === 'next') return [];
  const words = word ?? moveIn(bare, puzzle, vocabulary);
  return words === undefined ? undefined : [`${puzzle.number}`, ...words.split(' ')];
}

/** The longest lines are sentences of eight words. */
const LINE_CHARS_MAX = 120;

function moveIn(
  text: string,
  { number, game }: LetterPuzzle,
  vocabulary: Vocabulary,
): string | undefined {
  if (mayBeMove(game, text)) return text;
  const stated = readStatement(text, vocabulary);
  const isOurs = stated?.number === undefined || stated.number === number;
  const isMove = stated && isOurs && mayBeMove(game, stated.move);
  // Statements are read in lower case, so they are no moves of a game in which case matters.
  if (isMove && foldCase(game, 'A') === 'a') return stated.move;
  const named = findCommand(withOurName(text.split(/\s+/), vocabulary));
  const rest = named?.rest.join(' ') ?? '';
  return named?.command === move && mayBeMove(game, rest) ? rest : undefined;
}

/** Whether a `puzzle` command in our own spelling is a move, not a hint or the end. */
export const isPuzzleMove = (text: string): boolean => /^puzzle \d+ (?!hint$)\S+$/.test(text);
