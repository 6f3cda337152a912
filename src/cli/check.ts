import type { Config } from '../config.ts';
import type { Time } from '../ports.ts';
import { err, ok, type Result } from '../result.ts';
import { databaseTrouble } from '../service/process/beside.ts';
import { secretsTrouble } from '../service/shell/secret.ts';

/**
 * What `turnpost check` says: that a complete configuration meets a database and a secret that the
 * server can start with, or what is the matter with them. It changes nothing.
 */
export function checkReport(config: Config, time: Time): Result<string, string> {
  const troubles =
    config.mode === 'worker'
      ? [databaseTrouble(config.database), secretsTrouble(config, time)]
      : [];
  const told = troubles.filter((trouble) => trouble !== undefined);
  return told.length > 0
    ? err(told.join('\n'))
    : ok(`The configuration is complete. Mode: ${config.mode}.`);
}
