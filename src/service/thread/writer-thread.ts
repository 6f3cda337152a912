import { workerData } from 'node:worker_threads';
import { offerGames } from '../../engine/registry.ts';
import { makeRenderer } from './renderer.ts';
import { answerEach } from './thread-queue.ts';
import type { WriterData } from './writer.ts';

/** The thread of `writer.ts`. */
const { folders, games } = workerData as WriterData;
offerGames(games);
answerEach(makeRenderer(folders), (written) => (written.ok ? [written.value.raw] : []));
