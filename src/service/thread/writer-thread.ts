import { workerData } from 'node:worker_threads';
import { makeRenderer } from './renderer.ts';
import { answerEach } from './thread-queue.ts';
import type { TemplateFolders } from './writer.ts';

/** The thread of `writer.ts`. */
answerEach(makeRenderer(workerData as TemplateFolders), (written) =>
  written.ok ? [written.value.raw] : [],
);
