import { parentPort } from 'node:worker_threads';
import { parseLetter } from '../mail/letter.ts';
import type { ParseQuestion, ParseReply } from './parser.ts';

/** The thread of `parser.ts`: answers one question after the other, in their order. */
const reply = (message: ParseReply): void => parentPort?.postMessage(message);

let last = Promise.resolve();
parentPort?.on('message', ({ raw, own }: ParseQuestion) => {
  last = last.then(async () => reply(await parseLetter(raw, own)));
});
reply('ready');
