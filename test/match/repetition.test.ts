import { describe, expect, it } from 'vitest';
import { chess } from '../../src/engine/games/chess/chess.ts';
import { minefield } from '../../src/engine/games/minefield/minefield.ts';
import { countSeen, outcomeByRules } from '../../src/match/by-rules.ts';
import { takeBackLast } from '../../src/match/offer.ts';
import { imagineFrom, playHere } from '../../src/match/play.ts';
import { value } from '../engine/given.ts';

/** Where b2 turns only itself, so that a second b2 brings the first position back. */
const START = value(minefield.parsePosition('3x3 wxx/xxw/xww x'));

function afterPlies(plies: number) {
  let match = imagineFrom(START);
  for (let ply = 0; ply < plies; ply++) match = value(playHere(match, 'b2')).match;
  return match;
}

/** How each of five positions is judged in which b2 is played to and fro. */
function outcomesOf(game: typeof minefield) {
  const seen = countSeen(game);
  let position = START;
  return Array.from({ length: 5 }, () => {
    const outcome = outcomeByRules(game, position, seen);
    position = game.play(position, value(game.parseMove(position, 'b2'))).position;
    return outcome?.ending;
  });
}

describe('a position that comes again', () => {
  const third = 'repetition';

  it('draws a game whose positions are said to repeat, whether it can end in a draw or not', () => {
    expect(outcomesOf({ ...minefield, canEndInDraw: false })).toEqual([...Array(4), third]);
    expect(outcomesOf({ ...minefield, canRepeat: false })).toEqual([...Array(5)]);
  });

  it('is the same where the game says so', () => {
    const key = () => 'any';
    expect(outcomesOf({ ...minefield, key })).toEqual([...Array(2), third, third, third]);
  });
});

describe('a match that goes round in circles', () => {
  it('is drawn when a position stands for the third time, and no earlier', () => {
    expect(afterPlies(3).outcome).toBeUndefined();
    expect(afterPlies(4).outcome).toEqual({ winner: undefined, ending: 'repetition' });
  });

  it('is drawn in chess when the knights are home for the second time', () => {
    const plies = 'Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8'.split(' ');
    let match = imagineFrom(value(chess.start({ cols: 8, rows: 8 })));
    const endings = plies.map((ply) => {
      match = value(playHere(match, ply)).match;
      return match.outcome;
    });
    const drawn = { winner: undefined, ending: 'repetition' };
    expect(endings).toEqual([...Array(7), drawn]);
  });

  it('goes on when the ply that has ended it is taken back', () => {
    const { match, ply } = value(takeBackLast(afterPlies(4)));
    expect(ply).toEqual({ number: 4, text: 'b2' });
    expect({ ...match, revision: 0 }).toEqual({ ...afterPlies(3), revision: 0 });
  });
});
