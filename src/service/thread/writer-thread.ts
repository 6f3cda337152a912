import { workerData } from 'node:worker_threads';
import { answerEach } from './thread-answers.ts';
import { makePress, type TemplateFolders } from './writer.ts';

/** The thread of `writer.ts`. */
answerEach(makePress(workerData as TemplateFolders));
