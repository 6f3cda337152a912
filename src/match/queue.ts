import { gameOf } from '../engine/registry.ts';
import type { Game } from '../engine/shape/game.ts';
import type { Position } from '../engine/shape/types.ts';
import { boardLimits } from '../limits.ts';
import { err, ok, type Result } from '../result.ts';
import { type Sentence, say } from '../sentence.ts';
import type { Offer } from './offer.ts';
import { type Moved, playMove, type Step } from './play.ts';
import { colourOf, foldCase, type Match, mayBeMove, type Watcher } from './types.ts';

/** Conditional moves of a player, on a board where the other side is to move. */
export interface Queue {
  readonly board: number;
  readonly playerId: number;
  /** Revision of the match that it waits on; at any other it is void. */
  readonly revision: number;
  readonly lines: readonly ConditionalLine[];
}

/** What is pending on a board: its open offer, conditional moves by player id, and watchers. */
export interface PendingOnBoard {
  readonly offer: Offer | undefined;
  readonly queues: ReadonlyMap<number, Queue>;
  /** Ordered by id. */
  readonly watchers: readonly Watcher[];
}

/** The result of a conditional reply to a move. */
interface FromQueue {
  /** Moves played from it; more than one if the other side had to pass. */
  readonly played: readonly Moved[];
  /** The conditional moves that are left. */
  readonly remaining?: Queue;
  /** Why the conditional moves ended, unless all were played. */
  readonly end?: QueueEnd;
}

export type QueueEnd =
  /** No line fits the moves played. */
  | { readonly kind: 'not-reached' }
  /** The move of the line is illegal now. */
  | { readonly kind: 'illegal'; readonly move: string; readonly why: Sentence };

/**
 * Conditional moves on a match. Refused if the player has no seat, the match is over, it is the player's own
 * turn, or a line that begins with a condition has an illegal move.
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
 * Plays the conditional replies to a ply of the other side; undefined if the match is over. A forced pass of
 * either side counts as a move: the lines must contain it.
 */
export function playFromQueue(queue: Queue, before: Position, moved: Moved): FromQueue | undefined {
  if (moved.match.outcome !== undefined) return undefined;
  const played: Moved[] = [];
  let { lines } = queue;
  let { match } = moved;
  let steps: readonly Step[] = moved.steps;
  let at = before;
  // Each round takes a move of the other side and a reply from every line.
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
    // A forced pass has been played already.
    if (!pass) {
      played.push(next.value);
      match = next.value.match;
    }
    const [own, ...follow] = pass ? steps.slice(1) : next.value.steps;
    if (lines.length === 0 || match.outcome || !own) return { played };
    at = own.match.position;
    steps = follow;
  }
  return { played, remaining: { ...queue, revision: match.revision, lines } };
}

/** Whether a text, in any spelling, is the move that the game writes as `canonical`. */
function isMove(position: Position, text: string, canonical: string): boolean {
  const game = gameOf(position.rules);
  const move = game.parseMove(position, text);
  return move.ok && game.makeMove(move.value, position) === canonical;
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

/** A reply to one move of the other side, or to any (`when` undefined). */
interface ConditionalMove {
  readonly when: string | undefined;
  readonly move: string;
}

/** Replies in sequence. Of several lines, the first that fits is played. */
export type ConditionalLine = readonly ConditionalMove[];

/**
 * Writes conditional moves: `if e4xe5 then c4xc5 if b1xb2 then a1xb1; d4xd5`. `parseConditionals` reads them
 * back to an equal value.
 */
export const makeConditionals = (lines: readonly ConditionalLine[]): string =>
  lines
    .map((line) =>
      line
        .map(({ when, move }) => (when === undefined ? move : `if ${when} then ${move}`))
        .join(' '),
    )
    .join('; ');

/**
 * Reads conditional moves: lines separated by `;`, each of one or more `if MOVE then MOVE`, where the first
 * may be a move alone. Undefined if malformed or over the limits. Legality is not checked.
 *
 * @param game undefined if unknown: only cells are read then
 */
export function parseConditionals(
  text: string,
  game?: Game,
): readonly ConditionalLine[] | undefined {
  const lines = text.split(';').map((line) => parseLine(line, game));
  if (lines.length > boardLimits.queueLines) return undefined;
  const read = lines.flatMap((line) => (line ? [line] : []));
  return read.length === lines.length ? read : undefined;
}

const CONDITION = /^if (.+?) then (.+?)(?= if |$)/i;

function parseLine(text: string, game: Game | undefined): ConditionalLine | undefined {
  let rest = text.replaceAll(',', ' ').trim().replace(/\s+/g, ' ');
  const moves: ConditionalMove[] = [];
  while (rest !== '' && moves.length < boardLimits.queueConditionals) {
    const [whole, condition, answer] = CONDITION.exec(rest) ?? splitUnconditionalMove(rest);
    const move = readMove(answer, game);
    const when = condition === undefined ? undefined : readMove(condition, game);
    // Only the first move of a line may lack a condition.
    const mayStandAlone = condition === undefined && moves.length === 0;
    if (move === undefined || (when === undefined && !mayStandAlone)) return undefined;
    moves.push({ when, move });
    rest = rest.slice(whole.length).trim();
  }
  return rest === '' && moves.length > 0 ? moves : undefined;
}

/** The move without a condition at the beginning of a text. */
const splitUnconditionalMove = (text: string): readonly [string, undefined, string] => {
  const [alone = ''] = text.split(/ (?=if )/i);
  return [alone, undefined, alone];
};

/** A move without its blanks; undefined if it cannot be one. */
function readMove(text: string | undefined, game: Game | undefined): string | undefined {
  const move = foldCase(game, text?.replaceAll(' ', '') ?? '');
  return mayBeMove(game, move) ? move : undefined;
}
