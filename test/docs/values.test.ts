import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { findGame, gameOf } from '../../src/engine/registry.ts';
import { RULES, type RulesId } from '../../src/engine/shape/ground.ts';
import { solveGame } from '../../src/engine/solve/solve.ts';
import { parseSize } from '../../src/engine/stones/notation.ts';
import { StrategyCheck } from '../../tools/strategy/check.ts';
import { VALUES } from '../engine/conformance/conformance.ts';
import { throwDice } from '../support/run/seed.ts';

/** `docs/values.md` agrees with what others have found, with the solver, and with the strategies. */

const DOCS = fileURLToPath(new URL('../../docs/', import.meta.url));
const PAGE = readFileSync(`${DOCS}values.md`, 'utf8');
const dice = throwDice('known values');

interface Row {
  readonly rules: RulesId;
  readonly size: string;
  readonly winner: string;
  readonly plies: number | undefined;
  /** In thousands. */
  readonly nodes: number;
  readonly file: string | undefined;
}
const rows = [
  ...PAGE.matchAll(
    /^\| `([a-z-]+)` \| (\d+x\d+) \| (\w+) \| (\d*) \| ([\d.]+) \|(?: \[(\d+)\]\((\S+)\))? \|$/gm,
  ),
].map(
  ([, rules, size = '', winner = '', plies = '', nodes, positions, file]): Row & {
    readonly positions: number;
  } => ({
    rules: RULES.find((each) => each === rules) ?? 'forms',
    size,
    winner,
    plies: plies === '' ? undefined : Number(plies),
    nodes: Number(nodes),
    file,
    positions: Number(positions),
  }),
);
const cheap = rows.filter(({ nodes }) => nodes < 50);
const files = rows.filter(({ file }) => file !== undefined);

describe('the table of values', () => {
  it('has every row once', () => {
    const lines = PAGE.split('\n').filter((line) => line.startsWith('| `'));
    expect(rows).toHaveLength(lines.length);
    expect(new Set(rows.map(({ rules, size }) => `${rules} ${size}`)).size).toBe(rows.length);
    expect(rows.length).toBeGreaterThan(VALUES.length);
  });

  it('agrees with what an independent program has found', () => {
    for (const { rules, cols, rows: ranks, winner } of VALUES) {
      const row = rows.find((each) => each.rules === rules && each.size === `${cols}x${ranks}`);
      expect(row, `${rules} ${cols}x${ranks}`).toMatchObject({ winner });
    }
  });

  it.each(dice.sample(cheap, 6))('agrees with the solver: $rules $size', (row) => {
    const size = parseSize(row.size);
    const start = size && gameOf(row.rules).start(size);
    if (!start?.ok) throw new Error(`there is no board ${row.size}`);
    const { value, distance } = solveGame(start.value, { nodesMax: 5_000_000 });
    expect({ win: 'first', loss: 'second', draw: 'nobody' }[value ?? 'draw']).toBe(row.winner);
    expect(distance).toBe(row.plies);
  });
});

describe('a published strategy', () => {
  it('stands in the table', () => {
    const named = files.map(({ file }) => file?.replace('values/', ''));
    expect(named.toSorted()).toEqual(readdirSync(`${DOCS}values`).sort());
  });

  const small = files.filter(({ positions }) => positions < 2000);
  const others = files.filter((each) => !small.includes(each));
  // The large ones are for `npm run test:full`.
  it.each([...dice.sample(small, 2), ...dice.sample(others, 0)])('wins: $file', (row) => {
    const lines = gunzipSync(readFileSync(DOCS + row.file))
      .toString()
      .trimEnd()
      .split('\n');
    const check = new StrategyCheck(findGame);
    expect(lines.map((line) => check.add(line)).filter((fault) => fault)).toEqual([]);
    const { rules, winner, positions } = row;
    const size = parseSize(row.size);
    expect(check.finish()).toEqual({ ok: true, value: { rules, size, winner, positions } });
  });
});
