import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { secretKeptMs } from '../../limits.ts';
import type { Secrets } from '../../mail/token.ts';
import type { Random, Time } from '../../ports.ts';
import { err, ok, type Result } from '../../result.ts';
import { type Database, transact } from '../../store/file/database.ts';
import { writeDurably } from '../../store/file/durable.ts';
import { dropServerValue, putServerValue, serverValue } from '../../store/server/conditions.ts';

const SECRET_BYTES = 32;

/** A line of the file, the newest first: `HEX DATE`; `HEX` alone from older versions. */
interface Line {
  readonly hex: string;
  /** UTC milliseconds; undefined without a date. */
  readonly madeAt: number | undefined;
}

/** The secret file of a database. */
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
  if (!existsSync(path)) writeSecrets(path, textOf([newLine(time, random)]));
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
 * The text of the file with a new secret first. The old one still counts for a while, because people reply
 * late.
 *
 * @throws Error if the file is damaged or missing
 */
export function rotatedSecrets(path: string, time: Time, random: Random): string {
  const line = newLine(time, random);
  return textOf(validSecrets([line, ...readLines(path, time.now())], time.now()));
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
  const inOrder = lines.slice(0, -1).every((line) => line?.madeAt !== undefined);
  if (!newest || older.length + 1 < lines.length || !inOrder) {
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
    return now < (next?.madeAt ?? 0) + secretKeptMs;
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

/**
 * Writes the file and keeps its owner and mode: rotation may run as root, and the server as another user.
 *
 * @throws Error of the file system, or if the owner or mode cannot be kept
 */
export function writeSecrets(path: string, text: string): void {
  writeDurably(path, text, path);
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts bytes with the newest secret, as text. */
export function seal(bytes: Uint8Array, [newest]: Secrets, random: Random): string {
  const nonce = random.bytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyFrom(newest), nonce);
  const sealed = [nonce, cipher.update(gzipSync(bytes)), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat(sealed).toString('base64');
}

/** Decrypts bytes; undefined if no secret fits, or they are damaged. */
export function unseal(text: string, secrets: Secrets): Uint8Array | undefined {
  const sealed = Buffer.from(text, 'base64');
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return undefined;
  for (const secret of secrets) {
    const cipher = createDecipheriv(CIPHER, keyFrom(secret), sealed.subarray(0, NONCE_BYTES));
    cipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    try {
      const packed = [cipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), cipher.final()];
      return gunzipSync(Buffer.concat(packed));
    } catch {
      // Node.js throws if the key is wrong.
    }
  }
  return undefined;
}

const keyFrom = (secret: Uint8Array): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, '', 'turnpost rotation', 32));

const SEED_BYTES = 32;

/**
 * Makes a new secret for the next start of a server. It is stored in the database first, which a copy
 * includes, then in the file; the next start finishes an interrupted rotation. So no token is signed with a
 * secret that is on one disk only.
 *
 * @param path of the secret file
 * @param copied makes a copy, or returns in one line why it failed
 * @returns why there is no new secret, in one line
 * @throws Error if the file is damaged, missing, or of another owner
 */
export function rotate(
  db: Database,
  path: string,
  { time, random }: { readonly time: Time; readonly random: Random },
  copied: () => string | undefined,
): Result<void, string> {
  const before = allSecrets(path, time);
  const text = rotatedSecrets(path, time, random);
  transact(db, () => {
    putServerValue(db, 'rotation', seal(Buffer.from(text), before, random));
    // A running server goes on with the secret that it knows.
    if (!serverValue(db, 'seed')) putServerValue(db, 'seed', random.bytes(SEED_BYTES));
  });
  const why = copied();
  if (why === undefined) writeSecrets(path, text);
  transact(db, () => dropServerValue(db, 'rotation'));
  return why === undefined
    ? ok(undefined)
    : err(`No new secret was made, because no copy holds it: ${why}`);
}

/**
 * Finishes a rotation interrupted before its file was written.
 *
 * @param copied as of `rotate`; a server starts without a copy
 */
export function finishRotation(
  db: Database,
  path: string,
  time: Time,
  copied: () => unknown,
): void {
  const sealed = serverValue(db, 'rotation');
  if (sealed === undefined) return;
  copied();
  const bytes = existsSync(path) ? unseal(sealed, allSecrets(path, time)) : undefined;
  const text = bytes && Buffer.from(bytes).toString('utf8');
  // Useless with a foreign secret in place; not needed if the file already has it.
  if (text !== undefined && !hasNewestOf(path, text)) writeSecrets(path, text);
  transact(db, () => dropServerValue(db, 'rotation'));
}

const hasNewestOf = (path: string, text: string): boolean =>
  readFileSync(path, 'utf8').includes(text.split('\n')[0] ?? text);
