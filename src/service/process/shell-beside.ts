import pino from 'pino';
import { makeMeanings } from '../../command/meant/meanings.ts';
import { reservedUserids } from '../../command/text/reserved-userid.ts';
import { NO_WORDS } from '../../command/text/vocabulary.ts';
import type { WorkerConfig } from '../../config.ts';
import { noCrashPoints, systemRandom, systemTime } from '../../ports.ts';
import type { Database } from '../../store/file/database.ts';
import { watchBeside } from '../../store/file/watch-beside.ts';

import { makePulse } from '../shell/pulse.ts';

import { readSecrets, secretPath, secretsSince } from '../shell/secret.ts';
import type { Shell } from '../shell/shell.ts';
import { makeThreadParser } from '../thread/parser.ts';
import { makeThreadWriter } from '../thread/writer.ts';

/**
 * What the use cases that only write to the database work with, beside a worker or without one. It
 * reads and writes no letters.
 *
 * @param since when the worker was started, if one runs: it knows no secret that was made later
 * @throws Error when its secret is damaged or gone
 */
export function shellBeside(config: WorkerConfig, db: Database, since: number | undefined): Shell {
  const path = secretPath(config.database);
  return {
    db,
    guard: {
      isWhole: watchBeside(db, config.database),
      blames: () => false,
      lost: new AbortController().signal,
      close: () => db.close(),
    },
    vocabularies: () => NO_WORDS,
    tellingWords: new Map(),
    parser: makeThreadParser(),
    writer: makeThreadWriter({ ours: new Map(), own: new Map() }),
    address: config.address,
    admins: config.admins,
    secrets:
      since === undefined
        ? readSecrets(config.secret, path, systemTime, systemRandom)
        : secretsSince(config.secret, path, since, systemTime),
    plus: config.plus,
    authserv: config.authserv,
    word: config.word,
    quota: config.quota,
    mistakenFor: reservedUserids(config.address, NO_WORDS),
    meanings: makeMeanings([]),
    vacationDays: config.vacationDays,
    time: systemTime,
    random: systemRandom,
    // No letter is read by it.
    boot: '',
    crash: noCrashPoints,
    pulse: makePulse(systemTime.now()),
    log: pino({ level: 'silent', base: null }),
  };
}
