import { workerData } from 'node:worker_threads';
import { makePress } from './press.ts';
import { answerEach } from './thread-answers.ts';
import type { TemplateFolders } from './writer.ts';

/** The thread of `writer.ts`. */
answerEach(makePress(workerData as TemplateFolders));
