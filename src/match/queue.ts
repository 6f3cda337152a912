import { gameOf } from '../engine/registry.ts';
import type { Position } from '../engine/shape/types.ts';
import { err, ok, type Result } from '../result.ts';
import { type Sentence, say } from '../sentence.ts';
import { type Moved, playMove, type Step } from './play.ts';
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
export interface FromQueue {
  /** What was played from it, one move after the other; more than one when the other side had to pass. */
  readonly played: readonly Moved[];
  /** What waits for the next move. */
  readonly left?: Queue;
  /** Why nothing waits any more, where that is not because all was played. */
  readonly end?: QueueEnd;
}

export type QueueEnd =
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

/**
 * What the queue of the side that did not move answers to a ply; undefined when the match is over. A
 * pass that was forced is a move like any other to it: it must stand in its place, the owner's or the
 * other side's.
 */
export function playFromQueue(queue: Queue, before: Position, moved: Moved): FromQueue | undefined {
  if (moved.match.outcome !== undefined) return undefined;
  const played: Moved[] = [];
  let { lines } = queue;
  let { match } = moved;
  let steps: readonly Step[] = moved.steps;
  let at = before;
  // A move of the other side, then the queue's own: each look at both takes one off every line.
  for (let [theirs, pass] = steps; theirs; [theirs, pass] = steps) {
    const { position } = theirs.match;
    const { ply } = theirs;
    const reached = lines.filter(
      ([head]) => head && (head.when === undefined || isMove(at, head.when, ply.text)),
    );
    const move = reached[0]?.[0]?.move;
    if (move === undefined) return { played, end: { kind: 'not-reached' } };
    const next = playMove(theirs.match, queue.playerId, move, {});
    if (!next.ok) return { played, end: { kind: 'illegal', move, why: next.error } };
    const { text } = next.value.ply;
    lines = reached
      .filter(([head, ...rest]) => head && rest.length > 0 && isMove(position, head.move, text))
      .map(([, ...rest]) => rest);
    // The pass has been played already.
    if (!pass) {
      played.push(next.value);
      match = next.value.match;
    }
    const [own, ...follow] = pass ? steps.slice(1) : next.value.steps;
    if (lines.length === 0 || match.outcome || !own) return { played };
    at = own.match.position;
    steps = follow;
  }
  return { played, left: { ...queue, revision: match.revision, lines } };
}

/** Whether a text, in any spelling, is the move that the game writes so. */
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
