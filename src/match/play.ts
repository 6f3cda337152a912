import { gameOf } from '../engine/registry.ts';
import type { RulesId } from '../engine/shape/ground.ts';
import type { Colour, Move, MoveEffects, Position } from '../engine/shape/types.ts';
import { forcedPassesMax } from '../limits.ts';
import { err, ok, type Result } from '../result.ts';
import { type Sentence, say } from '../sentence.ts';
import { forcedPass } from './forced.ts';
import { colourOf, type Match, outcomeHere } from './types.ts';

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
interface Imagined {
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

/** What a mover said about the place of the move; each is checked only when given. */
export interface Bound {
  /** The ply that this move is to be, counted from 1. */
  readonly ply?: number | undefined;
  /** The revision of the match that the mover was looking at. */
  readonly revision?: number | undefined;
}

/** A ply as the match remembers it. */
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

/** What comes of a move that a player has chosen. */
export interface Moved {
  /** After the move, and after the passes that it has forced. */
  readonly match: Match;
  readonly ply: Ply;
  /** The move first, then those passes: each is a ply and a revision of its own. */
  readonly steps: readonly [Step, ...Step[]];
}

/**
 * Plays the move that a player wrote. Refused with a sentence when the match is over, the player has
 * no seat, the board has moved on, it is not this player's turn, or the rules say no.
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

/** Plays a move for the side whose turn it is, whoever asks; refused when the rules say no. */
export function playHere(match: Match, text: string): Result<Moved, Sentence> {
  if (match.outcome !== undefined) return err(say('game-over'));
  const move = gameOf(match.rules).parseMove(match.position, text);
  if (!move.ok) return move;
  return ok(playLegal(match, move.value));
}

/** Plays a move that the game called legal here, and what it leaves no choice about. */
function playLegal(match: Match, move: Move): Moved {
  const first = stepBy(match, move);
  const forced = playForced(first.match);
  return { match: forced.match, ply: first.ply, steps: [first, ...forced.steps] };
}

/** Plays passes for whoever is to move, as long as that is the only legal move. */
export function playForced(match: Match): {
  readonly match: Match;
  readonly steps: readonly Step[];
} {
  const game = gameOf(match.rules);
  const steps: Step[] = [];
  let now = match;
  while (!now.outcome && steps.length < forcedPassesMax) {
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
    match: { ...next, outcome: outcomeHere(next) },
    ply: { number: moves.length, colour: match.position.turn, text, effects: effects() },
  };
}

/**
 * Plays a record again from its first position.
 *
 * @throws Error when the record holds a move that is not legal: the record is damaged.
 */
export function replay(rules: RulesId, start: Position, moves: readonly string[]): Position {
  const game = gameOf(rules);
  return moves.reduce((position, text) => {
    const move = game.parseMove(position, text);
    if (!move.ok) throw new Error(`damaged record: ${text} is not legal (${move.error.code})`);
    return game.play(position, move.value).position;
  }, start);
}

/** The position of a match after so many plies; 0 is the first one. */
export const positionAfter = ({ rules, start, moves }: Match, plies: number): Position =>
  replay(rules, start, moves.slice(0, plies));
