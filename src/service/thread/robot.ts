import { gameOf, storedPosition } from '../../engine/registry.ts';
import { chooseMove } from '../../engine/robot/choose-move.ts';
import type { Level } from '../../engine/robot/level.ts';
import type { RulesId } from '../../engine/shape/ground.ts';
import { err, type Result } from '../../result.ts';
import { robotLimits } from '../../solo-limits.ts';
import { makeThreadQueue, threadFile } from './thread-queue.ts';

/** Computes the robot's moves, one after another. No letter waits for it. */
export interface Robot {
  /**
   * @returns the move in the game's notation, or why there is none
   * @throws Error if the thread could not be started, or was ended by `stop`
   */
  choose(question: RobotQuestion): Promise<Result<string, string>>;
  stop(): Promise<void>;
}

/** Runs the robot in a thread, started at its first turn. */
export function makeThreadRobot(
  file = threadFile('robot-thread'),
  deadlineMs = robotLimits.moveMs,
): Robot {
  const queue = makeThreadQueue<RobotQuestion, Result<string, string>>({
    file,
    name: 'robot',
    deadlineMs,
    late: () => err('it took too long'),
    dead: () => err('the thread has died of it'),
  });
  return { choose: queue.ask, stop: queue.stop };
}

/** A turn of the robot, for the thread. */
export interface RobotQuestion {
  readonly rules: RulesId;
  /** The position, in its notation. */
  readonly position: string;
  readonly level: Level;
  readonly seed: string;
  /** Undefined: the limit of the level. */
  readonly nodesMax: number | undefined;
}

/** The robot's move in the game's notation; deterministic. */
export function choose({ rules, position, level, seed, nodesMax }: RobotQuestion): string {
  const at = storedPosition(rules, position, 'a turn of the robot');
  const { move } = chooseMove(at, { level, seed, ...(nodesMax !== undefined && { nodesMax }) });
  return gameOf(rules).makeMove(move, at);
}
