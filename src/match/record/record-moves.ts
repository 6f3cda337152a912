import type { Game } from '../../engine/shape/game.ts';
import type { Colour, Position } from '../../engine/shape/types.ts';
import { recordPliesMax } from '../../limits.ts';
import { ok, type Result } from '../../result.ts';
import { foldCase } from '../move-shape.ts';
import { countSeen, outcomeByRules } from '../repetition.ts';
import type { MatchOutcome } from '../types.ts';
import { type Piece, type RecordError, refuseRecord } from './record-text.ts';

/** The moves of a record in numbered rounds, and the result after them. */

/**
 * One text per round, with a trailing blank, and the result. Lines are broken between these texts. The last
 * round and the result are one text, so that a lost line is noticed.
 */
export function makeRounds(
  game: Sides,
  moves: readonly string[],
  first: Colour,
  outcome: Pick<MatchOutcome, 'winner'> | undefined,
): readonly string[] {
  const result = makeResult(game, outcome);
  if (moves.length === 0) return [result];
  const missing = isLeft(game, first) ? 0 : 1;
  const rounds: string[] = [];
  for (let at = -missing; at < moves.length; at += 2) {
    const number = `${roundOf(Math.max(at, 0) + 1 + missing)}${at < 0 ? '...' : '.'}`;
    rounds.push(`${number} ${moves.slice(Math.max(at, 0), at + 2).join(' ')} `);
  }
  return [...rounds.slice(0, -1), rounds.at(-1) + result];
}

/** The moves of a record, their outcome by the rules, and the result after them. */
export interface PlayedThrough {
  readonly moves: readonly string[];
  readonly ruled: MatchOutcome | undefined;
  readonly result: Piece;
}

/** Plays the words of a record from its first position to the result, where it ends. */
export function readMoves(
  game: Game,
  start: Position,
  words: readonly Piece[],
): Result<PlayedThrough, RecordError> {
  const moves: string[] = [];
  const seen = countSeen(game);
  let position = start;
  let ruled = outcomeByRules(game, position, seen);
  let numbered = false;
  for (const [at, { line, text }] of words.entries()) {
    const ply = moves.length + 1;
    if (parseResult(game, text)) {
      if (numbered) return refuseRecord('bad-move', { line, ply });
      if (words[at + 1]?.line === line) return refuseRecord('text-after-result', { line });
      return ok({ moves, ruled, result: { line, text } });
    }
    if (ply > recordPliesMax) {
      return refuseRecord('too-many-plies', { line, pliesMax: recordPliesMax });
    }
    const left = isLeft(game, position.turn);
    const round = roundOf(isLeft(game, start.turn) ? ply : ply + 1);
    const [, written, dots, glued] = NUMBERED.exec(text) ?? [];
    if (written !== undefined) {
      const fits = Number(written) === round && (dots === '.') === left;
      if (!fits || numbered) return refuseRecord('wrong-round', { line, ply, round });
      numbered = true;
      if (glued === '') continue;
    }
    // A left move needs a number; a right one only if it is the first ply.
    if (!numbered && (left || ply === 1)) {
      return refuseRecord('wrong-round', { line, ply, round });
    }
    if (ruled) return refuseRecord('move-after-end', { line, ply });
    const move = game.parseMove(position, foldCase(game, glued ?? text));
    if (!move.ok) return refuseRecord('bad-move', { line, ply }, move.error);
    moves.push(game.makeMove(move.value, position));
    position = game.play(position, move.value).position;
    ruled = outcomeByRules(game, position, seen);
    numbered = false;
  }
  return refuseRecord('no-result', { ply: moves.length + 1 });
}

/** `12.` before a left move, `12...` before a right one, with or without a blank. */
const NUMBERED = /^(\d{1,5})(\.\.\.|\.)(.*)$/;

type Sides = Pick<Game, 'sides'>;

/** Whether the moves of a colour are in the left column. */
const isLeft = ({ sides: [first] }: Sides, colour: Colour): boolean => colour === first.colour;

/** The round of a half, counted from 1; a missing left half of the first round counts. */
const roundOf = (half: number): number => Math.ceil(half / 2);

/** Result of an unfinished match. */
export const UNFINISHED = '*';

/** Reads a result; undefined if malformed. */
export const parseResult = (
  { sides: [first, second] }: Sides,
  text: string,
): { readonly winner: Colour | undefined } | undefined => {
  if (text === '1-0') return { winner: first.colour };
  if (text === '0-1') return { winner: second.colour };
  return text === '1/2-1/2' || text === UNFINISHED ? { winner: undefined } : undefined;
};

/** Writes a result. */
export function makeResult(game: Sides, outcome: Pick<MatchOutcome, 'winner'> | undefined): string {
  if (!outcome) return UNFINISHED;
  if (outcome.winner === undefined) return '1/2-1/2';
  return isLeft(game, outcome.winner) ? '1-0' : '0-1';
}
