import { gameOf } from '../engine/registry.ts';
import type { RulesId } from '../engine/shape/ground.ts';
import type { Colour, Move, MoveEffects, Position } from '../engine/shape/types.ts';
import { forcedPassesMax } from '../limits.ts';
import { err, ok, type Result } from '../result.ts';
import { type Sentence, say } from '../sentence.ts';
import { forcedPass } from './forced.ts';
import { outcomeHere } from './repetition.ts';
import { colourOf, type Match } from './types.ts';

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
