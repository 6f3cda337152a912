import type { Engine } from '../engine/engine.ts';
import { makePosition, parsePosition } from '../engine/notation.ts';
import { findEngine } from '../engine/registry.ts';
import type { Position } from '../engine/types.ts';
import { ok, type Result } from '../result.ts';
import {
  type Archived,
  type ArchiveError,
  type ArchiveLine,
  readArchiveLine,
  refuseLine,
} from './archive.ts';
import type { ToldOutcome } from './record.ts';
import { rule } from './record-moves.ts';
import type { Ending, MatchOutcome } from './types.ts';

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
 * engine's own spelling, the match has ended as the rules say or in a way that they leave open, each
 * ply has its time, and the revision counts all of it. Never throws.
 */
export function parseArchiveLine(text: string): Result<Archived, ArchiveError> {
  const read = readArchiveLine(text);
  if (!read.ok) return read;
  const line = read.value;
  const engine = findEngine(line.rules);
  if (engine?.rules !== line.rules) return refuseLine('unknown-game');
  const start = readStart(engine, line.start);
  if (!start) return refuseLine('bad-start');
  const ruled = playThrough(engine, start, line.moves);
  if (!ruled.ok) return ruled;
  const outcome = judge(engine, line.outcome, ruled.value);
  if (!outcome.ok) return outcome;
  const wrong = checkBooks(line, ruled.value !== undefined);
  if (wrong) return wrong;
  const seats = { black: { userid: line.black }, white: { userid: line.white } };
  return ok({ ...line, ...seats, start, outcome: outcome.value });
}

/** A legal position of these rules, written as we write it. */
function readStart(engine: Engine, text: string): Position | undefined {
  const setup = parsePosition(text);
  const position = setup.ok ? engine.legalise(setup.value) : setup;
  return position.ok && makePosition(position.value) === text ? position.value : undefined;
}

/** How the rules end the match, if they do. */
function playThrough(
  engine: Engine,
  start: Position,
  moves: readonly string[],
): Result<MatchOutcome | undefined, ArchiveError> {
  const timesSeen = new Map<string, number>();
  let position = start;
  let ruled = rule(engine, position, timesSeen);
  for (const [at, text] of moves.entries()) {
    if (ruled) return refuseLine('move-after-end', at + 1);
    const move = engine.parseMove(position, text);
    if (!move.ok || engine.makeMove(move.value) !== text) return refuseLine('bad-move', at + 1);
    position = engine.play(position, move.value).position;
    ruled = rule(engine, position, timesSeen);
  }
  return ok(ruled);
}

/** The end that the line tells, against what has come of its moves. */
function judge(
  engine: Engine,
  { winner, ending }: ToldOutcome,
  ruled: MatchOutcome | undefined,
): Result<MatchOutcome, ArchiveError> {
  if (ruled) {
    const same = ruled.winner === winner && ruled.ending === ending;
    return same ? ok(ruled) : refuseLine('wrong-outcome');
  }
  const known = [...ENDINGS_BESIDE_RULES].find(([name]) => name === ending);
  if (!known) return refuseLine('unknown-ending');
  const [name, won] = known;
  const drawn = name !== 'agreed' || engine.drawable;
  return won === (winner !== undefined) && drawn
    ? ok({ winner, ending: name })
    : refuseLine('wrong-outcome');
}

/** What the line says beside its moves and its end. */
function checkBooks(line: ArchiveLine, ruled: boolean) {
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
