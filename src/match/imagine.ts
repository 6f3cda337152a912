import type { Position } from '../engine/types.ts';
import type { Sentence } from '../sentence.ts';
import { playHere, positionAfter } from './play.ts';
import { outcomeHere } from './repetition.ts';
import type { Match } from './types.ts';

/** A match that nobody plays, from a position: board 0, and no one in its seats. */
export function imagineFrom(start: Position, moves: readonly string[] = []): Match {
  const nobody = { id: 0, userid: '' };
  const { rules } = start;
  const seats = { board: 0, revision: 0, black: nobody, white: nobody };
  return imagineBack({ ...seats, rules, start, moves, position: start, outcome: undefined });
}

/** A match as it stood after so many plies, over only where the rules have ended it. */
export function imagineBack(match: Match, plies = match.moves.length): Match {
  const position = positionAfter(match, plies);
  const back: Match = {
    ...match,
    moves: match.moves.slice(0, plies),
    position,
    outcome: undefined,
  };
  return { ...back, outcome: outcomeHere(back) };
}

/** A match played on by moves of both sides, and why it did not go as far as wished. */
export interface Imagined {
  readonly match: Match;
  /** The move that cannot be played, counted from 1, as it was written. */
  readonly stopped?: { readonly count: number; readonly move: string; readonly why: Sentence };
}

/** Plays moves one after the other for whoever is to move, up to the first that is not legal. */
export function imagineOn(match: Match, moves: readonly string[]): Imagined {
  let now = match;
  for (const [index, move] of moves.entries()) {
    const moved = playHere(now, move);
    if (!moved.ok) {
      return { match: now, stopped: { count: index + 1, move, why: moved.error } };
    }
    now = moved.value.match;
  }
  return { match: now };
}
