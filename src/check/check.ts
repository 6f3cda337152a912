import type { Draft } from '../config.ts';
import type { Random, Time } from '../ports.ts';
import { beatFindings, databaseFindings } from './database.ts';
import { diskFindings } from './disk.ts';
import type { Finding } from './finding.ts';
import { machineFindings, zoneFinding } from './machine.ts';
import { secretFindings } from './secret.ts';

export type { Finding };

/** What a check may do, and with what. */
export interface Ways {
  /** How far it goes: this machine alone; the mail servers too; and letters through them as well. */
  readonly reach: 'machine' | 'servers' | 'letters';
  readonly time: Time;
  readonly random: Random;
  /** The variable TZ. */
  readonly zone?: string | undefined;
  /** Ends it early. */
  readonly signal?: AbortSignal;
}

/**
 * Opens what a configuration names and says what it finds, one thing after the other. What a
 * configuration does not have is not looked at.
 *
 * @param draft as much of a configuration as there is
 */
export async function* findings(draft: Draft, ways: Ways): AsyncGenerator<Finding> {
  const { time } = ways;
  yield* machineFindings();
  yield zoneFinding(ways.zone);
  const { database, secret } = draft;
  if (database !== undefined) {
    const looked = databaseFindings({ database, secret }, time);
    yield* looked.findings;
    yield* diskFindings(database);
    yield* secretFindings({ database, secret }, looked.known, time);
    yield* beatFindings(looked.known, time.now());
  }
}
