import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gameOf } from '../../src/engine/registry.ts';
import { endMatch, resignMatch, takeBackLast } from '../../src/match/offer.ts';
import { playMove } from '../../src/match/play.ts';
import { startMatch } from '../../src/match/start.ts';
import type { Match } from '../../src/match/types.ts';
import { value } from '../engine/given.ts';
import { anyMatchOfAll } from './any-match.ts';

const SEATS = { first: { id: 1, userid: 'alice' }, second: { id: 2, userid: 'bob' } };

/** Plays one of the legal moves; a running match has one. */
function playAny(match: Match, choice: number): Match {
  const game = gameOf(match.rules);
  const moves = game.legalMoves(match.position);
  const move = moves[choice % moves.length];
  if (!move) throw new Error('no move');
  const { id } = match[match.position.turn];
  return value(playMove(match, id, game.makeMove(move, match.position), {})).match;
}

const same = ({ revision: _, ...rest }: Match) => rest;

describe('taking back what happened last', () => {
  it('undoes any ply', () => {
    fc.assert(
      fc.property(anyMatchOfAll, fc.nat(), (match, choice) => {
        fc.pre(match.outcome === undefined);
        const after = playAny(match, choice);
        const back = value(takeBackLast(after));
        expect(same(back.match)).toEqual(same(match));
        expect(back.match.revision).toBe(after.revision + 1);
        // A pass that the ply forced goes with it.
        const plies = match.moves.length;
        expect(back.ply).toEqual({ number: plies + 1, text: after.moves[plies] });
      }),
    );
  });

  it('undoes the ply that ended the match, and the end with it', () => {
    const start = value(startMatch(1, 'forms', { cols: 2, rows: 2 }, SEATS));
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 4, maxLength: 4 }), (choices) => {
        let match = start;
        for (const choice of choices) {
          if (match.outcome) break;
          const before = match;
          match = playAny(match, choice);
          if (match.outcome) expect(same(value(takeBackLast(match)).match)).toEqual(same(before));
        }
        expect(match.outcome).toBeDefined();
      }),
    );
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
