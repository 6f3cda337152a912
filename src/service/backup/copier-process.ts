import { constants, setPriority } from 'node:os';
import { systemTime } from '../../ports.ts';
import type { CopierJob } from './copier.ts';
import { writeBackup } from './write.ts';

/** The process of `copier.ts`: writes the one backup that it is told of, when nobody else needs the machine. */
setPriority(constants.priority.PRIORITY_LOW);
// Whoever stops all of us at once leaves it to the worker to end this one.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);

process.once('message', async ({ source, file }: CopierJob) => {
  process.send?.(await writeBackup(source, file, systemTime));
  process.disconnect();
});
