import { constants, setPriority } from 'node:os';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { systemTime } from '../../ports.ts';
import { type CopierJob, copyInto } from './make.ts';
import { tryCopy } from './write.ts';

/** The thread of `make.ts`: does one job. */
const { job, waiting } = workerData as {
  readonly job: CopierJob;
  readonly waiting?: { readonly done: Int32Array<SharedArrayBuffer>; readonly port: MessagePort };
};

try {
  // On Linux, priority is per thread.
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);
} catch {
  // A service manager may forbid it; the priority is then the default.
}
const done = 'copy' in job ? tryCopy(job.copy) : await copyInto(job.source, job.place, systemTime);
(waiting?.port ?? parentPort)?.postMessage(done);
if (waiting) {
  Atomics.store(waiting.done, 0, 1);
  Atomics.notify(waiting.done, 0);
}
