import { gameOf } from '../engine/registry.ts';
import type { Colour, Move, MoveEffects, Position } from '../engine/shape/types.ts';
import { boardLimits } from '../limits.ts';
import { err, ok, type Result } from '../result.ts';
import { type Sentence, say } from '../sentence.ts';
import { currentOutcome, forcedPass, replayed } from './by-rules.ts';
import { colourOf, type Match } from './types.ts';

/** A hypothetical match from a position: board 0, empty seats. */
export function imagineFrom(start: Position, moves: readonly string[] = []): Match {
  const nobody = { id: 0, userid: '' };
  const { rules } = start;
  const seats = { board: 0, revision: 0, black: nobody, white: nobody };
  return imagineBack({ ...seats, rules, start, moves, position: start, outcome: undefined });
}

/** A match as it stood after some plies; its outcome is that of the rules alone. */
export function imagineBack(match: Match, plies = match.moves.length): Match {
  const position = positionAfter(match, plies);
  const resumed: Match = {
    ...match,
    moves: match.moves.slice(0, plies),
    position,
    outcome: undefined,
  };
  return { ...resumed, outcome: currentOutcome(resumed) };
}

/** A match played on by moves of both sides, and why it stopped early. */
interface Imagined {
  readonly match: Match;
  /** The forced passes among the plies. */
  readonly passes: readonly Step[];
  /** The illegal move, counted from 1, as written. */
  readonly stopped?: { readonly count: number; readonly move: string; readonly why: Sentence };
}

/**
 * Plays moves of both sides in turn, up to the first illegal one. As in a real match, a forced pass is played
 * without being written; it may be written.
 */
export function imagineOn(match: Match, moves: readonly string[]): Imagined {
  if (moves.length === 0) return { match, passes: [] };
  const opening = playForced(match);
  const passes = [...opening.steps];
  let now = opening.match;
  let writablePasses = passPositions([match, ...opening.steps.map((step) => step.match)]);
  for (const [index, move] of moves.entries()) {
    if (isLegal(writablePasses[0], move)) {
      writablePasses = writablePasses.slice(1);
      continue;
    }
    const moved = playHere(now, move);
    if (!moved.ok) {
      return { match: now, passes, stopped: { count: index + 1, move, why: moved.error } };
    }
    const { steps } = moved.value;
    passes.push(...steps.slice(1));
    writablePasses = passPositions(steps.map((step) => step.match));
    now = moved.value.match;
  }
  return { match: now, passes };
}

const passPositions = (matches: readonly Match[]): readonly Position[] =>
  matches.slice(0, -1).map(({ position }) => position);

const isLegal = (position: Position | undefined, text: string): boolean =>
  position !== undefined && gameOf(position.rules).parseMove(position, text).ok;

/** Preconditions of a move; each is checked only if given. */
export interface Bound {
  /** Number of the ply, counted from 1. */
  readonly ply?: number | undefined;
  /** Revision of the match that the mover has seen. */
  readonly revision?: number | undefined;
}

interface Ply {
  readonly number: number;
  readonly colour: Colour;
  readonly text: string;
  readonly effects: MoveEffects;
}

/** A ply, and the match after it. */
export interface Step {
  readonly match: Match;
  readonly ply: Ply;
}

/** The result of a move that a player has chosen. */
export interface Moved {
  /** After the move and the passes that it has forced. */
  readonly match: Match;
  readonly ply: Ply;
  /** The move, then the forced passes: each is a ply and a revision of its own. */
  readonly steps: readonly [Step, ...Step[]];
}

/**
 * Plays the move that a player wrote. Refused if the player has no seat, the match is over, a bound is not
 * met, it is not the player's turn, or the move is illegal.
 */
export function playMove(
  match: Match,
  playerId: number,
  text: string,
  bound: Bound,
): Result<Moved, Sentence> {
  const { board } = match;
  const colour = colourOf(match, playerId);
  if (colour === undefined) return err(say('not-your-board', { board }));
  if (match.outcome !== undefined) return err(say('match-over', { board }));
  const next = match.moves.length + 1;
  if (bound.ply !== undefined && bound.ply !== next) {
    return err(say('other-ply', { board, ply: bound.ply, next }));
  }
  if (bound.revision !== undefined && bound.revision !== match.revision) {
    return err(say('moved-on', { board }));
  }
  if (match.position.turn !== colour) {
    return err(say('not-your-turn', { board, userid: match[match.position.turn].userid }));
  }
  return playHere(match, text);
}

/** Plays a move for the side to move; refused if the match is over or the move is illegal. */
export function playHere(match: Match, text: string): Result<Moved, Sentence> {
  if (match.outcome !== undefined) return err(say('game-over'));
  const move = gameOf(match.rules).parseMove(match.position, text);
  if (!move.ok) return move;
  const first = stepBy(match, move.value);
  const forced = playForced(first.match);
  return ok({ match: forced.match, ply: first.ply, steps: [first, ...forced.steps] });
}

/** Plays forced passes, at most `boardLimits.forcedPasses`. */
export function playForced(match: Match): {
  readonly match: Match;
  readonly steps: readonly Step[];
} {
  const game = gameOf(match.rules);
  const steps: Step[] = [];
  let now = match;
  while (!now.outcome && steps.length < boardLimits.forcedPasses) {
    const pass = forcedPass(game, now.position);
    if (!pass) break;
    const step = stepBy(now, pass);
    steps.push(step);
    now = step.match;
  }
  return { match: now, steps };
}

function stepBy(match: Match, move: Move): Step {
  const game = gameOf(match.rules);
  const { position, effects } = game.play(match.position, move);
  const text = game.makeMove(move, match.position);
  const moves = [...match.moves, text];
  const next: Match = { ...match, moves, position, revision: match.revision + 1 };
  return {
    match: { ...next, outcome: currentOutcome(next) },
    ply: { number: moves.length, colour: match.position.turn, text, effects: effects() },
  };
}

/**
 * The position after moves of a record.
 *
 * @throws Error if a move is illegal: the record is damaged
 */
export function replay(start: Position, moves: readonly string[]): Position {
  let after = start;
  for (const { position } of replayed(start, moves)) after = position;
  return after;
}

/** The position of a match after some plies; 0: the first one. */
export const positionAfter = ({ start, moves }: Match, plies: number): Position =>
  replay(start, moves.slice(0, plies));
