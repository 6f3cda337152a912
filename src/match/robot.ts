import { gameOf } from '../engine/registry.ts';
import { LEVELS, type Level } from '../engine/robot/level.ts';
import type { RulesId } from '../engine/shape/ground.ts';
import type { Position } from '../engine/shape/types.ts';
import { makePosition } from '../engine/written.ts';
import type { Match, RobotSeat, Seat } from './types.ts';

/**
 * The server's own player. Its account has no address and gets no letters. It is rated under it at the
 * highest level, and under other names at the levels below. People's ids count up from 1.
 */
export const ROBOT: Seat = { id: -5, userid: 'robot' };

/** All that the server's own player is called, at the highest level first. */
export const ROBOTS: readonly Seat[] = [
  ROBOT,
  ...LEVELS.slice(0, -1).map((level) => ({ id: -level, userid: `${ROBOT.userid}-${level}` })),
];

/** The robot that a word names, in any case of letters: `robot`, or `robot-3` for what it is at a level. */
export const robotNamed = (word: string): Seat | undefined =>
  ROBOTS.find(({ userid }) => userid === word.toLowerCase());

/** Reads a level: `3`. */
export const parseLevel = (text: string): Level | undefined =>
  LEVELS.find((level) => String(level) === text);

/** The id under which the robot is rated at a level. */
export const ratedAs = (level: Level): number => -level;

/** The robot's seat at a match in which it plays at a level. */
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

/** Whether a match begins as the rules have it on their usual board: only there strengths compare. */
export const beginsAsUsual = (rules: RulesId, start: Position): boolean =>
  makePosition(start) === usualStart(rules);

/** The first position of a game on its usual board, in position notation. */
export function usualStart(rules: RulesId): string {
  const game = gameOf(rules);
  const usual = game.start(game.defaultSize);
  if (!usual.ok) throw new Error(`${rules}: no usual board (${usual.error.code})`);
  return makePosition(usual.value);
}

/**
 * Whether the player whose turn it is may ask for a hint: against the robot, or where both have agreed.
 * A rating would be that of the hints, so a rated match has none.
 */
export const allowsHints = ({ rated, hints, robot }: Pick<Match, 'rated' | 'hints' | 'robot'>) =>
  rated !== true && (hints === true || robot !== undefined);
