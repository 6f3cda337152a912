import { gameOf } from '../../engine/registry.ts';
import type { Game } from '../../engine/shape/game.ts';
import type { Position } from '../../engine/shape/types.ts';
import { inCaseOf, looksLikeMoveOf } from '../../match/move-shape.ts';

/** A word of nothing but cells: `e4`, `e4e5`, `e4xe5`; or two of them glued to another: `movee4e5`. */
const OF_CELLS = /^(?:[a-z][1-9][0-9]?x?)+$/i;
const GLUED = /^[a-z]+?((?:[a-z][1-9][0-9]?x?){2})$/i;
const CELL = /([a-z][1-9][0-9]?)x?(?=[a-z][1-9]|$)/gi;
/** Letters that look like those of a cell, and are of another alphabet. */
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
/** Where a thought ends: the cells of a move stand in one. */
const THOUGHT = /[.!?;\n]+(?=\s|$)/;

/**
 * The moves that are legal in a position, and whose cells stand in a text: one after the other in one
 * thought, with whatever words between. Each is there once, as its cells alone. Moves of any other make
 * are not looked for: in prose they would be words.
 */
export function movesIn(text: string, position: Position): readonly string[] {
  const game = gameOf(position.rules);
  const found = new Set<string>();
  for (const thought of plain(text, game).split(THOUGHT)) {
    const cells = (thought.match(/[\p{L}\p{N}]+/gu) ?? []).flatMap(cellsOf);
    for (let at = 0; at < cells.length; at++) {
      const one = cells[at] ?? '';
      const two = `${one}${cells[at + 1] ?? ''}`;
      const written = [one, two].find((each) => looksLikeMoveOf(game, each));
      if (written === undefined || !game.parseMove(position, written).ok) continue;
      found.add(written);
      if (written !== one) at++;
    }
  }
  return [...found];
}

function cellsOf(word: string): readonly string[] {
  const cells = OF_CELLS.test(word) ? word : (GLUED.exec(word)?.[1] ?? '');
  return [...cells.matchAll(CELL)].map(([, cell = '']) => cell);
}

const plain = (text: string, game: Game): string =>
  inCaseOf(game, text.normalize('NFKC')).replace(
    /[\u0370-\u052f]/g,
    (letter) => LOOKALIKES[letter] ?? letter,
  );
