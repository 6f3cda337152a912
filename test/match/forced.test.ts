import { describe, expect, it } from 'vitest';
import { forcedPass, forcedPlies, pliesBeforeChoice } from '../../src/match/by-rules.ts';
import { imagineFrom, imagineOn, playHere } from '../../src/match/play.ts';
import { value } from '../engine/given.ts';
import { grow, makeGrow, PASS } from '../support/toy/grow.ts';
import { offerToys } from '../support/toy/offer-toys.ts';

/** Where somebody can only pass, so can everybody: its rules forget to end it. */
const endless = makeGrow('endless', {
  outcome: () => undefined,
  legalMoves: (position) => {
    const moves = grow.legalMoves(position);
    return moves.length > 0 ? moves : [PASS];
  },
});
offerToys(grow, endless);

const row = (cols: number, game = grow) => imagineFrom(value(game.start({ cols, rows: 1 })));

describe('a pass that is the only legal move', () => {
  it('is played at once, as a ply of its own', () => {
    const begun = value(playHere(row(6), 'b1'));
    expect(begun.match.moves).toEqual(['b1']);
    const { match, ply } = value(playHere(begun.match, 'd1'));
    expect(ply.text).toBe('d1');
    expect(match).toMatchObject({ moves: ['b1', 'd1', 'pass'], revision: 3 });
    expect(match.position.turn).toBe('white');
  });

  it('ends with the match', () => {
    const { match, stopped } = imagineOn(row(6), ['b1', 'd1', 'e1', 'f1']);
    expect(stopped).toBeUndefined();
    expect(match.moves).toEqual(['b1', 'd1', 'pass', 'e1', 'pass', 'f1']);
    expect(match.outcome).toEqual({ winner: 'white', ending: 'full-row' });
    expect(imagineOn(row(4), ['b1', 'd1']).match.outcome).toEqual({
      winner: undefined,
      ending: 'nobody-won',
    });
  });

  it('is played once for each side, when the rules forget to end the game', () => {
    const { match } = imagineOn(row(4, endless), ['b1', 'd1']);
    expect(match.moves).toEqual(['b1', 'd1', 'pass', 'pass']);
    expect(match.outcome).toBeUndefined();
  });

  it('is told from the same move where it was chosen', () => {
    const { rules, start } = row(6);
    const moves = ['b1', 'd1', 'pass', 'e1', 'pass'];
    expect([...forcedPlies({ rules, start, moves })]).toEqual([2, 4]);
    expect(pliesBeforeChoice({ rules, start, moves })).toBe(3);
    expect(pliesBeforeChoice({ rules, start, moves }, 'black')).toBe(0);
    expect(pliesBeforeChoice({ rules, start, moves: [] }, 'white')).toBeUndefined();
    const free = makeGrow('free', { legalMoves: (at) => [PASS, ...grow.legalMoves(at)] });
    const position = value(free.start({ cols: 6, rows: 1 }));
    expect(forcedPass(free, position)).toBeUndefined();
    expect(forcedPass(grow, value(grow.start({ cols: 5, rows: 1 })))).toEqual(PASS);
  });
});
