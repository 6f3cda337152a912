import type { Game } from '../engine/game.ts';
import type { Colour, Position } from '../engine/types.ts';
import { recordPliesMax } from '../limits.ts';
import { ok, type Result } from '../result.ts';
import { type RecordError, refuseRecord } from './record-refusal.ts';
import type { Piece } from './record-text.ts';
import { countSeen, outcomeByRules } from './repetition.ts';
import type { MatchOutcome } from './types.ts';

/** The moves of a record in their numbered rounds, and the result behind them. */

/**
 * One text a round, with a blank behind it, and the result. Lines are broken between these texts.
 * The last round and the result are one, so that no line can be lost without being missed.
 */
export function makeRounds(
  moves: readonly string[],
  first: Colour,
  outcome: Pick<MatchOutcome, 'winner'> | undefined,
): readonly string[] {
  const result = makeResult(outcome);
  if (moves.length === 0) return [result];
  const missing = first === 'white' ? 1 : 0;
  const rounds: string[] = [];
  for (let at = -missing; at < moves.length; at += 2) {
    const number = `${roundOf(Math.max(at, 0) + 1, first)}${at < 0 ? '...' : '.'}`;
    rounds.push(`${number} ${moves.slice(Math.max(at, 0), at + 2).join(' ')} `);
  }
  return [...rounds.slice(0, -1), rounds.at(-1) + result];
}

/** The moves of a record, what the rules make of them, and the result that stands behind them. */
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
    if (parseResult(text)) {
      if (numbered) return refuseRecord('bad-move', { line, ply });
      if (words[at + 1]?.line === line) return refuseRecord('text-after-result', { line });
      return ok({ moves, ruled, result: { line, text } });
    }
    if (ply > recordPliesMax) {
      return refuseRecord('too-many-plies', { line, pliesMax: recordPliesMax });
    }
    const round = roundOf(ply, start.turn);
    const [, written, dots, glued] = NUMBERED.exec(text) ?? [];
    if (written !== undefined) {
      const fits = Number(written) === round && (dots === '.') === (position.turn === 'black');
      if (!fits || numbered) return refuseRecord('wrong-round', { line, ply, round });
      numbered = true;
      if (glued === '') continue;
    }
    // Black's moves have a number before them; White's only when no move of Black stands there.
    if (!numbered && (position.turn === 'black' || ply === 1)) {
      return refuseRecord('wrong-round', { line, ply, round });
    }
    if (ruled) return refuseRecord('move-after-end', { line, ply });
    const move = game.parseMove(position, glued ?? text);
    if (!move.ok) return refuseRecord('bad-move', { line, ply }, move.error);
    moves.push(game.makeMove(move.value));
    position = game.play(position, move.value).position;
    ruled = outcomeByRules(game, position, seen);
    numbered = false;
  }
  return refuseRecord('no-result', { ply: moves.length + 1 });
}

/** `12.` before a move of Black, `12...` before one of White, with or without a blank behind it. */
const NUMBERED = /^(\d{1,5})(\.\.\.|\.)(.*)$/;

/** The round that a ply belongs to; a first move of White is the second half of round 1. */
const roundOf = (ply: number, first: Colour): number =>
  Math.ceil((first === 'white' ? ply + 1 : ply) / 2);

/** What stands behind the moves while the match goes on. */
export const UNFINISHED = '*';

/** Reads a result; undefined when the text is none. */
export const parseResult = (text: string): { readonly winner: Colour | undefined } | undefined =>
  RESULTS.get(text);

/** Writes a result. */
export function makeResult(outcome: Pick<MatchOutcome, 'winner'> | undefined): string {
  if (!outcome) return UNFINISHED;
  if (outcome.winner === undefined) return '1/2-1/2';
  return outcome.winner === 'black' ? '1-0' : '0-1';
}

const RESULTS: ReadonlyMap<string, { readonly winner: Colour | undefined }> = new Map([
  ['1-0', { winner: 'black' }],
  ['0-1', { winner: 'white' }],
  ['1/2-1/2', { winner: undefined }],
  [UNFINISHED, { winner: undefined }],
]);
