import { findGame } from '../../engine/registry.ts';
import type { Game } from '../../engine/shape/game.ts';
import type { Position } from '../../engine/shape/types.ts';
import { makePosition, readPosition } from '../../engine/written.ts';
import { ok, type Result } from '../../result.ts';
import { countSeen, outcomeByRules } from '../repetition.ts';
import { ROBOT, robotNamed } from '../robot.ts';
import { ENDINGS, type Ending, type MatchOutcome } from '../types.ts';
import {
  type Archived,
  type ArchiveError,
  type ArchiveLine,
  readArchiveLine,
  refuseLine,
} from './archive.ts';

/** Endings outside the rules, and whether they have a winner. */
export const ENDINGS_OUTSIDE_RULES: ReadonlyMap<Ending, boolean> = new Map([
  ['resigned', true],
  ['resigned-by-admin', true],
  ['forfeited', true],
  ['won-by-admin', true],
  ['agreed', false],
  ['drawn-by-admin', false],
  ['cancelled-by-admin', false],
]);

/**
 * Reads a line of an archive and plays it through. Checks that every move is legal and in the game's own
 * spelling, that the ending fits the rules, and that times, days and revisions fit the plies. Never throws.
 */
export function parseArchiveLine(text: string): Result<Archived, ArchiveError> {
  const read = readArchiveLine(text);
  if (!read.ok) return read;
  const line = read.value;
  const game = findGame(line.rules);
  if (game?.rules !== line.rules) return refuseLine('unknown-game');
  const start = readStart(game, line.start);
  if (!start) return refuseLine('bad-start');
  const ruled = playThrough(game, start, line.moves);
  if (!ruled.ok) return ruled;
  const outcome = provenEnd(game, line, ruled.value);
  if (!outcome.ok) return outcome;
  const wrong = wrongCount(line, ruled.value);
  if (wrong) return wrong;
  const robots = robotsIn(line);
  if (!robots.ok) return robots;
  const seats = { black: { userid: line.black }, white: { userid: line.white } };
  return ok({ ...line, ...seats, rules: game.rules, start, outcome: outcome.value });
}

/** Checks that a line names the robot exactly if it has a level, and uses no other robot name. */
function robotsIn({ black, white, robot }: ArchiveLine): Result<undefined, ArchiveError> {
  const named = [black, white].filter((userid) => robotNamed(userid));
  if (robot === undefined) {
    if (named.length === 0) return ok(undefined);
    return refuseLine('bad-userid', robotNamed(black) ? 'black' : 'white');
  }
  return named.length === 1 && named[0] === ROBOT.userid
    ? ok(undefined)
    : refuseLine('bad-value', 'robot');
}

/** A legal position in canonical notation; undefined otherwise. */
function readStart(game: Game, text: string): Position | undefined {
  const position = readPosition(game, text);
  return position.ok && makePosition(position.value) === text ? position.value : undefined;
}

/** The outcome by the rules, if any. */
function playThrough(
  game: Game,
  start: Position,
  moves: readonly string[],
): Result<MatchOutcome | undefined, ArchiveError> {
  const seen = countSeen(game);
  let position = start;
  let ruled = outcomeByRules(game, position, seen);
  for (const [at, text] of moves.entries()) {
    if (ruled) return refuseLine('move-after-end', at + 1);
    const move = game.parseMove(position, text);
    if (!move.ok || game.makeMove(move.value, position) !== text)
      return refuseLine('bad-move', at + 1);
    position = game.play(position, move.value).position;
    ruled = outcomeByRules(game, position, seen);
  }
  return ok(ruled);
}

/** Checks the ending of a line against the outcome by the rules. */
function provenEnd(
  game: Game,
  { outcome: { winner, ending: named } }: ArchiveLine,
  ruled: MatchOutcome | undefined,
): Result<MatchOutcome, ArchiveError> {
  if (ruled) {
    const same = ruled.winner === winner && ruled.ending === named;
    return same ? ok(ruled) : refuseLine('wrong-outcome');
  }
  const ending = ENDINGS.find((each) => each === named);
  const won = ending && ENDINGS_OUTSIDE_RULES.get(ending);
  if (ending === undefined || won === undefined) return refuseLine('unknown-ending');
  const fits = won === (winner !== undefined);
  const impossibleDraw = ending === 'agreed' && !game.drawable;
  return fits && !impossibleDraw ? ok({ winner, ending }) : refuseLine('wrong-outcome');
}

/** Checks the times, days and revisions of a line against its moves. */
function wrongCount(line: ArchiveLine, ruled: MatchOutcome | undefined) {
  const { moves, times, days, pace, revision, events } = line;
  if (times.length !== moves.length) return refuseLine('wrong-length', 'times');
  if ((days === undefined) !== (pace === undefined)) return refuseLine('bad-value', 'days');
  if (days && days.length !== moves.length) return refuseLine('wrong-length', 'days');
  // The start, every ply, and an end that is not a ply; plies taken back add more.
  if (revision < 1 + moves.length + (ruled ? 0 : 1))
    return refuseLine('wrong-revision', 'revision');
  const inOrder = events.every(
    (event, at) => event.revision > (events[at - 1]?.revision ?? 0) && event.revision <= revision,
  );
  return inOrder ? undefined : refuseLine('wrong-revision', 'events');
}
