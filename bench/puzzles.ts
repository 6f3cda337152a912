import { writeFileSync } from 'node:fs';
import { findPuzzle } from '../src/engine/puzzle/find-puzzle.ts';
import { grade, starsOf } from '../src/engine/puzzle/grade.ts';
import { movesIn, type Puzzle } from '../src/engine/puzzle/puzzle.ts';
import type { StockPuzzle } from '../src/engine/puzzle/stock.ts';
import { findGame } from '../src/engine/registry.ts';
import { chooseMove } from '../src/engine/robot/choose-move.ts';
import type { Level } from '../src/engine/robot/level.ts';
import type { Position } from '../src/engine/shape/types.ts';
import { canonical, parsePosition } from '../src/engine/written.ts';
import { sourcePuzzles } from './puzzle-sources.ts';

/**
 * Writes the puzzles that every server begins with: those of the sources, and some of games that the
 * robot has played against itself. The same seeds give the same games.
 */

/** Of which boards there are how many, and how many moves they have at least. */
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
  { rules: 'minefield', cols: 4, rows: 4, count: 8, least: 1 },
  { rules: 'minefield', cols: 5, rows: 5, count: 6, least: 1 },
  { rules: 'minefield', cols: 6, rows: 6, count: 4, least: 1 },
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

const asPosition = (text: string): Position => {
  const position = parsePosition(text);
  if (!position.ok) throw new Error(position.error.code);
  return position.value;
};

const known = new Set<string>();
const isNew = ({ position }: Puzzle): boolean => {
  const before = known.size;
  return known.add(canonical(asPosition(position))).size > before;
};

const tell = (puzzle: Puzzle): void => {
  const points = grade(puzzle);
  console.log(points, '*'.repeat(starsOf(points)), movesIn(puzzle.step), puzzle.position);
};

const sources = sourcePuzzles().filter(isNew);
sources.forEach(tell);
const made: StockPuzzle[] = [];
for (const { rules, cols, rows, count, least } of WANTED) {
  const ofBoard: StockPuzzle[] = [];
  for (let seed = 1; seed <= GAMES_MAX && ofBoard.length < count; seed++) {
    const puzzle = findPuzzle(gameOf(rules, cols, rows, seed), NODES_MAX);
    if (!puzzle || movesIn(puzzle.step) < least || !isNew(puzzle)) continue;
    tell(puzzle);
    ofBoard.push({ source: 'robot', ...puzzle });
  }
  made.push(...ofBoard);
}
made.sort((one, next) => grade(one) - grade(next));
const lines = [...sources, ...made].map((puzzle) => JSON.stringify(puzzle));
writeFileSync('src/engine/puzzle/stock.json', `[\n${lines.join(',\n')}\n]\n`);
