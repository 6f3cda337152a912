import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { systemTime } from '../../ports.ts';
import { type CopierJob, copyInto } from './make.ts';
import { tryCopy } from './write.ts';

/** The thread of `make.ts`: does one job. */
const job = workerData as CopierJob;

try {
  // On Linux, priority is per thread.
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);
} catch {
  // A service manager may forbid it; the priority is then the default.
}
parentPort?.postMessage(
  'copy' in job ? tryCopy(job.copy) : await copyInto(job.source, job.place, systemTime),
);
