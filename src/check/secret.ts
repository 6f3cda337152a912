import { existsSync } from 'node:fs';
import { parseToken, type Secrets } from '../mail/token.ts';
import { systemRandom, type Time } from '../ports.ts';
import { readSecrets, secretPath, secretsTrouble } from '../service/shell/secret.ts';
import type { Known } from './database.ts';
import { openness, type Readers, readersOf } from './disk.ts';
import { type Finding, findingsOf } from './finding.ts';

const { ok, wrong } = findingsOf('secret');

interface Place {
  readonly database: string;
  readonly secret: string | undefined;
}

/** Looks at the secret of the reply tokens, and makes none. */
export function secretFindings(
  place: Place,
  known: Known | undefined,
  time: Time,
): readonly Finding[] {
  const path = secretPath(place.database);
  const trouble = secretsTrouble(place, time);
  const secrets = trouble === undefined ? secretsThere(place, time) : undefined;
  const where = place.secret === undefined ? path : 'TURNPOST_SECRET';
  return [
    secretFinding(where, { trouble, secrets, tokens: known?.tokens ?? [] }),
    ...(place.secret === undefined ? readableFindings('secret', path, readersOf(path)) : []),
  ];
}

/** The secrets as the server would read them; none where it would make one. */
const secretsThere = (place: Place, time: Time): Secrets | undefined =>
  place.secret === undefined && !existsSync(secretPath(place.database))
    ? undefined
    : readSecrets(place.secret, secretPath(place.database), time, systemRandom);

/**
 * @param where the variable or the file that has the secret
 * @param facts why it cannot be read; what it holds; and tokens that the server has made
 */
function secretFinding(
  where: string,
  {
    trouble,
    secrets,
    tokens,
  }: {
    readonly trouble: string | undefined;
    readonly secrets: Secrets | undefined;
    readonly tokens: readonly string[];
  },
): Finding {
  if (trouble !== undefined) {
    return wrong(
      `${trouble.replace(/: put the backup back.*/, '')}.`,
      secretRemedy(trouble, where),
    );
  }
  if (!secrets && tokens.length > 0) {
    return wrong(
      `${where} is missing: the server would make a new one, and no answer to the letters that are out would count.`,
      'Put it back from the backup of this database before you start; without one, start all the same: who writes is asked to confirm once.',
    );
  }
  if (!secrets) return ok(`${where} will be made at the first start.`);
  const isForeign = tokens.length > 0 && !tokens.some((token) => parseToken(token, secrets));
  return isForeign
    ? wrong(
        `${where} is not the secret of this database: no letter of the last weeks was signed by it.`,
        'Put back the secret that belongs to the database: with this one the server starts, and old answers do not count.',
      )
    : ok(`${where} signs the reply tokens.`);
}

const secretRemedy = (trouble: string, where: string): string =>
  /EACCES|EPERM/.test(trouble)
    ? `Give ${where} to the user that the server runs as.`
    : `Put the backup back, or move ${where} away to have a new one made: old answers do not count then.`;

/** Whether others can read what only the owner should. */
export function readableFindings(
  name: string,
  path: string,
  readers: Readers | undefined,
): readonly Finding[] {
  const open = readers && openness(readers);
  if (!open || open === 'none') return [];
  const told = findingsOf(name);
  const remedy = `chmod 600 ${path}`;
  return open === 'open'
    ? [told.wrong(`Everybody on this machine can read ${path}.`, `${remedy}`)]
    : [told.warn(`Everybody may read ${path}, but for the folder that it lies in.`, remedy)];
}
