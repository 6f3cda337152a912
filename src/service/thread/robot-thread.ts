import { err, ok } from '../../result.ts';
import { choose, type RobotQuestion } from './robot.ts';
import { answerEach } from './thread-queue.ts';

/** The thread of `robot.ts`. It survives a turn that cannot be played. */
answerEach((question: RobotQuestion) => {
  try {
    return ok(choose(question));
  } catch (error) {
    return err(String(error));
  }
});
