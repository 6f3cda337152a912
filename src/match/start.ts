import { gameOf } from '../engine/registry.ts';
import { LEVELS, type Level } from '../engine/robot/level.ts';
import type { RulesId } from '../engine/shape/ground.ts';
import type { Position, Size } from '../engine/shape/types.ts';
import { ok, type Result } from '../result.ts';
import type { Sentence } from '../sentence.ts';
import type { Pace } from './clock.ts';
import {
  type Challenge,
  type Match,
  ROBOT,
  robotSeat,
  type Seat,
  startsFromDefault,
} from './types.ts';

/** A new match at its first position; refused if the rules do not allow boards of this size. */
export function startMatch(
  board: number,
  rules: RulesId,
  size: Size,
  seats: Seats,
): Result<Match, Sentence> {
  const start = gameOf(rules).start(size);
  return start.ok ? ok(startFrom(board, start.value, seats)) : start;
}

/** A new match from any position. */
function startFrom(board: number, start: Position, { first, second }: Seats): Match {
  const seats =
    start.turn === 'black' ? { black: first, white: second } : { black: second, white: first };
  const { rules } = start;
  return {
    board,
    rules,
    ...seats,
    start,
    moves: [],
    position: start,
    revision: 1,
    outcome: undefined,
  };
}

interface Seats {
  readonly first: Seat;
  readonly second: Seat;
}

/**
 * The match of an accepted challenge.
 *
 * @param heads a coin toss: whether the challenger moves first if `first` is `random`
 */
export function acceptChallenge(
  challenge: Challenge,
  challenged: Seat,
  heads: boolean,
): Result<Match, Sentence> {
  const { challenger, first, pace, rated, hints } = challenge;
  const challengerFirst = first === 'random' ? heads : first === 'me';
  const seats = challengerFirst
    ? { first: challenger, second: challenged }
    : { first: challenged, second: challenger };
  const match = challenge.start
    ? ok(startFrom(challenge.number, challenge.start, seats))
    : startMatch(challenge.number, challenge.rules, challenge.size, seats);
  return match.ok
    ? ok({ ...match.value, pace, ...(rated && { rated }), ...(hints && { hints }) })
    : match;
}

/** `pace` is that of the player's turns; `rated` has no effect where `mayBeRated` is false. */
interface RobotTerms extends Pick<Challenge, 'rules' | 'size' | 'first' | 'start'> {
  readonly level: Level;
  readonly pace: Pace | undefined;
  readonly rated: boolean;
}

/**
 * A new match of a player against the robot; refused if the rules do not allow boards of this size.
 *
 * @param heads a coin toss: whether the player moves first if `first` is `random`
 */
export function startWithRobot(
  board: number,
  player: Seat,
  { rated, level, ...terms }: RobotTerms,
  heads: boolean,
): Result<Match, Sentence> {
  const challenge = {
    ...terms,
    number: board,
    challenger: player,
    challenged: ROBOT,
    state: 'open',
  } as const;
  const match = acceptChallenge(challenge, ROBOT, heads);
  if (!match.ok) return match;
  const robot = robotSeat(match.value, level);
  const counts = rated && mayBeRated(level, match.value);
  return ok({ ...match.value, ...(robot && { robot }), ...(counts && { rated: true }) });
}

/** Whether a match against the robot may be rated: at the highest level, from the default position. */
export const mayBeRated = (
  level: Level,
  { rules, start }: Pick<Match, 'rules' | 'start'>,
): boolean => level === LEVELS.at(-1) && startsFromDefault(rules, start);
