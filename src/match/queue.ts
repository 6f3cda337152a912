import { gameOf } from '../engine/registry.ts';
import type { Position } from '../engine/types.ts';
import { err, ok, type Result } from '../result.ts';
import { type Sentence, say } from '../sentence.ts';
import { type Moved, playMove } from './play.ts';
import type { ConditionalLine } from './queue-text.ts';
import { colourOf } from './seats.ts';
import type { Match } from './types.ts';

/** Moves that a player has made in advance, on a board where the other side is to move. */
export interface Queue {
  readonly board: number;
  readonly playerId: number;
  /** Of the match that it waits on; at any other the queue is void. */
  readonly revision: number;
  readonly lines: readonly ConditionalLine[];
}

/** What a queue makes of the move that it waited for. */
export type FromQueue =
  /** A move was played; `left` is what waits for the next one. */
  | { readonly kind: 'played'; readonly moved: Moved; readonly left: Queue | undefined }
  /** It was meant for other moves. */
  | { readonly kind: 'not-reached' }
  /** Its move is not legal now. */
  | { readonly kind: 'illegal'; readonly move: string; readonly why: Sentence };

/**
 * A queue on this match. Refused when the player has no seat, the match is over, it is the player's
 * own turn, or a move of a line that begins with a condition is not legal in its place: all of that
 * line is known.
 */
export function makeQueue(
  match: Match,
  playerId: number,
  lines: readonly ConditionalLine[],
): Result<Queue, Sentence> {
  const { board, revision, position } = match;
  const colour = colourOf(match, playerId);
  if (colour === undefined) return err(say('not-your-board', { board }));
  if (match.outcome !== undefined) return err(say('match-over', { board }));
  if (position.turn === colour) return err(say('queue-your-turn', { board }));
  for (const line of lines) {
    const illegal = line[0]?.when === undefined ? undefined : firstIllegal(position, line);
    if (illegal) return err(illegal);
  }
  return ok({ board, playerId, revision, lines });
}

/** What the queue of the side that did not move answers to a ply; undefined when the match is over. */
export function playFromQueue(queue: Queue, before: Position, moved: Moved): FromQueue | undefined {
  const { match, ply } = moved;
  if (match.outcome !== undefined) return undefined;
  const reached = queue.lines.filter(
    ([head]) => head && (head.when === undefined || isMove(before, head.when, ply.text)),
  );
  const move = reached[0]?.[0]?.move;
  if (move === undefined) return { kind: 'not-reached' };
  const next = playMove(match, queue.playerId, move, {});
  if (!next.ok) return { kind: 'illegal', move, why: next.error };
  const { text } = next.value.ply;
  const lines = reached
    .filter(([head, ...rest]) => head && rest.length > 0 && isMove(match.position, head.move, text))
    .map(([, ...rest]) => rest);
  const { revision, outcome } = next.value.match;
  const left = lines.length > 0 && !outcome ? { ...queue, revision, lines } : undefined;
  return { kind: 'played', moved: next.value, left };
}

/** Whether a text, in any spelling, is the move that the engine writes so. */
function isMove(position: Position, text: string, made: string): boolean {
  const game = gameOf(position.rules);
  const move = game.parseMove(position, text);
  return move.ok && game.makeMove(move.value, position) === made;
}

function firstIllegal(start: Position, line: ConditionalLine): Sentence | undefined {
  const game = gameOf(start.rules);
  let position = start;
  for (const text of line.flatMap(({ when, move }) =>
    when === undefined ? [move] : [when, move],
  )) {
    const move = game.parseMove(position, text);
    if (!move.ok) return move.error;
    position = game.play(position, move.value).position;
  }
  return undefined;
}
