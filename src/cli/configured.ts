import type { Config, WorkerConfig } from '../config.ts';
import { configure } from '../environment.ts';
import { err, ok, type Result } from '../result.ts';
import { openForCommand, troubleOf } from '../service/process/before-start.ts';
import type { Database } from '../store/file/database.ts';
import { type Exit, exitOf, exits, type Report, type Terminal } from './command.ts';
import type { Paint } from './tty.ts';

/** The configuration, or all its errors, a line each. */
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

/** Runs `work` with the configuration of a server. */
export const withWorker = async (
  work: (config: WorkerConfig) => Report | Exit | Promise<Report | Exit>,
): Promise<Exit> => {
  const config = configuredWorker();
  return exitOf(config.ok ? await work(config.value) : config);
};

/** Runs `work` on the database of a server, which may be running. */
export function withDatabase<T>(
  work: (db: Database, path: string) => Result<T, string>,
): Result<T, string> {
  const opened = openConfigured();
  if (!opened.ok) return opened;
  const { db, path } = opened.value;
  try {
    return catchDatabaseError(path, () => work(db, path));
  } finally {
    db.close();
  }
}

function openConfigured(): Result<{ readonly db: Database; readonly path: string }, string> {
  const config = configuredWorker();
  if (!config.ok) return config;
  const path = config.value.database;
  return catchDatabaseError(path, () => ok({ db: openForCommand(path), path }));
}

/** Prints a list from a server's database as it is read, until the output closes. */
export async function printList(
  { print, paint }: Terminal,
  json: boolean,
  work: (
    db: Database,
  ) => Result<
    (format: { readonly json: boolean; readonly paint: Paint }) => Iterable<string>,
    string
  >,
): Promise<Exit> {
  const opened = openConfigured();
  if (!opened.ok) return exitOf(opened);
  const { db, path } = opened.value;
  try {
    const list = catchDatabaseError(path, () => work(db));
    if (!list.ok) return exitOf(list);
    const lines = list.value({ json, paint })[Symbol.iterator]();
    for (;;) {
      const line = catchDatabaseError(path, () => ok(lines.next()));
      if (!line.ok) return exitOf(line);
      if (line.value.done || !(await print(line.value.value))) return { code: exits.ok };
    }
  } finally {
    db.close();
  }
}

/** Turns an exception into one line. */
function catchDatabaseError<T>(path: string, work: () => Result<T, string>): Result<T, string> {
  try {
    return work();
  } catch (error) {
    return err(`${path}: ${troubleOf(error)}`);
  }
}
