import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { tryCopy } from './prove.ts';

/** The thread of `prove.ts`: tries the one copy that it is started with. */
// On Linux it counts for this thread alone; the process is asked nowhere else.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);
parentPort?.postMessage({ trouble: tryCopy(workerData as string) });
