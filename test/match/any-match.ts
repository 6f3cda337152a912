import fc from 'fast-check';
import { GAMES, gameOf } from '../../src/engine/registry.ts';
import type { Game } from '../../src/engine/shape/game.ts';
import { resignMatch } from '../../src/match/offer.ts';
import { playMove } from '../../src/match/play.ts';
import { startMatch } from '../../src/match/start.ts';
import type { Match } from '../../src/match/types.ts';
import { anySize } from '../engine/arbitraries.ts';
import { value } from '../engine/given.ts';

/** How a random match may go on when its random moves are played. */
const AFTERWARDS = ['goes-on', 'resigned', 'agreed', 'starts-here'] as const;

/**
 * A match of random moves: finished by the rules, resigned, drawn, going on, or begun anew from the
 * position it has come to, so that White may begin.
 */
export const anyMatch = (game: Game, sideMax = 6, pliesMax = 60): fc.Arbitrary<Match> =>
  fc
    .record({
      board: fc.integer({ min: 1, max: 999_999_999 }),
      size: anySize(game, sideMax),
      choices: fc.array(fc.nat(), { maxLength: pliesMax, size: 'max' }),
      later: fc.array(fc.nat(), { maxLength: 9 }),
      afterwards: fc.constantFrom(...AFTERWARDS),
    })
    .map(({ board, size, choices, later, afterwards }) => {
      const seats = { first: { id: 1, userid: 'alice' }, second: { id: 2, userid: 'Bob.B-b_2' } };
      const start = value(startMatch(board, game.rules, size, seats));
      const match = choices.reduce(playAny, start);
      if (match.outcome) return match;
      if (afterwards === 'resigned') return value(resignMatch(match, 1, 'resigned'));
      if (afterwards === 'agreed') {
        return { ...match, outcome: { winner: undefined, ending: 'agreed' } };
      }
      if (afterwards === 'goes-on') return match;
      return later.reduce(playAny, { ...match, start: match.position, moves: [] });
    });

/** A match of any of the games. */
export const anyMatchOfAll: fc.Arbitrary<Match> = fc.oneof(...GAMES.map((game) => anyMatch(game)));

function playAny(match: Match, choice: number): Match {
  const game = gameOf(match.rules);
  const moves = game.legalMoves(match.position);
  const move = moves[choice % moves.length];
  if (match.outcome || !move) return match;
  const { id } = match[match.position.turn];
  return value(playMove(match, id, game.makeMove(move, match.position), {})).match;
}
