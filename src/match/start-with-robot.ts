import { LEVELS, type Level } from '../engine/robot/level.ts';
import type { RulesId } from '../engine/shape/rules.ts';
import type { Position, Size } from '../engine/shape/types.ts';
import { ok, type Result } from '../result.ts';
import type { Sentence } from '../sentence.ts';
import type { Pace } from './pace.ts';
import { beginsAsUsual, ROBOT, robotSeat } from './robot.ts';
import { acceptChallenge } from './start.ts';
import type { First, Match, Seat } from './types.ts';

/** What a match against the robot is about. */
export interface RobotTerms {
  readonly rules: RulesId;
  readonly size: Size;
  /** Seen from the player. */
  readonly first: First;
  readonly level: Level;
  /** Of the player's turns; undefined: there is no clock. */
  readonly pace: Pace | undefined;
  /** Whether the player wants it rated; without effect where such a match is not. */
  readonly rated: boolean;
  /** Where the match begins, when that is not the ordinary first position. */
  readonly start?: Position | undefined;
}

/**
 * A new match of a player against the robot; refused when the rules do not know boards of this size.
 * Only one at the highest level that begins on the usual board counts for the player.
 *
 * @param heads decides who is Black when chance shall
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
  const counts = rated && mayCount(level, match.value);
  return ok({ ...match.value, ...(robot && { robot }), ...(counts && { rated: true }) });
}

/** Whether the rating of a player may change by a match against the robot. */
export const mayCount = (level: Level, { rules, start }: Pick<Match, 'rules' | 'start'>): boolean =>
  level === LEVELS.at(-1) && beginsAsUsual(rules, start);
