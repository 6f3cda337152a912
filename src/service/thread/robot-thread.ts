import { choose, type RobotQuestion } from './robot.ts';
import { answerEach } from './thread-answers.ts';

/** The thread of `robot.ts`. A turn that cannot be played is no reason for it to end. */
answerEach((question: RobotQuestion) => {
  try {
    return { move: choose(question) };
  } catch (error) {
    return { error: String(error) };
  }
});
