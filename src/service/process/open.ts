import type { Logger } from 'pino';
import { makeMeanings } from '../../command/meant/meanings.ts';
import { reservedUserids, reservedWords } from '../../command/text/reserved-userid.ts';
import { NO_WORDS } from '../../command/text/vocabulary.ts';
import type { LogLevel, WorkerConfig } from '../../config.ts';
import { offerGames } from '../../engine/registry.ts';
import { vacationLimits } from '../../limits.ts';
import {
  type CrashPoints,
  noCrashPoints,
  systemBoot,
  systemRandom,
  systemTime,
} from '../../ports.ts';
import { overlayTemplates, type TemplateProblem } from '../../render/operator-templates.ts';
import { type Database, migrate, openDatabase, transact } from '../../store/file/database.ts';
import { type Lock, watchServedDatabase } from '../../store/file/lock.ts';
import { noteReservedUserids } from '../../store/people/players.ts';
import {
  conditionsNow,
  dropCondition,
  noteServerAddress,
  setCondition,
} from '../../store/server/conditions.ts';
import { openLog } from '../shell/log.ts';
import { makePulse } from '../shell/pulse.ts';
import { readSecrets, secretPath, secretsSince } from '../shell/secret.ts';
import { MIGRATIONS, makeGuard, type Shell } from '../shell/shell.ts';
import { makeThreadParser } from '../thread/parser.ts';
import { makeThreadWriter, type TemplateFolders } from '../thread/writer.ts';
import { readLanguages } from './languages.ts';

/** The part of a configuration that a shell needs. */
type ShellConfig = Pick<
  WorkerConfig,
  'address' | 'database' | 'admins' | 'secret' | 'plus' | 'templates'
> &
  Partial<Pick<WorkerConfig, 'authserv' | 'welcomeTag' | 'quota' | 'games' | 'vacationDays'>> & {
    readonly log: LogLevel;
  };

/**
 * Opens the database, migrates it, and collects what the use cases need. `closeShell` releases it.
 *
 * @param lock of the worker; left out only for a database in sole use
 */
export function openShell(
  config: ShellConfig,
  crash: CrashPoints = noCrashPoints,
  lock?: Lock,
): Shell {
  if (config.games) offerGames(config.games);
  const log = openLog(config.log);
  const pulse = makePulse(systemTime.now());
  const db = openDatabase(config.database);
  for (const name of migrate(db, MIGRATIONS)) log.info({ migration: name }, 'applied');
  const secretFile = secretPath(config.database);
  const guard = makeGuard(db, config.database, { random: systemRandom, log, lock });
  const { folders, troubles, vocabularies, tellingWords, meanings } = readLanguages(
    config.templates,
  );
  checkOwnTemplates(db, folders, troubles, log);
  const mistakenFor = reservedUserids(config.address, vocabularies(''));
  const isReserved = (userid: string) => mistakenFor(userid) !== undefined;
  transact(db, () => {
    noteReservedUserids(
      db,
      isReserved,
      reservedWords(config.address, vocabularies('')),
      systemTime.now(),
    );
    noteServerAddress(db, config.address);
  });
  return {
    ...configuredPart(config),
    db,
    guard,
    vocabularies,
    tellingWords,
    writer: makeThreadWriter(folders),
    secrets: readSecrets(config.secret, secretFile, systemTime, systemRandom),
    mistakenFor,
    meanings,
    boot: systemBoot(),
    crash: {
      reach(point) {
        pulse.reached(point);
        crash.reach(point);
      },
    },
    log,
    pulse,
  };
}

/** The part that the shells of the worker and of a command have in common. */
const configuredPart = (config: ShellConfig) => ({
  parser: makeThreadParser(),
  address: config.address,
  admins: config.admins,
  plus: config.plus,
  authserv: config.authserv,
  welcomeTag: config.welcomeTag,
  quota: config.quota ?? {},
  vacationDays: config.vacationDays ?? vacationLimits.daysDefault,
  time: systemTime,
  random: systemRandom,
});

/**
 * The shell for use cases that only write to the database, with or without a running worker. It neither reads
 * nor writes letters.
 *
 * @param since start of the running worker, if any: it knows no secret made later
 * @throws Error if the secret is damaged or missing
 */
export function commandShell(config: WorkerConfig, db: Database, since: number | undefined): Shell {
  const path = secretPath(config.database);
  return {
    ...configuredPart(config),
    db,
    guard: {
      isIntact: watchServedDatabase(db, config.database),
      isFromLostDatabase: () => false,
      lost: new AbortController().signal,
      close: () => db.close(),
    },
    vocabularies: () => NO_WORDS,
    tellingWords: new Map(),
    writer: makeThreadWriter({ builtIn: new Map(), fromOperator: new Map() }),
    secrets:
      since === undefined
        ? readSecrets(config.secret, path, systemTime, systemRandom)
        : secretsSince(config.secret, path, since, systemTime),
    mistakenFor: reservedUserids(config.address, NO_WORDS),
    meanings: makeMeanings([]),
    boot: '',
    crash: noCrashPoints,
    pulse: makePulse(systemTime.now()),
    log: openLog('silent'),
  };
}

/** Reports the operator's templates that are left out, in the log now and to the admins by letter. */
function checkOwnTemplates(
  db: Database,
  { builtIn, fromOperator }: TemplateFolders,
  vocabularyTroubles: readonly TemplateProblem[],
  log: Logger,
): void {
  const troubles = [
    ...(fromOperator.size > 0 ? overlayTemplates(builtIn, fromOperator).troubles : []),
    ...vocabularyTroubles,
  ];
  for (const { place, error } of troubles) {
    log.warn({ template: place, error }, 'a custom template is not used');
  }
  transact(db, () => {
    for (const condition of conditionsNow(db, 'template')) {
      if (!troubles.some(({ place }) => place === condition.key))
        dropCondition(db, 'template', condition.key);
    }
    for (const { place, error } of troubles) {
      setCondition(db, { kind: 'template', key: place, why: error }, systemTime.now());
    }
  });
}

/** Ends the shell's threads and closes its database. */
export async function closeShell({ parser, writer, guard }: Shell): Promise<void> {
  await parser.stop();
  await writer.stop();
  guard.close();
}
