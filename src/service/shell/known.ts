import { existsSync, statSync } from 'node:fs';
import { systemRandom, systemTime } from '../../ports.ts';
import { type Database, openDatabase, openToLook } from '../../store/file/database.ts';
import { hasWorked, holderFile } from '../../store/file/lock.ts';
import { isNew } from '../../store/file/migrate.ts';
import { readSecrets, secretPath } from './secret.ts';

interface Place {
  readonly database: string;
  /** From the configuration; then there is no file of it. */
  readonly secret: string | undefined;
}

/**
 * Opens the database of the worker, or makes it where no server has ever been. Where one has, an empty
 * database is a lost one: letters would come from people whom nobody knows, and be filed all the same.
 *
 * @throws Error that says how to begin anew on purpose
 */
export function openKnown(place: Place): Database {
  const traces = tracesOf(place);
  if (traces.length === 0) return openDatabase(place.database);
  if (isEmpty(place.database)) refuse(place, traces);
  const db = openDatabase(place.database);
  if (!isNew(db)) return db;
  db.close();
  return refuse(place, traces);
}

/**
 * What would be thrown by `openKnown` because the database has got lost, found without a change.
 *
 * @returns undefined when it has not
 */
export function lossOf(place: Place): string | undefined {
  const traces = tracesOf(place);
  if (traces.length === 0) return undefined;
  if (isEmpty(place.database)) return lostText(traces);
  const db = openToLook(place.database);
  try {
    return isNew(db) ? lostText(traces) : undefined;
  } finally {
    db.close();
  }
}

/** What a server has left beside its database. */
function tracesOf({ database, secret }: Place): readonly string[] {
  const traces = existsSync(secretPath(database)) ? [secretPath(database)] : [];
  // Where the secret is configured nothing else outlives the database.
  if (secret !== undefined && hasWorked(database)) traces.push(holderFile(database));
  return traces;
}

const isEmpty = (database: string): boolean =>
  (statSync(database, { throwIfNoEntry: false })?.size ?? 0) === 0;

function refuse({ database, secret }: Place, traces: readonly string[]): never {
  // A secret that is damaged is to be put back together with the database, and is told of first.
  readSecrets(secret, secretPath(database), systemTime, systemRandom);
  throw new Error(lostText(traces));
}

const lostText = (traces: readonly string[]): string =>
  `there is no database here, or an empty one, but a server has worked here: put its database ` +
  `back, or, to begin anew on purpose, move ${traces.join(' and ')} away`;
