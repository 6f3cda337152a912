import { workerData } from 'node:worker_threads';
import { makeTemplates } from '../render/templates.ts';
import { answerEach } from './thread-answers.ts';
import { type Sheet, writeSheet } from './writer.ts';

/** The thread of `writer.ts`. */
const templates = makeTemplates(workerData as ReadonlyMap<string, string>);
answerEach((sheet: Sheet) => writeSheet(sheet, templates));
