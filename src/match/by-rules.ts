import { gameOf, makePosition } from '../engine/registry.ts';
import type { Game } from '../engine/shape/game.ts';
import type { Colour, Move, Position } from '../engine/shape/types.ts';
import type { Match, MatchOutcome } from './types.ts';

/** Occurrences of a position, with the same player to move, that draw the match. */
const OCCURRENCES_MAX = 3;

/**
 * The outcome of a position by the rules, including repetition; undefined if play goes on.
 *
 * @param timesSeen occurrences of the position, including this one; called only if needed
 */
export function outcomeByRules(
  game: Game,
  position: Position,
  timesSeen: (position: Position) => number,
): MatchOutcome | undefined {
  const outcome = game.outcome(position);
  if (outcome) return { winner: outcome.winner, ending: outcome.reason };
  const circling = game.canRepeat && timesSeen(position) >= OCCURRENCES_MAX;
  return circling ? { winner: undefined, ending: 'repetition' } : undefined;
}

/** The outcome of a match's current position by the rules. */
export const currentOutcome = (match: Match): MatchOutcome | undefined =>
  outcomeByRules(gameOf(match.rules), match.position, () => occurrences(match));

/** A counter of occurrences, called once for each position of a match in order. */
export function countSeen(game: Game): (position: Position) => number {
  const times = new Map<string, number>();
  return (position) => {
    const key = keyOf(game, position);
    const count = (times.get(key) ?? 0) + 1;
    times.set(key, count);
    return count;
  };
}

const keyOf = (game: Game, position: Position): string =>
  game.key?.(position) ?? makePosition(position);

/**
 * How often the position of a match has come up. If the match continues the one counted last, only its new moves are
 * replayed.
 */
function occurrences({ rules, start, moves }: Match): number {
  const game = gameOf(rules);
  const goesOn =
    lastCounted?.start === start && lastCounted.moves.every((move, at) => moves[at] === move);
  const counted = goesOn ? lastCounted : undefined;
  const seen = counted?.seen ?? countSeen(game);
  let at = counted?.at ?? start;
  let times = counted?.times ?? seen(start);
  lastCounted = undefined;
  for (const ply of replayed(at, moves.slice(counted?.moves.length ?? 0))) {
    at = ply.position;
    times = seen(at);
  }
  lastCounted = { start, moves, at, times, seen };
  return times;
}

let lastCounted: CountedMatch | undefined;

interface CountedMatch extends Pick<Match, 'start' | 'moves'> {
  readonly at: Position;
  /** How often that position has come up. */
  readonly times: number;
  readonly seen: (position: Position) => number;
}

/**
 * The plies of a record, one by one: the move, and the position after it.
 *
 * @throws Error if a move is illegal: the record is damaged
 */
export function* replayed(start: Position, moves: readonly string[]) {
  const game = gameOf(start.rules);
  let before = start;
  for (const text of moves) {
    const move = game.parseMove(before, text);
    if (!move.ok) throw new Error(`damaged record: ${text} is not legal (${move.error.code})`);
    const { position, effects } = game.play(before, move.value);
    yield { text, move: move.value, before, position, effects };
    before = position;
  }
}

/**
 * The pass that is the only legal move of a position; undefined otherwise. It is played at once, as a ply of
 * its own. The record does not mark forced plies; they follow from the rules.
 */
export function forcedPass(game: Game, position: Position): Move | undefined {
  if (!game.isPass) return undefined;
  const [only, ...others] = game.legalMoves(position);
  return only && others.length === 0 && game.isPass(only) ? only : undefined;
}

export type StartAndMoves = Pick<Match, 'rules' | 'start' | 'moves'>;

export function forcedPlies(match: StartAndMoves): ReadonlySet<number> {
  const forced = new Set<number>();
  if (!gameOf(match.rules).isPass) return forced;
  for (const [ply, isChosen] of choices(match)) if (!isChosen) forced.add(ply);
  return forced;
}

export function bothHaveChosen(match: StartAndMoves): boolean {
  // The sides take turns.
  if (!gameOf(match.rules).isPass) return match.moves.length >= 2;
  const sides = new Set<number>();
  for (const [ply, isChosen] of choices(match)) {
    if (isChosen && sides.add(ply % 2).size === 2) return true;
  }
  return false;
}

/** The plies of a match, counted from 0, and whether each was chosen. */
function* choices({ rules, start, moves }: StartAndMoves): Generator<readonly [number, boolean]> {
  const game = gameOf(rules);
  let ply = 0;
  for (const { move, before } of replayed(start, moves)) {
    yield [ply++, !game.isPass?.(move) || !forcedPass(game, before)];
  }
}

/**
 * How many plies precede the last one that was chosen.
 *
 * @param colour counts only choices of this side
 * @returns undefined if no ply was chosen
 */
export function pliesBeforeChoice(match: StartAndMoves, colour?: Colour): number | undefined {
  const forced = forcedPlies(match);
  const first = match.start.turn === colour ? 0 : 1;
  const ply = match.moves.findLastIndex(
    (_, at) => !forced.has(at) && (colour === undefined || at % 2 === first),
  );
  return ply < 0 ? undefined : ply;
}
