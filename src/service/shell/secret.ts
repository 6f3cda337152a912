import { existsSync, readFileSync } from 'node:fs';
import { tokenLimits } from '../../limits.ts';
import type { Secrets } from '../../mail/token.ts';
import type { Random, Time } from '../../ports.ts';
import { err, ok, type Result } from '../../result.ts';
import { type Database, transact } from '../../store/file/database.ts';
import { writeDurably } from '../../store/file/durable.ts';
import { putServerValue, serverValue } from '../../store/server/conditions.ts';

const SECRET_BYTES = 32;

/** A line of the file, the newest first: `HEX DATE`; `HEX` alone from older versions. */
interface Line {
  readonly hex: string;
  /** UTC milliseconds; undefined without a date. */
  readonly madeAt: number | undefined;
}

export const secretPath = (database: string): string => `${database}.secret`;

/**
 * The secrets of the reply tokens: from the configuration, or from a file made once with mode 0600. Their
 * owner can write letters in every player's name.
 *
 * @returns the newest first, then those that still count
 * @throws Error if the file is damaged: a weaker secret would let anyone sign
 */
export function readSecrets(
  configured: string | undefined,
  path: string,
  time: Time,
  random: Random,
): Secrets {
  if (configured !== undefined) return [Buffer.from(configured, 'utf8')];
  if (!existsSync(path)) writeDurably(path, textOf([newLine(time, random)]));
  return allSecrets(path, time);
}

/**
 * The secrets that a running server read at its start, for another process that makes tokens for it.
 *
 * @param since start of the server
 * @throws Error if the file is damaged or missing
 */
export function secretsSince(
  configured: string | undefined,
  path: string,
  since: number,
  time: Time,
): Secrets {
  if (configured !== undefined) return [Buffer.from(configured, 'utf8')];
  const all = readLines(path, time.now());
  const newest = all.findIndex(({ madeAt }) => madeAt === undefined || madeAt <= since);
  const [first = all[0], ...rest] = all.slice(newest);
  return [bytesOf(first), ...rest.map(bytesOf)];
}

/**
 * The secrets in an existing file.
 *
 * @throws Error if it is damaged
 */
export function allSecrets(path: string, time: Time): Secrets {
  const [newest, ...older] = readLines(path, time.now());
  return [bytesOf(newest), ...older.map(bytesOf)];
}

/**
 * Why a server cannot read its secrets; makes none.
 *
 * @returns one line; undefined if they are valid, or will be made
 */
export function secretsTrouble(
  { secret, database }: { readonly secret: string | undefined; readonly database: string },
  time: Time,
): string | undefined {
  const path = secretPath(database);
  try {
    if (secret === undefined && existsSync(path)) readLines(path, time.now());
    return undefined;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === undefined ? message : `${path}: ${message}`;
  }
}

/**
 * Puts a new secret first in the file, which keeps its owner and mode: this may run as root, and the server as
 * another user. The old one still counts for a while, because people reply late.
 *
 * @throws Error if the file is damaged, missing, or of another owner
 */
export function addSecret(path: string, time: Time, random: Random): void {
  const lines = [newLine(time, random), ...readLines(path, time.now())] as const;
  writeDurably(path, textOf(validSecrets(lines, time.now())), path);
}

const newLine = (time: Time, random: Random): Line => ({
  hex: Buffer.from(random.bytes(SECRET_BYTES)).toString('hex'),
  madeAt: time.now(),
});

const bytesOf = ({ hex }: Line): Uint8Array => Buffer.from(hex, 'hex');

function readLines(path: string, now: number): readonly [Line, ...Line[]] {
  const lines = readFileSync(path, 'utf8').trim().split('\n').map(parseLine);
  const [newest, ...older] = lines.filter((line) => line !== undefined);
  // Only the last, oldest line may lack a date.
  const areDated = lines.slice(0, -1).every((line) => line?.madeAt !== undefined);
  if (!newest || older.length + 1 < lines.length || !areDated) {
    throw new Error(`${path} is damaged: put the backup back, or delete it to make a new secret`);
  }
  return validSecrets([newest, ...older], now);
}

function parseLine(text: string): Line | undefined {
  const [, hex, date] = /^([0-9a-f]{64})(?: (\d{4}-\d\d-\d\dT\S+Z))?$/.exec(text.trim()) ?? [];
  const madeAt = date === undefined ? undefined : Date.parse(date);
  return hex === undefined || Number.isNaN(madeAt) ? undefined : { hex, madeAt };
}

/** The newest secret, and those replaced not long ago. */
const validSecrets = ([newest, ...older]: readonly [Line, ...Line[]], now: number) => {
  const recent = older.filter((_, at) => {
    const next = at === 0 ? newest : older[at - 1];
    return now < (next?.madeAt ?? 0) + tokenLimits.oldSecretMs;
  });
  return [newest, ...recent] as const;
};

const textOf = (lines: readonly Line[]): string =>
  lines
    .map(({ hex, madeAt }) =>
      madeAt === undefined ? hex : `${hex} ${new Date(madeAt).toISOString()}`,
    )
    .join('\n')
    .concat('\n');

const SEED_BYTES = 32;

/**
 * Makes a new secret for the next start of a server (a running one goes on with the one it knows), and a copy that holds it; without a copy it is taken back,
 * so that no token is signed with a secret that is on one disk only.
 *
 * @param makeCopy makes a copy, or returns in one line why it failed
 * @returns why there is no new secret, in one line
 * @throws Error if the file is damaged, missing, or of another owner
 */
export async function rotate(
  db: Database,
  path: string,
  { time, random }: { readonly time: Time; readonly random: Random },
  makeCopy: () => Promise<string | undefined>,
): Promise<Result<void, string>> {
  const before = readFileSync(path, 'utf8');
  if (!serverValue(db, 'seed')) {
    transact(db, () => putServerValue(db, 'seed', random.bytes(SEED_BYTES)));
  }
  addSecret(path, time, random);
  const why = await makeCopy();
  if (why === undefined) return ok(undefined);
  writeDurably(path, before, path);
  return err(`No new secret was made, because no copy holds it: ${why}`);
}
