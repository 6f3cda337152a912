import { type Config, configure, type WorkerConfig } from '../config.ts';
import { err, ok, type Result } from '../result.ts';
import { openBeside } from '../service/process/beside.ts';
import { oneLine } from '../service/shell/one-line.ts';
import type { Database } from '../store/file/database.ts';

/** The configuration, or everything that is wrong with it, a line each. */
export function configured(): Result<Config, string> {
  const config = configure();
  return config.ok
    ? config
    : err(['The configuration is not complete:', ...config.error].join('\n'));
}

/** The configuration of a server; the sandbox has none. */
export function configuredWorker(): Result<WorkerConfig, string> {
  const config = configured();
  if (!config.ok) return config;
  return config.value.mode === 'worker'
    ? ok(config.value)
    : err('No server is configured here, only the sandbox.');
}

/** Works on the database of a server that may be running. */
export function beside<T>(
  work: (db: Database, path: string) => Result<T, string>,
): Result<T, string> {
  const config = configuredWorker();
  if (!config.ok) return config;
  const path = config.value.database;
  try {
    const db = openBeside(path);
    try {
      return work(db, path);
    } finally {
      db.close();
    }
  } catch (error) {
    return err(`${path}: ${oneLine(error)}`);
  }
}
