import { performance } from 'node:perf_hooks';
import type { Engine } from '../src/engine/engine.ts';
import { perft } from '../src/engine/perft.ts';
import { engineOf } from '../src/engine/registry.ts';
import type { Position } from '../src/engine/types.ts';
import { solver } from '../test/engine/solve.ts';

/**
 * Nodes a second of perft from the first position, the median of several runs on one core, and the
 * exact values of the two boards that take too long for a test. A wrong number ends the bench. The
 * numbers are those of test/fixtures/conformance.
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
] as const;
const VALUES = [
  { rules: 'forms', cols: 4, rows: 5, firstWins: true },
  { rules: 'forms-original', cols: 4, rows: 4, firstWins: false },
] as const;
const RUNS = 5;

const only = process.argv[2] ?? '';
const say = (line: string) => process.stdout.write(`${line}\n`);

const startOf = (engine: Engine, cols: number, rows: number): Position => {
  const start = engine.start({ cols, rows });
  if (!start.ok) throw new Error(`${engine.rules} ${cols}x${rows}: ${start.error.code}`);
  return start.value;
};

for (const { rules, side, plies, nodes } of PERFTS) {
  const name = `${rules} ${side}x${side} depth ${plies}`;
  if (!name.includes(only)) continue;
  const engine = engineOf(rules);
  const start = startOf(engine, side, side);
  const timesMs = Array.from({ length: RUNS }, () => {
    const startMs = performance.now();
    const found = perft(engine, start, plies);
    if (found !== nodes) throw new Error(`${name}: ${found} nodes instead of ${nodes}`);
    return performance.now() - startMs;
  });
  const medianMs = timesMs.toSorted((one, next) => one - next)[RUNS >> 1] ?? 0;
  const millions = (nodes / medianMs / 1000).toFixed(1);
  say(`${name}: ${nodes} nodes, ${medianMs.toFixed(0)} ms, ${millions} million a second`);
}

for (const { rules, cols, rows, firstWins } of VALUES) {
  const name = `${rules} ${cols}x${rows} value`;
  if (!name.includes(only)) continue;
  const engine = engineOf(rules);
  const startMs = performance.now();
  if (solver(engine)(startOf(engine, cols, rows)) !== firstWins) throw new Error(`${name}: wrong`);
  const winner = firstWins ? 'first' : 'second';
  say(`${name}: the ${winner} player wins, ${(performance.now() - startMs).toFixed(0)} ms`);
}
