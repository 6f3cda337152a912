import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { engineOf } from '../../src/engine/registry.ts';
import { endMatch } from '../../src/match/end.ts';
import { playMove } from '../../src/match/play.ts';
import { resignMatch } from '../../src/match/resign.ts';
import { takeBackLast } from '../../src/match/take-back.ts';
import type { Match } from '../../src/match/types.ts';
import { value } from '../engine/given.ts';
import { anyMatchOfAll } from './any-match.ts';

const same = ({ revision: _, ...rest }: Match) => rest;

describe('taking back what happened last', () => {
  it('undoes any ply, also the one that ended the match', () => {
    let ended = 0;
    fc.assert(
      fc.property(anyMatchOfAll, fc.nat(), (match, choice) => {
        const engine = engineOf(match.rules);
        const moves = match.outcome ? [] : engine.legalMoves(match.position);
        const move = moves[choice % Math.max(1, moves.length)];
        fc.pre(move !== undefined);
        const { id } = match[match.position.turn];
        const after = value(playMove(match, id, engine.makeMove(move), {})).match;
        if (after.outcome) ended += 1;
        const back = value(takeBackLast(after));
        expect(same(back.match)).toEqual(same(match));
        expect(back.match.revision).toBe(match.revision + 2);
        expect(back.ply).toEqual({ number: after.moves.length, text: after.moves.at(-1) });
      }),
      { numRuns: 300 },
    );
    expect(ended).toBeGreaterThan(0);
  });

  it('undoes an end that the rules did not bring, and no ply with it', () => {
    fc.assert(
      fc.property(anyMatchOfAll, fc.boolean(), (match, admin) => {
        fc.pre(match.outcome === undefined);
        const over = value(
          admin
            ? endMatch(match, { winner: undefined, ending: 'cancelled-by-admin' })
            : resignMatch(match, match.white.id, 'resigned'),
        );
        const back = value(takeBackLast(over));
        expect(same(back.match)).toEqual(same(match));
        expect(back.ply).toBeUndefined();
      }),
    );
  });

  it('needs something that has happened', () => {
    fc.assert(
      fc.property(anyMatchOfAll, (match) => {
        const begun = { ...match, moves: [], position: match.start, outcome: undefined };
        const back = takeBackLast(begun);
        expect(back.ok ? undefined : back.error.code).toBe('nothing-to-take-back');
      }),
    );
  });
});
