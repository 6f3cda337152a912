import pino from 'pino';
import type { LogLevel, WorkerConfig } from '../config.ts';
import { type CrashPoints, noCrashPoints, systemClock, systemRandom } from '../ports.ts';
import { makeTemplates } from '../render/templates.ts';
import { openDatabase } from '../store/database.ts';
import { migrate } from '../store/migrate.ts';
import { MIGRATIONS, TEMPLATES } from './folders.ts';
import { makeThreadParser } from './parser.ts';
import { readSecrets, secretPath } from './secret.ts';
import type { Shell } from './shell.ts';
import { readTemplateFolders } from './template-folder.ts';
import { makeThreadWriter } from './writer.ts';

/** What of a configuration the shell is made from. */
export type ShellConfig = Pick<
  WorkerConfig,
  'address' | 'database' | 'admins' | 'secret' | 'plus' | 'templates'
> &
  Partial<Pick<WorkerConfig, 'authserv'>> & { readonly log: LogLevel };

/**
 * Opens the database, brings it up to date, and gathers what the use cases work with. `closeShell`
 * gives it back.
 */
export function openShell(config: ShellConfig, crash: CrashPoints = noCrashPoints): Shell {
  const log = pino({ level: config.log, base: null });
  const db = openDatabase(config.database);
  for (const name of migrate(db, MIGRATIONS)) log.info({ migration: name }, 'applied');
  const folders = config.templates === undefined ? [TEMPLATES] : [TEMPLATES, config.templates];
  const files = readTemplateFolders(...folders);
  // What is wrong in a template is said now, and not with the first letter.
  makeTemplates(files);
  return {
    db,
    parser: makeThreadParser(),
    writer: makeThreadWriter(files),
    address: config.address,
    admins: config.admins,
    secrets: readSecrets(config.secret, secretPath(config.database), systemClock, systemRandom),
    plus: config.plus,
    authserv: config.authserv,
    clock: systemClock,
    random: systemRandom,
    crash,
    log,
  };
}

/** Ends the shell's threads and closes its database. */
export async function closeShell({ parser, writer, db }: Shell): Promise<void> {
  await parser.stop();
  await writer.stop();
  db.close();
}
