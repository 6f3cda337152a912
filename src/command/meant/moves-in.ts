import { gameOf } from '../../engine/registry.ts';
import type { Game } from '../../engine/shape/game.ts';
import type { Position } from '../../engine/shape/types.ts';
import { foldCase, looksLikeMoveOf, type Match } from '../../match/types.ts';
import { fold } from '../shape/words.ts';
import { holdDoubt } from '../text/beside-move.ts';
import { readStatement } from '../text/statement.ts';
import { phraseKey } from '../text/undecorated.ts';
import { isYes, type Vocabulary } from '../text/vocabulary.ts';
import { type Meanings, sentencesOf } from './meanings.ts';

/** The legal moves that a text names by their cells. */

/** A word of cells only: `e4`, `e4e5`, `e4xe5`; or two cells joined to another word: `movee4e5`. */
const OF_CELLS = /^(?:[a-z][1-9][0-9]?x?)+$/i;
const GLUED = /^[a-z]+?((?:[a-z][1-9][0-9]?x?){2})$/i;
const CELL = /([a-z][1-9][0-9]?)x?(?=[a-z][1-9]|$)/gi;
/** Letters of other alphabets that look like those of a cell. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  а: 'a',
  в: 'b',
  с: 'c',
  ԁ: 'd',
  е: 'e',
  һ: 'h',
  і: 'i',
  ј: 'j',
  к: 'k',
  м: 'm',
  о: 'o',
  р: 'p',
  ԛ: 'q',
  ѕ: 's',
  т: 't',
  х: 'x',
  у: 'y',
  α: 'a',
  ε: 'e',
  ο: 'o',
  ρ: 'p',
};
/**
 * The legal moves of a position that occur in a text: as their cells, one after the other in one sentence,
 * with any words between, or in a word with a number, such as `Nf3`. Other words are not searched: they may
 * be prose.
 */
export function movesIn(
  text: string,
  position: Position,
  { spoken, notation }: Pick<Meanings, 'spoken' | 'notation'>,
): readonly string[] {
  const game = gameOf(position.rules);
  const found = new Set<string>();
  for (const sentence of sentencesOf(plain(text, game, notation))) {
    const words = sentence.match(/[\p{L}\p{N}]+/gu) ?? [];
    const cells = withSpokenCells(words, spoken).flatMap((word) => {
      const isNoted = !isOfCells(word) && /^\p{L}+\d/u.test(word) && looksLikeMoveOf(game, word);
      return isNoted ? [word] : cellsOf(word);
    });
    for (let at = 0; at < cells.length; at++) {
      const one = cells[at] ?? '';
      const [next = '', third = ''] = cells.slice(at + 1, at + 3);
      // "Take d4 with d3" names the target first.
      const ways = [[one], [one, next], [next, one], [one, next, third]];
      const named = ways.find((some) => {
        const written = some.join('');
        return looksLikeMoveOf(game, written) && game.parseMove(position, written).ok;
      });
      if (!named) continue;
      found.add(named.join(''));
      at += named.length - 1;
    }
  }
  return [...found];
}

/**
 * While dead stones are being agreed: the move that one sentence of the text states, "Pass. c3 and d4 are
 * dead". A yes in front of other words agrees to what the other side has named: "yes agreed, they're all
 * dead".
 */
export function namedIn(
  lines: readonly string[],
  { position, moves }: Pick<Match, 'position' | 'moves'>,
  vocabulary: Vocabulary,
): string | undefined {
  const game = gameOf(position.rules);
  const agreement = game.agreement?.(position);
  const text = lines.join('\n');
  const sentences = sentencesOf(text);
  const stated = sentences.flatMap(
    (sentence) => readStatement(sentence.trim(), vocabulary)?.move ?? [],
  );
  const naming = stated.find((move) => NAMES.test(move) && game.parseMove(position, move).ok);
  if (naming !== undefined || !agreement || !NAMES.test(moves.at(-1) ?? '')) return naming;
  const [first = ''] = sentences[0]?.split(/[,:(]/) ?? [];
  const says = (words: string) => isYes(vocabulary.verdicts.get(words));
  const words = phraseKey([first.trim()]);
  const agrees = says(words) || words.split(' ').every(says);
  const isDoubted = holdDoubt(phraseKey([text]).split(' '), vocabulary.doubts);
  return agrees && !isDoubted && !text.includes('?')
    ? game.makeMove(agreement, position)
    : undefined;
}

/** A word and what it names: `dead/c3/d4`. */
const NAMES = /^[a-z]+\//;

/** The castlings of a text that names no side, legal or not: "castle". */
export function castlingsIn(
  text: string,
  game: Game,
  { notation }: Pick<Meanings, 'notation'>,
): readonly string[] {
  const words = fold(text).match(/[\p{L}-]+/gu) ?? [];
  const castle = words.find((word) => notation.get(word) === CASTLE);
  if (castle === undefined || !game.inNotation) return [];
  const sides = [...notation].filter(([, sign]) => SIDES.has(sign)).map(([word]) => word);
  const written = sides.map((side) => game.inNotation?.(`${castle} ${side}`, notation) ?? '');
  return [...new Set(written)];
}

/** The signs of castling, and of its two sides. */
const CASTLE = 'O';
const SIDES: ReadonlySet<string> = new Set(['s', 'l']);

/** Joins the letter and the number of a cell where one of them is spoken: `e four`, `see 3`. */
function withSpokenCells(words: readonly string[], spoken: Meanings['spoken']): readonly string[] {
  const joined: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const [word = '', next = ''] = words.slice(at, at + 2);
    const [file, rank] = [signOf(word, spoken), signOf(next, spoken)];
    const isCell = FILE.test(file) && RANK.test(rank);
    joined.push(isCell ? file + rank : word);
    if (isCell) at++;
  }
  return joined;
}

const signOf = (word: string, spoken: Meanings['spoken']): string => spoken.get(fold(word)) ?? word;

const FILE = /^[a-z]$/i;
const RANK = /^[1-9][0-9]?$/;

/** Whether a word consists of cells: `e4`, `e4xe5`. */
export const isOfCells = (word: string): boolean => OF_CELLS.test(word);

/** A cell with its number in front: `6e`. */
const TURNED = /^([1-9][0-9]?)([a-z])$/i;

/** The cells of a text, one after the other, in lower case unless the game tells cases apart. */
export const cellsIn = (text: string, game: Game): readonly string[] =>
  plain(text, game, new Map())
    .split(/[^\p{L}\p{N}]+/u)
    .flatMap(cellsOf);

function cellsOf(written: string): readonly string[] {
  const word = written.replace(TURNED, '$2$1');
  const cells = isOfCells(word) ? word : (GLUED.exec(word)?.[1] ?? '');
  return [...cells.matchAll(CELL)].map(([, cell = '']) => cell);
}

function plain(text: string, game: Game, notation: Meanings['notation']): string {
  const latin = foldCase(game, text.normalize('NFKC')).replace(
    /[\u0370-\u052f]/g,
    (letter) => LOOKALIKES[letter] ?? letter,
  );
  return game.inNotation?.(latin, notation) ?? latin;
}
