import { parentPort } from 'node:worker_threads';
import type { ThreadReply } from './thread-queue.ts';

/** The other end of `thread-queue.ts`: answers one question after the other, in their order. */
export function answerEach<Question, Answer>(
  answer: (question: Question) => Promise<Answer> | Answer,
): void {
  const reply = (message: ThreadReply<Answer>): void => parentPort?.postMessage(message);
  let last = Promise.resolve();
  parentPort?.on('message', (question: Question) => {
    last = last.then(async () => reply({ answer: await answer(question) }));
  });
  reply('ready');
}
