import { gameOf } from '../engine/registry.ts';
import type { Position } from '../engine/shape/types.ts';
import type { Sentence } from '../sentence.ts';
import { playForced, playHere, positionAfter, type Step } from './play.ts';
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
  /** The passes that were forced on the way. */
  readonly passes: readonly Step[];
  /** The move that cannot be played, counted from 1, as it was written. */
  readonly stopped?: { readonly count: number; readonly move: string; readonly why: Sentence };
}

/**
 * Plays moves one after the other for whoever is to move, up to the first that is not legal. As in a
 * real match, a pass that is the only legal move needs not be written; where it is, it is the same one.
 */
export function imagineOn(match: Match, moves: readonly string[]): Imagined {
  if (moves.length === 0) return { match, passes: [] };
  const begun = playForced(match);
  const passes = [...begun.steps];
  let now = begun.match;
  let unwritten = passBy([match, ...begun.steps.map((step) => step.match)]);
  for (const [index, move] of moves.entries()) {
    if (isLegal(unwritten[0], move)) {
      unwritten = unwritten.slice(1);
      continue;
    }
    const moved = playHere(now, move);
    if (!moved.ok) {
      return { match: now, passes, stopped: { count: index + 1, move, why: moved.error } };
    }
    const { steps } = moved.value;
    passes.push(...steps.slice(1));
    unwritten = passBy(steps.map((step) => step.match));
    now = moved.value.match;
  }
  return { match: now, passes };
}

/** Of matches that forced passes lead through, the positions in which somebody had to pass. */
const passBy = (matches: readonly Match[]): readonly Position[] =>
  matches.slice(0, -1).map(({ position }) => position);

const isLegal = (position: Position | undefined, text: string): boolean =>
  position !== undefined && gameOf(position.rules).parseMove(position, text).ok;
