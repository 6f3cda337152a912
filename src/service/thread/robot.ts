import { err, ok, type Result } from '../../result.ts';
import { robotMsMax } from '../../solo-limits.ts';
import type { RobotQuestion } from './choose.ts';
import { threadFile } from './thread-file.ts';
import { makeThreadQueue } from './thread-queue.ts';

/** Finds the robot's moves, one after the other. No letter waits for it. */
export interface Robot {
  /**
   * @returns the move, as the game writes it, or why there is none
   * @throws Error when the thread has died, or was ended by `stop`
   */
  choose(question: RobotQuestion): Promise<Result<string, string>>;
  stop(): Promise<void>;
}

type Answer = { readonly move: string } | { readonly error: string };

/** Runs the robot in a thread of its own, which is started at its first turn. */
export function makeThreadRobot(file = threadFile('robot-thread'), deadlineMs = robotMsMax): Robot {
  const queue = makeThreadQueue<RobotQuestion, Answer>({
    file,
    name: 'robot',
    deadlineMs,
    late: () => ({ error: 'it took too long' }),
    dead: () => ({ error: 'the thread has died of it' }),
  });
  return {
    async choose(question) {
      const answer = await queue.ask(question);
      return 'move' in answer ? ok(answer.move) : err(answer.error);
    },
    stop: queue.stop,
  };
}
