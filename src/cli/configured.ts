import type { Config, WorkerConfig } from '../config.ts';
import { configure } from '../environment.ts';
import { err, ok, type Result } from '../result.ts';
import { openForCommand, troubleOf } from '../service/process/for-commands.ts';
import type { Database } from '../store/file/database.ts';
import { type Exit, exitOf, type Report, type Terminal } from './command.ts';
import type { Paint } from './line/tty.ts';
import { exits } from './sysexits.ts';

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
    return told(path, () => work(db, path));
  } finally {
    db.close();
  }
}

function openConfigured(): Result<{ readonly db: Database; readonly path: string }, string> {
  const config = configuredWorker();
  if (!config.ok) return config;
  const path = config.value.database;
  return told(path, () => ok({ db: openForCommand(path), path }));
}

/** Prints a list from a server's database as it is read, until the output closes. */
export async function printList(
  { print, paint }: Terminal,
  json: boolean,
  work: (
    db: Database,
    how: { readonly json: boolean; readonly paint: Paint },
  ) => Result<Iterable<string>, string>,
): Promise<Exit> {
  const opened = openConfigured();
  if (!opened.ok) return exitOf(opened);
  const { db, path } = opened.value;
  try {
    const lines = told(path, () => work(db, { json, paint }));
    if (!lines.ok) return exitOf(lines);
    const blocks = inBlocks(lines.value);
    for (;;) {
      const block = told(path, () => ok(blocks.next()));
      if (!block.ok) return exitOf(block);
      if (block.value.done || !(await print(block.value.value))) return { code: exits.ok };
    }
  } finally {
    db.close();
  }
}

/** Turns a database exception into one line. */
function told<T>(path: string, work: () => Result<T, string>): Result<T, string> {
  try {
    return work();
  } catch (error) {
    return err(`${path}: ${troubleOf(error)}`);
  }
}

/** Lines per write to standard output. */
const LINES_AT_ONCE = 50;

function* inBlocks(lines: Iterable<string>): Generator<string> {
  let block: string[] = [];
  for (const line of lines) {
    if (block.push(line) < LINES_AT_ONCE) continue;
    yield block.join('\n');
    block = [];
  }
  if (block.length > 0) yield block.join('\n');
}
