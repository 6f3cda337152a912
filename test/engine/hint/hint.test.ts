import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forms } from '../../../src/engine/games/forms/forms.ts';
import { formsOriginal } from '../../../src/engine/games/forms/forms-original.ts';
import { findHint } from '../../../src/engine/hint/hint.ts';
import { solveGame } from '../../../src/engine/solve/solve.ts';
import { grow } from '../../support/toy/grow.ts';
import { offerToys } from '../../support/toy/offer-toys.ts';
import { anyPosition } from '../arbitraries.ts';
import { first, given, legal, played, value, written } from '../given.ts';

offerToys(grow);

const ORDERS = { nodesMax: 100_000, seed: 'board 1' };
const hint = (position: string, orders = ORDERS) => value(findHint(position, orders));

describe('a hint', () => {
  it('is a winning move, and how long that can take', () => {
    const position = 'forms 2x4 xw/wx/xw/wx x';
    const found = hint(position);
    expect(found).toMatchObject({ kind: 'hint', value: 'win', plies: 7 });
    const after = played(given(position), found.move).position;
    expect(solveGame(after, ORDERS).value).toBe('loss');
  });

  it('knows the distance in Minefield', () => {
    expect(hint('minefield 3x3 xwx/wxw/xwx x')).toMatchObject({ value: 'win', plies: 1 });
  });

  it('is some move where all lose, and one that keeps a draw', () => {
    const lost = 'forms 4x4 4/.xx./.ww./4 x';
    const found = hint(lost);
    expect(found.value).toBe('loss');
    expect(written(given(lost))).toContain(found.move);
    const drawn = hint(`grow ${grow.makePosition(first(grow, 4, 1))}`);
    expect(drawn.value).toBe('draw');
    expect(drawn.plies).toBeUndefined();
  });

  it('is a guess where nothing is proven, the same for the same seed', () => {
    const position = `forms ${forms.makePosition(first(forms, 6, 6))}`;
    const found = hint(position, { ...ORDERS, nodesMax: 50 });
    expect(found.value).toBeNull();
    expect(found.nodes).toBeGreaterThan(0);
    legal(given(position), found.move);
    expect(hint(position, { ...ORDERS, nodesMax: 50 })).toEqual(found);
  });
});

describe('the most plies that a game can last', () => {
  it.each([forms, formsOriginal])('are fewer after every move: $rules', (game) => {
    fc.assert(
      fc.property(anyPosition(game, 4), (position) => {
        const most = game.pliesMax?.(position) ?? 0;
        for (const move of game.legalMoves(position)) {
          const after = game.play(position, move).position;
          expect(game.pliesMax?.(after)).toBeLessThan(most);
          expect(game.outcome(after) !== undefined || most > 1).toBe(true);
        }
      }),
      { numRuns: 30 },
    );
  });
});
