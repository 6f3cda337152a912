import { parentPort } from 'node:worker_threads';
import type { ThreadReply } from './thread-queue.ts';

/** The thread's side of `thread-queue.ts`: answers questions one after another, in order. */
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
