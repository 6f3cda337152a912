import { writeFileSync } from 'node:fs';
import { findPuzzle } from '../src/engine/puzzle/make-puzzle.ts';
import {
  grade,
  puzzleMoves,
  STOCK,
  type StockPuzzle,
  starsOf,
  startPosition,
} from '../src/engine/puzzle/puzzle.ts';
import { canonical, findGame } from '../src/engine/registry.ts';
import { chooseMove } from '../src/engine/robot/choose-move.ts';
import type { Level } from '../src/engine/robot/level.ts';
import type { Position } from '../src/engine/shape/types.ts';
import { sourcePuzzles, type Ungraded } from './puzzle-sources.ts';

/**
 * Adds to the puzzles that every server begins with: those of the sources that are missing, and some of
 * games that the robot has played against itself, until there are as many as wanted. The puzzles that
 * are there keep their numbers and are graded anew. The same seeds give the same games.
 */

/** How many puzzles of at least so many moves there are to be of a board, those of more moves first. */
const WANTED: readonly {
  rules: string;
  cols: number;
  rows: number;
  count: number;
  least: number;
}[] = [
  { rules: 'forms', cols: 4, rows: 4, count: 14, least: 2 },
  { rules: 'forms', cols: 5, rows: 4, count: 10, least: 2 },
  { rules: 'forms', cols: 6, rows: 4, count: 8, least: 2 },
  { rules: 'forms', cols: 6, rows: 5, count: 6, least: 2 },
  { rules: 'forms', cols: 6, rows: 6, count: 6, least: 2 },
  { rules: 'forms-original', cols: 4, rows: 4, count: 6, least: 2 },
  { rules: 'forms-original', cols: 6, rows: 4, count: 4, least: 1 },
  { rules: 'minefield', cols: 4, rows: 4, count: 2, least: 1 },
  { rules: 'minefield', cols: 5, rows: 5, count: 6, least: 1 },
  { rules: 'minefield', cols: 6, rows: 6, count: 4, least: 1 },
  { rules: 'minefield', cols: 8, rows: 8, count: 4, least: 3 },
  { rules: 'minefield', cols: 8, rows: 8, count: 12, least: 2 },
];
const GAMES_MAX = 400;
const NODES_MAX = 1_000_000;
/** The first plies are a beginner's, so that no two games are alike. */
const OPENING_PLIES = 4;

/** The positions of a game of the robot against itself. */
function gameOf(rules: string, cols: number, rows: number, seed: number): readonly Position[] {
  const game = findGame(rules);
  const start = game?.start({ cols, rows });
  if (!game || !start?.ok) throw new Error(`no game ${rules} ${cols}x${rows}`);
  const positions: Position[] = [start.value];
  let position: Position = start.value;
  for (let ply = 0; !game.outcome(position) && ply < 200; ply++) {
    const level: Level = ply < OPENING_PLIES ? 1 : 3;
    const order = { level, seed: `${rules} ${cols}x${rows} ${seed} ${ply}` };
    position = game.play(position, chooseMove(position, order).move).position;
    positions.push(position);
  }
  return positions;
}

const stock: StockPuzzle[] = [];
const known = new Set<string>();

/** Adds a puzzle, unless its position is there already. */
function add(puzzle: Ungraded): void {
  const { source, position, given, step } = puzzle;
  const place = canonical(startPosition(puzzle));
  if (known.has(place)) return;
  known.add(place);
  const points = grade(puzzle);
  stock.push({ source, grade: points, position, given, step });
  console.log(stock.length, points, '*'.repeat(starsOf(points)), puzzleMoves(step), position);
}

/** How many puzzles of a board there are, of at least so many moves. */
const countOf = (board: string, least: number): number =>
  stock.filter(
    ({ source, position, step }) =>
      source === 'robot' && position.startsWith(`${board} `) && puzzleMoves(step) >= least,
  ).length;

STOCK.forEach(add);
sourcePuzzles().forEach(add);
for (const { rules, cols, rows, count, least } of WANTED) {
  const board = `${rules} ${cols}x${rows}`;
  for (let seed = 1; seed <= GAMES_MAX && countOf(board, least) < count; seed++) {
    const puzzle = findPuzzle(gameOf(rules, cols, rows, seed), NODES_MAX);
    if (puzzle && puzzleMoves(puzzle.step) >= least) add({ source: 'robot', ...puzzle });
  }
}
const lines = stock.map((puzzle) => JSON.stringify(puzzle));
writeFileSync('src/engine/puzzle/stock.json', `[\n${lines.join(',\n')}\n]\n`);
