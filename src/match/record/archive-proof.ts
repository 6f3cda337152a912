import { findGame } from '../../engine/registry.ts';
import type { Game } from '../../engine/shape/game.ts';
import type { Position } from '../../engine/shape/types.ts';
import { makePosition, readPosition } from '../../engine/written.ts';
import { ok, type Result } from '../../result.ts';
import { ROBOT, robotNamed } from '../robot.ts';
import { countSeen, ENDINGS, type Ending, type MatchOutcome, outcomeByRules } from '../types.ts';
import {
  type Archived,
  type ArchiveError,
  type ArchiveLine,
  readArchiveLine,
  refuseLine,
} from './archive.ts';

/** How a match can end without its rules, and whether somebody wins by it. */
export const ENDINGS_BESIDE_RULES: ReadonlyMap<Ending, boolean> = new Map([
  ['resigned', true],
  ['resigned-by-admin', true],
  ['forfeited', true],
  ['won-by-admin', true],
  ['agreed', false],
  ['drawn-by-admin', false],
  ['cancelled-by-admin', false],
]);

/**
 * Reads a line of an archive and plays it through: every move is legal in its place and in the
 * game's own spelling, the match has ended as the rules say or in a way that they leave open, each
 * ply has its time, and the revision counts all of it. Never throws.
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

/** Where a line names the robot it says its level, and the other way round; nobody else is called so. */
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

/** A legal position of these rules, written as we write it. */
function readStart(game: Game, text: string): Position | undefined {
  const position = readPosition(game, text);
  return position.ok && makePosition(position.value) === text ? position.value : undefined;
}

/** How the rules end the match, if they do. */
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

/** The end that the line names, against what has come of its moves. */
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
  const won = ending && ENDINGS_BESIDE_RULES.get(ending);
  if (ending === undefined || won === undefined) return refuseLine('unknown-ending');
  const fits = won === (winner !== undefined);
  const agreedInVain = ending === 'agreed' && !game.drawable;
  return fits && !agreedInVain ? ok({ winner, ending }) : refuseLine('wrong-outcome');
}

/** What the line counts, against its moves. */
function wrongCount(line: ArchiveLine, ruled: MatchOutcome | undefined) {
  const { moves, times, days, pace, revision, events } = line;
  if (times.length !== moves.length) return refuseLine('wrong-length', 'times');
  if ((days === undefined) !== (pace === undefined)) return refuseLine('bad-value', 'days');
  if (days && days.length !== moves.length) return refuseLine('wrong-length', 'days');
  // The start, every ply, and an end that is no ply; what was taken back counts besides.
  if (revision < 1 + moves.length + (ruled ? 0 : 1))
    return refuseLine('wrong-revision', 'revision');
  const inOrder = events.every(
    (event, at) => event.revision > (events[at - 1]?.revision ?? 0) && event.revision <= revision,
  );
  return inOrder ? undefined : refuseLine('wrong-revision', 'events');
}
