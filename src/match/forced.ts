import { gameOf } from '../engine/registry.ts';
import type { Game } from '../engine/shape/game.ts';
import type { Colour, Move, Position } from '../engine/shape/types.ts';
import type { Match } from './types.ts';

/**
 * A pass that is the only legal move is played at once, as a ply of its own. The record does not mark forced
 * plies; they follow from the rules.
 */

/** The pass that is the only legal move of a position; undefined otherwise. */
export function forcedPass(game: Game, position: Position): Move | undefined {
  if (!game.isPass) return undefined;
  const [only, ...others] = game.legalMoves(position);
  return only && others.length === 0 && game.isPass(only) ? only : undefined;
}

/** The parts of a match that determine its forced plies. */
type Played = Pick<Match, 'rules' | 'start' | 'moves'>;

/** The forced plies of a match, counted from 0. */
export function forcedPlies({ rules, start, moves }: Played): ReadonlySet<number> {
  const game = gameOf(rules);
  const forced = new Set<number>();
  if (!game.isPass) return forced;
  let position = start;
  for (const [ply, text] of moves.entries()) {
    const move = game.parseMove(position, text);
    if (!move.ok) throw new Error(`damaged record: ${text} is not legal (${move.error.code})`);
    if (game.isPass(move.value) && forcedPass(game, position)) forced.add(ply);
    position = game.play(position, move.value).position;
  }
  return forced;
}

/**
 * How many plies precede the last one that was chosen.
 *
 * @param colour counts only choices of this side
 * @returns undefined if no ply was chosen
 */
export function pliesBeforeChoice(match: Played, colour?: Colour): number | undefined {
  const forced = forcedPlies(match);
  const first = match.start.turn === colour ? 0 : 1;
  const ply = match.moves.findLastIndex(
    (_, at) => !forced.has(at) && (colour === undefined || at % 2 === first),
  );
  return ply < 0 ? undefined : ply;
}
