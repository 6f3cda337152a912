import { gameOf, makePosition } from '../engine/registry.ts';
import { LEVELS, type Level } from '../engine/robot/level.ts';
import type { RulesId } from '../engine/shape/ground.ts';
import type { Position } from '../engine/shape/types.ts';
import type { Match, RobotSeat, Seat } from './types.ts';

/**
 * The robot. Its account has no address and gets no letters. It is rated under this account at the highest
 * level, and under `robot-N` at lower ones. Players' ids count up from 1.
 */
export const ROBOT: Seat = { id: -5, userid: 'robot' };

/** The robot's seats at all levels, the highest level first. */
export const ROBOTS: readonly Seat[] = [
  ROBOT,
  ...LEVELS.slice(0, -1).map((level) => ({ id: -level, userid: `${ROBOT.userid}-${level}` })),
];

/** The robot by name, in any case: `robot`, or `robot-3` for a level. */
export const robotNamed = (word: string): Seat | undefined =>
  ROBOTS.find(({ userid }) => userid === word.toLowerCase());

/** Reads a level such as `3`; undefined if there is no such level. */
export const parseLevel = (text: string): Level | undefined =>
  LEVELS.find((level) => String(level) === text);

/** The id under which the robot is rated at a level. */
export const ratedAs = (level: Level): number => -level;

/** The robot's seat in a match; undefined if there is no such level. */
export function robotSeat(
  match: Pick<Match, 'black' | 'white'>,
  level: number | undefined,
): RobotSeat | undefined {
  const found = LEVELS.find((each) => each === level);
  if (found === undefined) return undefined;
  return { side: match.black.id === ROBOT.id ? 'black' : 'white', level: found };
}

/** Whether the robot is to move. */
export const isRobotsTurn = ({ robot, outcome, position }: Match): boolean =>
  robot !== undefined && outcome === undefined && position.turn === robot.side;

/** Whether a match begins at the default position: ratings are comparable only there. */
export const startsFromDefault = (rules: RulesId, start: Position): boolean =>
  makePosition(start) === defaultStart(rules);

/** The first position of a game on its default board, in position notation. */
export function defaultStart(rules: RulesId): string {
  const game = gameOf(rules);
  const start = game.start(game.defaultSize);
  if (!start.ok) throw new Error(`${rules}: no usual board (${start.error.code})`);
  return makePosition(start.value);
}

/** Whether the player to move may ask for a hint: in an unrated match against the robot, or by agreement. */
export const allowsHints = ({ rated, hints, robot }: Pick<Match, 'rated' | 'hints' | 'robot'>) =>
  rated !== true && (hints === true || robot !== undefined);
