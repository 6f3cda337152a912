import { describe, expect, it } from 'vitest';
import { findGame, gameOf } from '../../../src/engine/registry.ts';
import { colourAt, parseCell } from '../../../src/engine/stones/board.ts';
import { StrategyCheck } from '../../../tools/strategy/check.ts';
import { prove } from '../../../tools/strategy/prove.ts';
import { makeHead } from '../../../tools/strategy/strategy-text.ts';
import { throwDice } from '../../support/run/seed.ts';
import { grow, makeGrow } from '../../support/toy/grow.ts';
import { offerToys } from '../../support/toy/offer-toys.ts';
import { VALUES } from '../conformance/conformance.ts';
import { first } from '../given.ts';

const halfKnown = makeGrow('half-known', {
  oracle: (start) => ({ evaluate: (position) => (position === start ? 'win' : undefined) }),
});
/** Black draws at once on b1, and wins at once on a2. */
const hasty = makeGrow('hasty', {
  outcome: ({ board }) => {
    const has = (name: string) => colourAt(board, parseCell(name) ?? -1) === 'black';
    if (has('a2')) return { winner: 'black', reason: 'full-row' };
    return has('b1') ? { winner: undefined, reason: 'nobody-won' } : undefined;
  },
});
offerToys(grow, halfKnown, hasty);

/** What the search proves, the rules confirm. */

const LIMITS = { nodesMax: 40_000_000 };

describe('a strategy is found and checked', () => {
  const rows = VALUES.filter(
    ({ rules, cols, rows }) => gameOf(rules).canRepeat || cols * rows < 16,
  );
  it.each(throwDice('proofs').sample(rows, 3))(
    '$rules $cols x $rows: the $winner player wins',
    ({ rules, cols, rows, winner }) => {
      const game = gameOf(rules);
      const proof = prove(game, first(game, cols, rows), LIMITS);
      expect(proof).toMatchObject({ kind: 'strategy', winner });
      if (proof.kind !== 'strategy') return;
      const { lines } = proof;
      const head = { rules, size: { cols, rows }, winner, positions: lines.length };
      const check = new StrategyCheck(findGame);
      const faults = [...makeHead(head, '1.2.3'), ...lines].map((line) => check.add(line));
      expect(faults.filter((fault) => fault)).toEqual([]);
      expect(check.finish()).toEqual({ ok: true, value: head });
    },
  );
});

describe('a strategy', () => {
  it('wins where it could draw as well', () => {
    const proof = prove(hasty, first(hasty, 4, 2), LIMITS);
    expect(proof).toMatchObject({ kind: 'strategy', winner: 'first' });
    expect('lines' in proof && proof.lines.map((line) => line.split(' ').at(-1))).toEqual(['a2']);
  });
});

describe('no strategy', () => {
  it('is there where the game is drawn', () => {
    expect(prove(grow, first(grow, 4, 1), LIMITS)).toMatchObject({ kind: 'drawn' });
  });

  it('is found without the nodes for its value', () => {
    const game = gameOf('forms');
    const few = prove(game, first(game, 4, 4), { nodesMax: 100 });
    expect(few).toMatchObject({ kind: 'gave-up', winner: undefined });
    expect(few.nodes).toBeLessThan(200);
  });

  it('is found where the value is all that is known', () => {
    const start = first(halfKnown, 4, 1);
    expect(prove(halfKnown, start, LIMITS)).toMatchObject({ kind: 'gave-up', winner: 'first' });
  });
});
