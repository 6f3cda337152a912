import { gameOf } from '../../engine/registry.ts';
import { chooseMove } from '../../engine/robot/choose-move.ts';
import type { Level } from '../../engine/robot/level.ts';
import type { RulesId } from '../../engine/shape/rules.ts';
import { storedPosition } from '../../engine/written.ts';

/** A turn of the robot, as it goes to the thread. */
export interface RobotQuestion {
  readonly rules: RulesId;
  /** In position notation. */
  readonly position: string;
  readonly level: Level;
  readonly seed: string;
  /** Undefined: as many as the level has. */
  readonly nodesMax: number | undefined;
}

/** The move that the robot plays, as the game writes it: the same again for the same question. */
export function choose({ rules, position, level, seed, nodesMax }: RobotQuestion): string {
  const at = storedPosition(rules, position, 'a turn of the robot');
  const { move } = chooseMove(at, { level, seed, ...(nodesMax !== undefined && { nodesMax }) });
  return gameOf(rules).makeMove(move, at);
}
