import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gameOf } from '../../src/engine/registry.ts';
import { COLOURS } from '../../src/engine/shape/types.ts';
import { pliesBeforeChoice } from '../../src/match/by-rules.ts';
import { carryOutOffer, makeOffer, offerEndAfter } from '../../src/match/offer.ts';
import { positionAfter } from '../../src/match/play.ts';
import { anyMatchOfAll } from './any-match.ts';

describe('an offer on a board', () => {
  it('can be made by those who sit there while the match goes on', () => {
    fc.assert(
      fc.property(anyMatchOfAll, fc.constantFrom('draw', 'undo'), (match, kind) => {
        const code = (playerId: number) => {
          const offer = makeOffer(match, playerId, kind);
          return offer.ok ? offer.value : offer.error.code;
        };
        expect(code(3)).toBe('not-your-board');
        if (match.outcome) expect(code(1)).toBe('match-over');
        else if (kind === 'draw' && !gameOf(match.rules).canEndInDraw) {
          expect(code(1)).toBe('draw-never');
        } else if (kind === 'undo' && match.moves.length === 0) {
          expect(code(1)).toBe('undo-nothing');
        } else if (kind === 'draw' || match.moves.length > 1) {
          const { board, revision } = match;
          expect(code(2)).toEqual({ board, kind, by: 2, revision });
        }
      }),
    );
  });

  it('of an undo leads back to the last turn of its maker that was no forced pass', () => {
    fc.assert(
      fc.property(anyMatchOfAll, fc.constantFrom(...COLOURS), (match, colour) => {
        const plies = pliesBeforeChoice(match, colour);
        if (plies === undefined) {
          expect(match.moves.length).toBeLessThanOrEqual(match.start.turn === colour ? 0 : 1);
          return;
        }
        const own = match.moves.slice(plies).filter((_, at) => at % 2 === 0);
        // A pass of Go is a choice.
        const forced = gameOf(match.rules).isPass ? 'pass' : undefined;
        expect(own.filter((move) => move !== forced)).toEqual(own.slice(0, 1));
        const { id } = match[colour];
        const { board, revision } = match;
        if (match.outcome) {
          const late = { board, kind: 'undo', by: id, revision } as const;
          expect(carryOutOffer(match, late)).toBeUndefined();
          return;
        }
        const after = carryOutOffer(match, { board, kind: 'undo', by: id, revision });
        expect(after?.position.turn).toBe(colour);
        expect(after?.position).toEqual(positionAfter(match, plies));
        expect(after?.moves).toEqual(match.moves.slice(0, plies));
        expect(after?.revision).toBe(revision + 1);
        const old = { board, kind: 'undo', by: id, revision: revision - 1 } as const;
        expect(carryOutOffer(match, old)).toBeUndefined();
      }),
    );
  });

  it.each([
    ['draw', [], undefined],
    ['draw', [1], undefined],
    ['draw', [2], 'declined'],
    ['draw', [1, 2], 'declined'],
    ['undo', [], undefined],
    ['undo', [1], 'lapsed'],
    ['undo', [2], 'declined'],
  ] as const)('of a %s, after moves of %j', (kind, movers, end) => {
    expect(offerEndAfter({ board: 12, kind, by: 1, revision: 5 }, movers)).toBe(end);
  });
});
