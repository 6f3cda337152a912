#!/usr/bin/env -S node --max-old-space-size=512 --max-semi-space-size=2 --v8-pool-size=1
import { readFileSync } from 'node:fs';
import { exportTo } from './cli/export.ts';
import { importFrom } from './cli/import.ts';
import { lettersReport } from './cli/letters.ts';
import { perftLines } from './cli/perft.ts';
import { ratingsReport } from './cli/ratings.ts';
import { receiveLetter } from './cli/receive.ts';
import { replayLetter } from './cli/replay.ts';
import { secretReport } from './cli/secret.ts';
import { solveReport } from './cli/solve.ts';
import { statusReport } from './cli/status.ts';
import { USAGE } from './cli/usage.ts';
import { type Config, readConfig, readEnvironment, type WorkerConfig } from './config.ts';
import { solveAtTerminalNodesMax } from './limits.ts';
import { systemClock, systemRandom } from './ports.ts';
import { openBeside } from './service/beside.ts';
import type { Server } from './service/serve.ts';
import type { Database } from './store/database.ts';
import { findHolder } from './store/lock.ts';

/** Says why and ends with the exit code for a wrong configuration or a broken machine. */
function fail(...lines: readonly string[]): never {
  for (const line of lines) console.error(line);
  process.exit(1);
}

function configured(): Config {
  const config = readConfig(readEnvironment());
  return config.ok ? config.value : fail('The configuration is not complete:', ...config.error);
}

async function start(): Promise<void> {
  const config = configured();
  const told = toldToStop();
  // Loaded only here: it is much, and a mail server starts this program for each letter.
  const { serve, StartError } = await import('./service/serve.ts');
  let server: Server;
  try {
    server = config.mode === 'worker' ? await serve(config) : await startSandbox(config);
  } catch (error) {
    if (error instanceof StartError) fail(error.message);
    throw error;
  }
  await told;
  await server.stop().catch((error) => fail(String(error)));
  process.exit(0);
}

/** The first SIGINT or SIGTERM. A second one does not wait for the letter in hand. */
function toldToStop(): Promise<void> {
  return new Promise((resolve) => {
    let told = false;
    for (const signal of ['SIGINT', 'SIGTERM']) {
      process.on(signal, () => {
        if (told) process.exit(1);
        told = true;
        resolve();
      });
    }
  });
}

async function startSandbox(config: Extract<Config, { mode: 'sandbox' }>): Promise<Server> {
  // Loaded only here, because its servers are not installed everywhere.
  const { openSandbox, SandboxError } = await import('./sandbox/open.ts');
  try {
    const sandbox = await openSandbox(config);
    console.log(sandbox.intro);
    return sandbox;
  } catch (error) {
    if (error instanceof SandboxError) fail(error.message);
    throw error;
  }
}

/** Every way out has an exit code that the mail server understands, so that it keeps the letter. */
async function receive(args: readonly string[]): Promise<never> {
  const configure = () => readConfig(readEnvironment());
  const { code, line } = await receiveLetter(configure, args, process.stdin);
  if (line !== undefined) console.error(line);
  process.exit(code);
}

function configuredWorker(): WorkerConfig {
  const config = configured();
  return config.mode === 'worker'
    ? config
    : fail('No server is configured here, only the sandbox.');
}

/** Works on the database of a server that may be running. */
function beside<T>(work: (db: Database, path: string) => T): T {
  const config = configuredWorker();
  let db: Database;
  try {
    db = openBeside(config.database);
  } catch (error) {
    fail(`${config.database}: ${(error as Error).message}`);
  }
  try {
    return work(db, config.database);
  } finally {
    db.close();
  }
}

function printAll(lines: readonly string[]): void {
  for (const line of lines) console.log(line);
}

function replay(id = ''): void {
  const replayed = beside((db) => replayLetter(db, id));
  if (!replayed.ok) fail(replayed.error);
  console.log(replayed.value);
}

function exportMatches(args: readonly string[]): void {
  const exported = beside((db) => exportTo(db, args));
  if (!exported.ok) fail(exported.error);
  console.log(exported.value);
}

function importMatches(args: readonly string[]): void {
  const imported = importFrom(configuredWorker().database, args, systemClock);
  if (!imported.ok) fail(imported.error);
  printAll(imported.value);
}

function secret(args: readonly string[]): void {
  const report = secretReport(args, configuredWorker(), systemClock, systemRandom);
  if (!report.ok) fail(report.error);
  printAll(report.value);
}

async function gallery(folder?: string, language?: string): Promise<void> {
  const config = configured();
  // Loaded only here: nobody else needs every letter there is.
  const { writeGallery } = await import('./cli/gallery.ts');
  const own = config.mode === 'worker' ? config.templates : undefined;
  const written = await writeGallery(folder, own, language);
  if (!written.ok) fail(written.error);
  console.log(written.value);
}

function version(): string {
  const file = new URL('../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

function printPerft(rules = '', size = '', depth = ''): void {
  const lines = perftLines(rules, size, depth, systemClock.now);
  if (!lines.ok) fail(lines.error);
  for (const line of lines.value) console.log(line);
}

function printSolution(position: string): void {
  const report = solveReport(position, solveAtTerminalNodesMax, (nodes) => {
    // To the side, so that the outcome can be piped on.
    console.error(`${nodes} positions so far`);
  });
  if (!report.ok) fail(report.error);
  printAll(report.value);
}

const [command = 'start', ...rest] = process.argv.slice(2);
const WITH_ARGUMENTS = [
  'receive',
  'replay',
  'export',
  'import',
  'secret',
  'perft',
  'solve',
  'gallery',
];
if (rest.length > 0 && !WITH_ARGUMENTS.includes(command)) fail(USAGE);
switch (command) {
  case 'start':
    await start();
    break;
  case 'check': {
    const { mode } = configured();
    console.log(`The configuration is complete. Mode: ${mode}.`);
    break;
  }
  case 'receive':
    await receive(rest);
    break;
  case 'status':
    printAll(beside((db, path) => statusReport(db, findHolder(path))));
    break;
  case 'letters':
    printAll(beside(lettersReport));
    break;
  case 'ratings':
    printAll(beside(ratingsReport));
    break;
  case 'replay':
    replay(...rest);
    break;
  case 'export':
    exportMatches(rest);
    break;
  case 'import':
    importMatches(rest);
    break;
  case 'secret':
    secret(rest);
    break;
  case 'perft':
    printPerft(...rest);
    break;
  case 'solve':
    printSolution(rest.join(' '));
    break;
  case 'gallery':
    await gallery(...rest);
    break;
  case 'version':
  case '--version':
    console.log(version());
    break;
  case 'help':
  case '--help':
  case '-h':
    console.log(USAGE);
    break;
  default:
    fail(`There is no command ${command}.`, '', USAGE);
}
