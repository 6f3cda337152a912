import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { err, type Result } from '../../result.ts';
import { backupMsMax } from '../../server-limits.ts';
import { threadFile } from '../thread/thread-file.ts';
import type { Source, Written } from './write.ts';

/** Writes backups that no letter waits for. */
export interface Copier {
  /** @returns why there is none, in one line, also when it was ended by `stop` */
  write(source: Source, file: string): Promise<Result<Written, string>>;
  /** Ends it at once; what it was at has no name. */
  stop(): Promise<void>;
}

/** What is asked of the process. */
export interface CopierJob {
  readonly source: Source;
  readonly file: string;
}

/**
 * Writes each backup in a process of its own, which gets out of the way of everybody else. A thread
 * could not be ended while SQLite reads a large copy to its end.
 */
export function makeCopier(): Copier {
  let child: ChildProcess | undefined;
  return {
    write: (source, file) =>
      new Promise((resolve) => {
        const started = fork(threadFile('copier-process', 'backup'), {
          stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
        });
        child = started;
        const timer = setTimeout(() => started.kill('SIGKILL'), backupMsMax);
        started.once('message', (written: Result<Written, string>) => resolve(written));
        started.once('error', ({ message }) => resolve(err(message)));
        started.once('exit', (code, signal) => {
          clearTimeout(timer);
          child = undefined;
          resolve(err(`the process that copies ended with ${signal ?? code}`));
        });
        started.send({ source, file } satisfies CopierJob);
      }),
    async stop() {
      if (!child) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}
