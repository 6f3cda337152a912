import { GAMES, gameOf } from '../src/engine/registry.ts';
import type { Game } from '../src/engine/shape/game.ts';
import { Effort } from '../src/engine/shape/solution.ts';
import type { Position } from '../src/engine/shape/types.ts';
import { oracleFor, perft, solveGame } from '../src/engine/solve/solve.ts';
import { medianMs, say } from './median.ts';

/**
 * The speed of the rules, each figure the median of several runs on one core: nodes a second of
 * perft, the time to list and to count the moves of the largest board, playouts a second, positions a
 * second of the solver, and what it takes to find a win with its distance. A wrong number ends the bench;
 * the numbers are those of test/fixtures/conformance and test/engine/facts.
 *
 *   npm run bench engine
 *   npm run bench engine "forms 8x8"
 */
const PERFTS = [
  { rules: 'forms', side: 4, plies: 6, nodes: 6_545_400 },
  { rules: 'forms', side: 6, plies: 4, nodes: 6_804_728 },
  { rules: 'forms', side: 8, plies: 4, nodes: 111_011_556 },
  { rules: 'forms-original', side: 4, plies: 4, nodes: 7_215_712 },
  { rules: 'forms-original', side: 8, plies: 3, nodes: 976_191_488 },
  { rules: 'minefield', side: 4, plies: 6, nodes: 1_168_640 },
  { rules: 'minefield', side: 8, plies: 4, nodes: 16_777_216 },
  { rules: 'breakthrough', side: 8, plies: 5, nodes: 6_182_818 },
  { rules: 'hex', side: 11, plies: 2, nodes: 14_641 },
  { rules: 'chess', side: 8, plies: 4, nodes: 197_281 },
  { rules: 'reversi', side: 8, plies: 8, nodes: 390_216 },
  { rules: 'go', side: 9, plies: 3, nodes: 531_522 },
  { rules: 'amazons', side: 10, plies: 2, nodes: 4_307_152 },
  { rules: 'lines-of-action', side: 8, plies: 4, nodes: 1_563_208 },
] as const;
const LISTINGS = [
  { rules: 'forms', side: 26 },
  { rules: 'forms-original', side: 18 },
  { rules: 'minefield', side: 26 },
] as const;
const LISTS = 20;
const PLAYOUT_SIDE = 8;
const PLAYOUTS = 200;
/** A playout of a game that can turn in circles is cut off here. */
const PLAYOUT_PLIES_MAX = 500;
const SOLVES = [
  { rules: 'forms', cols: 4, rows: 4, value: 'win' },
  { rules: 'forms', cols: 4, rows: 5, value: 'win' },
  { rules: 'forms', cols: 4, rows: 6, value: 'win' },
  { rules: 'forms', cols: 2, rows: 12, value: 'loss' },
  { rules: 'forms', cols: 3, rows: 8, value: 'win' },
  { rules: 'forms-original', cols: 4, rows: 4, value: 'loss' },
] as const;
const DISTANCES = [
  { rules: 'minefield', side: 6, plies: 7 },
  { rules: 'minefield', side: 7, plies: 5 },
  { rules: 'minefield', side: 8, plies: 9 },
] as const;
const SOLVE_RUNS = 3;
const SOLVE_NODES_MAX = 400_000_000;

const only = process.argv[2] ?? '';
const wanted = (name: string): boolean => name.includes(only);
const millions = (count: number, ms: number): string => `${(count / ms / 1000).toFixed(1)} million`;

const startOf = (game: Game, cols: number, rows: number): Position => {
  const start = game.start({ cols, rows });
  if (!start.ok) throw new Error(`${game.rules} ${cols}x${rows}: ${start.error.code}`);
  return start.value;
};

for (const { rules, side, plies, nodes } of PERFTS) {
  const name = `${rules} ${side}x${side} perft ${plies}`;
  if (!wanted(name)) continue;
  const game = gameOf(rules);
  const start = startOf(game, side, side);
  const ms = medianMs(() => {
    const found = perft(game, start, plies);
    if (found !== nodes) throw new Error(`${name}: ${found} nodes instead of ${nodes}`);
  });
  const last = game.countMoves ? 'counted' : 'listed';
  const rate = `${millions(nodes, ms)} a second, the last ply ${last}`;
  say(`${name}: ${nodes} nodes, ${ms.toFixed(0)} ms, ${rate}`);
}

for (const { rules, side } of LISTINGS) {
  const name = `${rules} ${side}x${side} first moves`;
  if (!wanted(name)) continue;
  const game = gameOf(rules);
  const start = startOf(game, side, side);
  const ms = medianMs(() => {
    game.legalMoves(start);
  }, LISTS);
  const countMs = medianMs(() => {
    game.countMoves?.(start);
  }, LISTS);
  const counted = game.countMoves ? `counted in ${countMs.toFixed(3)} ms` : 'not counted otherwise';
  say(`${name}: ${game.legalMoves(start).length} listed in ${ms.toFixed(2)} ms, ${counted}`);
}

for (const game of GAMES) {
  const name = `${game.rules} ${PLAYOUT_SIDE}x${PLAYOUT_SIDE} playouts`;
  if (!wanted(name)) continue;
  const start = startOf(game, PLAYOUT_SIDE, PLAYOUT_SIDE);
  const chance = makeChance();
  let plies = 0;
  const ms = medianMs(() => {
    plies = 0;
    for (let count = 0; count < PLAYOUTS; count++) plies += playOut(game, start, chance);
  });
  const perSecond = ((PLAYOUTS / ms) * 1000).toFixed(0);
  say(`${name}: ${perSecond} a second, of ${(plies / PLAYOUTS).toFixed(0)} plies each`);
}

for (const { rules, cols, rows, value } of SOLVES) {
  const name = `${rules} ${cols}x${rows} solved`;
  if (!wanted(name)) continue;
  const start = startOf(gameOf(rules), cols, rows);
  let nodes = 0;
  const ms = medianMs(() => {
    const solution = solveGame(start, { nodesMax: SOLVE_NODES_MAX });
    if (solution.kind !== 'solved' || solution.value !== value) throw new Error(`${name}: wrong`);
    nodes = solution.nodes;
  }, SOLVE_RUNS);
  const rate = millions(nodes, ms);
  const { maxRSS } = process.resourceUsage();
  const memory = `${Math.round(maxRSS / 1024)} MiB at most so far`;
  say(`${name}: a ${value}, ${nodes} nodes, ${ms.toFixed(0)} ms, ${rate} a second, ${memory}`);
}

for (const { rules, side, plies } of DISTANCES) {
  const name = `${rules} ${side}x${side} won in ${plies}`;
  if (!wanted(name)) continue;
  const start = startOf(gameOf(rules), side, side);
  let nodesToWin = 0;
  let nodes = 0;
  let msToWin = 0;
  const ms = medianMs(() => {
    const startMs = performance.now();
    const effort = new Effort({ nodesMax: SOLVE_NODES_MAX });
    const oracle = oracleFor(start, effort);
    if (oracle.evaluate(start) !== 'win') throw new Error(`${name}: no win`);
    msToWin = performance.now() - startMs;
    nodesToWin = effort.nodes;
    if (oracle.distance?.(start) !== plies) throw new Error(`${name}: another distance`);
    nodes = effort.nodes;
  }, SOLVE_RUNS);
  const whole = `${nodes} nodes, ${ms.toFixed(0)} ms with the proof that it is not sooner`;
  say(`${name}: ${nodesToWin} nodes, ${msToWin.toFixed(0)} ms; ${whole}`);
}

/** Plays moves by chance to the end of the game. Returns how many. */
function playOut(game: Game, start: Position, chance: (below: number) => number): number {
  let position = start;
  let plies = 0;
  while (plies < PLAYOUT_PLIES_MAX && !game.outcome(position)) {
    const moves = game.legalMoves(position);
    const move = moves[chance(moves.length)];
    if (!move) break;
    position = game.play(position, move).position;
    plies++;
  }
  return plies;
}

/** The same numbers in every run: xorshift32 (Marsaglia 2003). */
function makeChance(): (below: number) => number {
  let state = 2_463_534_242;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}
