import type { Logger } from 'pino';
import { reservedUserids, reservedWords } from '../../command/text/reserved-userid.ts';
import type { LogLevel, WorkerConfig } from '../../config.ts';
import { vacationDaysUsual } from '../../limits.ts';
import {
  type CrashPoints,
  noCrashPoints,
  systemBoot,
  systemRandom,
  systemTime,
} from '../../ports.ts';
import { layTemplates, type Trouble } from '../../render/own-templates.ts';
import { type Database, openDatabase, transact } from '../../store/file/database.ts';
import type { Lock } from '../../store/file/lock.ts';
import { migrate } from '../../store/file/migrate.ts';
import {
  forgetTemplateTroubles,
  noteTemplateTrouble,
} from '../../store/letters/template-troubles.ts';
import { noteOddNames } from '../../store/people/odd-names.ts';
import { noteServer } from '../../store/server/backups.ts';
import { copyOf } from '../backup/copier.ts';
import { MIGRATIONS } from '../shell/folders.ts';
import { makeGuard } from '../shell/guard.ts';
import { openLog } from '../shell/log.ts';
import { makePulse } from '../shell/pulse.ts';
import { finishRotation } from '../shell/rotation.ts';
import { readSecrets, secretPath } from '../shell/secret.ts';
import type { Shell } from '../shell/shell.ts';
import { makeThreadParser } from '../thread/parser.ts';
import { makeThreadWriter, type TemplateFolders } from '../thread/writer.ts';
import { letShrink } from './compact.ts';
import { readLanguages } from './languages.ts';

/** What of a configuration the shell is made from. */
export type ShellConfig = Pick<
  WorkerConfig,
  'address' | 'database' | 'admins' | 'secret' | 'plus' | 'templates'
> &
  Partial<Pick<WorkerConfig, 'authserv' | 'word' | 'quota' | 'vacationDays' | 'backups'>> & {
    readonly log: LogLevel;
  };

/**
 * Opens the database, brings it up to date, and gathers what the use cases work with. `closeShell`
 * gives it back.
 *
 * @param lock of the one worker; without it nobody else may know of the database
 */
export function openShell(
  config: ShellConfig,
  crash: CrashPoints = noCrashPoints,
  lock?: Lock,
): Shell {
  const log = openLog(config.log);
  const pulse = makePulse(systemTime.now());
  const db = openDatabase(config.database);
  for (const name of migrate(db, MIGRATIONS)) log.info({ migration: name }, 'applied');
  letShrink(db, log);
  const secretFile = secretPath(config.database);
  finishRotation(db, secretFile, systemTime, () => copyOf(config, db));
  const guard = makeGuard(db, config.database, { random: systemRandom, log, lock });
  const { folders, troubles, vocabularies, tellingWords, meanings } = readLanguages(
    config.templates,
  );
  checkOwnTemplates(db, folders, troubles, log);
  const mistakenFor = reservedUserids(config.address, vocabularies(''));
  const isOdd = (userid: string) => mistakenFor(userid) !== undefined;
  transact(db, () => {
    noteOddNames(db, isOdd, reservedWords(config.address, vocabularies('')));
    noteServer(db, config.address);
  });
  return {
    db,
    guard,
    vocabularies,
    tellingWords,
    parser: makeThreadParser(),
    writer: makeThreadWriter(folders),
    address: config.address,
    admins: config.admins,
    secrets: readSecrets(config.secret, secretFile, systemTime, systemRandom),
    plus: config.plus,
    authserv: config.authserv,
    word: config.word,
    quota: config.quota ?? {},
    mistakenFor,
    meanings,
    vacationDays: config.vacationDays ?? vacationDaysUsual,
    time: systemTime,
    random: systemRandom,
    boot: systemBoot(),
    crash: {
      reach(point) {
        pulse.pass(point);
        crash.reach(point);
      },
    },
    log,
    pulse,
  };
}

/** Says which of the operator's templates are left out, in the log now and to the admins by letter. */
function checkOwnTemplates(
  db: Database,
  { ours, own }: TemplateFolders,
  ofWords: readonly Trouble[],
  log: Logger,
): void {
  const troubles = [...(own.size > 0 ? layTemplates(ours, own).troubles : []), ...ofWords];
  for (const { place, error } of troubles) {
    log.warn({ template: place, error }, 'a template of your own is not used');
  }
  transact(db, () => {
    forgetTemplateTroubles(
      db,
      troubles.map(({ place }) => place),
    );
    for (const trouble of troubles) noteTemplateTrouble(db, trouble, systemTime.now());
  });
}

/** Ends the shell's threads and closes its database. */
export async function closeShell({ parser, writer, guard }: Shell): Promise<void> {
  await parser.stop();
  await writer.stop();
  guard.close();
}
