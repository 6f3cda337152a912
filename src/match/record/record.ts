import { findGame, gameOf, makePosition, readPosition } from '../../engine/registry.ts';
import type { Game } from '../../engine/shape/game.ts';
import { OUTCOME_REASONS } from '../../engine/shape/refusal.ts';
import type { Colour, Position } from '../../engine/shape/types.ts';
import { makeSize, parseSize } from '../../engine/stones/notation.ts';
import { columnsMax, recordLimits } from '../../limits.ts';
import { ok, type Result } from '../../result.ts';
import { say } from '../../sentence.ts';
import { countSeen, outcomeByRules } from '../by-rules.ts';
import { foldCase, type Match, type MatchOutcome, parseLevel, type RobotSeat } from '../types.ts';
import {
  type Piece,
  type RecordError,
  type RecordHeader,
  type RecordText,
  readRecordText,
  refuseRecord,
} from './record-text.ts';

/**
 * A match as text, after the game records of chess (PGN): headers, an empty line, the moves in
 * numbered rounds, and the result, `1-0` when the left side has won and `*` while the match goes on.
 */

/** The content of a record. Every `Match` is one. */
export interface MatchRecord extends Pick<Match, 'rules' | 'start' | 'moves' | 'hints'> {
  /** The board's number, if any. */
  readonly board: number | undefined;
  readonly black: { readonly userid: string };
  readonly white: { readonly userid: string };
  /** The robot's level; missing between two people. */
  readonly robot?: Pick<RobotSeat, 'level'>;
  readonly outcome: RecordedOutcome | undefined;
}

/** An outcome whose ending may be unknown here: other servers have other endings. */
interface RecordedOutcome extends Pick<MatchOutcome, 'winner'> {
  readonly ending: string;
}

/** Writes a record, at most 72 columns wide. `parseRecord` reads it back to an equal value. */
export function makeRecord(record: MatchRecord): string {
  const { board, rules, black, white, start, moves, outcome, hints, robot } = record;
  const game = gameOf(rules);
  const headers = [
    `Game: ${rules}`,
    ...(board === undefined ? [] : [`Board: ${board}`]),
    makeStart(start),
    `Black: ${black.userid}`,
    `White: ${white.userid}`,
    ...(robot ? [`Robot: level ${robot.level}`] : []),
    ...(hints ? ['Hints: agreed'] : []),
    `Result: ${makeResult(game, outcome)}`,
    ...(outcome ? [`Ending: ${outcome.ending}`] : []),
  ];
  return `${headers.join('\n')}\n\n${foldPieces(makeRounds(game, moves, start.turn, outcome))}\n`;
}

/**
 * Reads a record and plays it through. Checks that every move is legal and that the result does not
 * contradict the rules. Moves may be in any spelling and are returned in the game's own. Text above the
 * record and below its result is ignored. Takes linear time, never throws.
 */
export function parseRecord(text: string): Result<MatchRecord, RecordError> {
  if (text.length > recordLimits.chars)
    return refuseRecord(say('record-too-long', { charsMax: recordLimits.chars }));
  const taken = readRecordText(text);
  if (!taken.ok) return taken;
  const { headers, words } = taken.value;
  const opening = readOpening(headers);
  if (!opening.ok) return opening;
  const { game, ...rest } = opening.value;
  const played = readMoves(game, rest.start, words);
  if (!played.ok) return played;
  const outcome = readOutcome(game, headers, played.value);
  if (!outcome.ok) return outcome;
  return ok({ rules: game.rules, ...rest, moves: played.value.moves, outcome: outcome.value });
}

/** The headers, without the result. */
interface Opening
  extends Pick<MatchRecord, 'board' | 'black' | 'white' | 'start' | 'robot' | 'hints'> {
  readonly game: Game;
}

function readOpening(headers: RecordText['headers']): Result<Opening, RecordError> {
  const shaped = (header: RecordHeader, shape: RegExp): Result<string, RecordError> => {
    const field = headers.get(header);
    if (!field) return refuseRecord(say('record-no-header', { header }));
    return shape.test(field.text)
      ? ok(field.text)
      : refuseRecord(say('record-bad-header', { header, line: field.line }));
  };
  const { line = 1, text = '' } = headers.get('Game') ?? {};
  const game = findGame(text);
  if (!game) return refuseRecord(say('record-bad-header', { header: 'Game', line }));
  const board = headers.has('Board') ? shaped('Board', /^[1-9]\d{0,8}$/) : ok(undefined);
  if (!board.ok) return board;
  const black = shaped('Black', USERID);
  if (!black.ok) return black;
  const white = shaped('White', USERID);
  if (!white.ok) return white;
  const start = readStart(game, headers);
  if (!start.ok) return start;
  return ok({
    game,
    board: board.value === undefined ? undefined : Number(board.value),
    black: { userid: black.value },
    white: { userid: white.value },
    start: start.value,
    ...readRobot(headers),
    ...(headers.get('Hints')?.text === 'agreed' && { hints: true }),
  });
}

/** Unknown levels, such as those of other servers, are ignored. */
function readRobot(headers: RecordText['headers']): Pick<MatchRecord, 'robot'> {
  const [, written = ''] = /^level (\d)$/.exec(headers.get('Robot')?.text ?? '') ?? [];
  const level = parseLevel(written);
  return level ? { robot: { level } } : {};
}

/** Longer than our own userids, for records of other servers. */
const USERID = /^[\w.-]{1,40}$/;

/** The first position, from either `Size` or `Start`. */
function readStart(game: Game, headers: RecordText['headers']): Result<Position, RecordError> {
  const size = headers.get('Size');
  const start = headers.get('Start');
  if (size && start)
    return refuseRecord(say('record-header-twice', { header: 'Start', line: start.line }));
  if (start) {
    const position = readPosition(game, start.text);
    if (position.ok) return position;
    return refuseRecord(say('record-bad-start', { line: start.line }), position.error);
  }
  if (!size) return refuseRecord(say('record-no-header', { header: 'Size' }));
  const parsed = parseSize(size.text);
  if (!parsed) return refuseRecord(say('record-bad-header', { header: 'Size', line: size.line }));
  const position = game.start(parsed);
  if (position.ok) return position;
  return refuseRecord(say('record-bad-start', { line: size.line }), position.error);
}

/**
 * The outcome by the rules, if they decide; otherwise the result below the moves, with the ending in the
 * headers: any word but one that the rules decide.
 */
function readOutcome(
  game: Game,
  headers: RecordText['headers'],
  { ruled, result }: PlayedThrough,
): Result<RecordedOutcome | undefined, RecordError> {
  const { line } = result;
  const stated = headers.get('Result');
  if (stated && stated.text !== result.text)
    return refuseRecord(say('record-two-results', { line }));
  if (ruled && result.text !== makeResult(game, ruled)) {
    return refuseRecord(say('record-wrong-result', { line, result: makeResult(game, ruled) }));
  }
  const ending = headers.get('Ending');
  if (ruled) {
    const fits = ending === undefined || ending.text === ruled.ending;
    return fits ? ok(ruled) : refuseRecord(say('record-wrong-ending', { line: ending.line }));
  }
  const isOver = result.text !== UNFINISHED;
  if (!ending)
    return isOver ? refuseRecord(say('record-no-header', { header: 'Ending' })) : ok(undefined);
  if (!isOver || BY_THE_RULES.has(ending.text)) {
    return refuseRecord(say('record-wrong-ending', { line: ending.line }));
  }
  return ENDING.test(ending.text)
    ? ok({ winner: parseResult(game, result.text)?.winner, ending: ending.text })
    : refuseRecord(say('record-bad-header', { header: 'Ending', line: ending.line }));
}

const ENDING = /^[a-z]+(?:-[a-z]+)*$/;
const BY_THE_RULES: ReadonlySet<string> = new Set([...OUTCOME_REASONS, 'repetition']);

/** `Size` for the game's first position on that board, otherwise `Start`. */
function makeStart(start: Position): string {
  const ordinary = gameOf(start.rules).start(start.board);
  const text = makePosition(start);
  return ordinary.ok && makePosition(ordinary.value) === text
    ? `Size: ${makeSize(start.board)}`
    : foldPieces(`Start: ${text}`.split(/(?<=[ /])/));
}

/**
 * One text per round, with a trailing blank, and the result. Lines are broken between these texts. The last
 * round and the result are one text, so that a lost line is noticed.
 */
function makeRounds(
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
interface PlayedThrough {
  readonly moves: readonly string[];
  readonly ruled: MatchOutcome | undefined;
  readonly result: Piece;
}

/** Plays the words of a record from its first position to the result, where it ends. */
function readMoves(
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
      if (numbered) return refuseRecord(say('record-bad-move', { line, ply }));
      if (words[at + 1]?.line === line)
        return refuseRecord(say('record-text-after-result', { line }));
      return ok({ moves, ruled, result: { line, text } });
    }
    if (ply > recordLimits.plies) {
      return refuseRecord(say('record-too-many-plies', { line, pliesMax: recordLimits.plies }));
    }
    const left = isLeft(game, position.turn);
    const round = roundOf(isLeft(game, start.turn) ? ply : ply + 1);
    const [, written, dots, glued] = NUMBERED.exec(text) ?? [];
    if (written !== undefined) {
      const fits = Number(written) === round && (dots === '.') === left;
      if (!fits || numbered) return refuseRecord(say('record-wrong-round', { line, ply, round }));
      numbered = true;
      if (glued === '') continue;
    }
    // A left move needs a number; a right one only if it is the first ply.
    if (!numbered && (left || ply === 1))
      return refuseRecord(say('record-wrong-round', { line, ply, round }));
    if (ruled) return refuseRecord(say('record-move-after-end', { line, ply }));
    const move = game.parseMove(position, foldCase(game, glued ?? text));
    if (!move.ok) return refuseRecord(say('record-bad-move', { line, ply }), move.error);
    moves.push(game.makeMove(move.value, position));
    position = game.play(position, move.value).position;
    ruled = outcomeByRules(game, position, seen);
    numbered = false;
  }
  return refuseRecord(say('record-no-result', { ply: moves.length + 1 }));
}

/** `12.` before a left move, `12...` before a right one, with or without a blank. */
const NUMBERED = /^(\d{1,5})(\.\.\.|\.)(.*)$/;

type Sides = Pick<Game, 'sides'>;

/** Whether the moves of a colour are in the left column. */
const isLeft = ({ sides: [first] }: Sides, colour: Colour): boolean => colour === first.colour;

/** The round of a half, counted from 1; a missing left half of the first round counts. */
const roundOf = (half: number): number => Math.ceil(half / 2);

const UNFINISHED = '*';

const parseResult = (
  { sides: [first, second] }: Sides,
  text: string,
): { readonly winner: Colour | undefined } | undefined => {
  if (text === '1-0') return { winner: first.colour };
  if (text === '0-1') return { winner: second.colour };
  return text === '1/2-1/2' || text === UNFINISHED ? { winner: undefined } : undefined;
};

function makeResult(game: Sides, outcome: Pick<MatchOutcome, 'winner'> | undefined): string {
  if (!outcome) return UNFINISHED;
  if (outcome.winner === undefined) return '1/2-1/2';
  return isLeft(game, outcome.winner) ? '1-0' : '0-1';
}

/** Joins pieces, which bring their own blanks, into lines of at most 72 columns. */
function foldPieces(pieces: readonly string[]): string {
  const lines: string[] = [];
  let line = '';
  for (const piece of pieces) {
    if (line !== '' && (line + piece).trimEnd().length > columnsMax) {
      lines.push(line);
      line = '';
    }
    line += piece;
  }
  return [...lines, line].map((each) => each.trimEnd()).join('\n');
}
