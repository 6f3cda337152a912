import { readFileSync } from 'node:fs';
import { forms } from '../src/engine/games/forms/forms.ts';
import { makePuzzle } from '../src/engine/puzzle/make-puzzle.ts';
import { type Puzzle, puzzleMoves, type StockPuzzle } from '../src/engine/puzzle/puzzle.ts';
import { parsePosition } from '../src/engine/registry.ts';
import { Effort } from '../src/engine/shape/solution.ts';
import type { Position } from '../src/engine/shape/types.ts';

/** A puzzle of the stock before it is graded. */
export type Ungraded = Omit<StockPuzzle, 'grade'>;

/** Positions that the author of Forms and Bill Taylor have published, as puzzles. */

/** The author's own, with who is to move in them. */
const AUTHORS: readonly (readonly [StockPuzzle['source'], string])[] = [
  // White has one example move in the text, and three others that win as well.
  ['example', 'forms 8x8 8/8/8/4xxx./4wx2/4x3/8/8 w'],
  ['slide', 'forms 4x4 wx2/.x2/.w2/xww. x'],
  ['disconnection', 'forms 4x4 4/4/ww2/x3 x'],
  // Whoever is to move loses, and the reader has to show why.
  ['problem', 'forms 4x4 4/.xx./.ww./4 x'],
];

const NODES_MAX = 2_000_000;

const positionOf = (text: string): Position => {
  const position = parsePosition(text);
  if (!position.ok) throw new Error(`${text}: ${position.error.code}`);
  return position.value;
};

/** How well a puzzle asks: few ways to win, and many moves to find. */
const worth = ({ step }: Puzzle): number => 10 * puzzleMoves(step) - Object.keys(step.wins).length;

/** A position as a puzzle; where its mover is lost, the other side answers the best move there is. */
function puzzleOf(text: string): Puzzle | undefined {
  const position = positionOf(text);
  const asked = makePuzzle(position, { effort: fresh(), severalWin: true });
  if (asked) return asked;
  const after = forms.legalMoves(position as Parameters<typeof forms.legalMoves>[0]);
  return after
    .flatMap(
      (move) => makePuzzle(position, { effort: fresh(), given: [move], severalWin: true }) ?? [],
    )
    .sort((one, next) => worth(next) - worth(one))[0];
}

const fresh = (): Effort => new Effort({ nodesMax: NODES_MAX });

/** Taylor's patterns stand far from any edge: two empty cells around them are as good as a plane. */
function inTheOpen(pattern: string): { readonly size: string; readonly board: string } {
  const ranks = pattern
    .replaceAll('-', '.')
    .replaceAll('o', 'w')
    .split('/')
    .map((rank) => `..${rank}..${rank.length % 2 === 0 ? '' : '.'}`);
  const cols = ranks[0]?.length ?? 0;
  const empty = '.'.repeat(cols);
  const all = [empty, empty, ...ranks, empty, empty];
  return { size: `${cols}x${all.length}`, board: all.join('/') };
}

/** Every puzzle of the sources, each once. */
export function sourcePuzzles(): readonly Ungraded[] {
  const authors = AUTHORS.map(([source, text]) => {
    const puzzle = puzzleOf(text);
    if (!puzzle) throw new Error(`${text} is no puzzle`);
    return { source, ...puzzle };
  });
  const file = new URL('../test/fixtures/conformance/taylor.json', import.meta.url);
  const table = JSON.parse(readFileSync(file, 'utf8')) as readonly { readonly position: string }[];
  const patterns = table.flatMap(({ position }) => {
    const { size, board } = inTheOpen(position);
    // O is White: of what O wins, whoever starts, the one with the better question.
    const asked = ['x', 'w'].flatMap((turn) => puzzleOf(`forms ${size} ${board} ${turn}`) ?? []);
    const [best] = asked.sort((one, next) => worth(next) - worth(one));
    const asks = best && (puzzleMoves(best.step) > 1 || Object.keys(best.step.wins).length <= 2);
    return asks ? [{ source: 'taylor', ...best } as const] : [];
  });
  return [...authors, ...patterns];
}
