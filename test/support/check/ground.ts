import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type PostOffice, startPostOffice } from '../../../sandbox/postoffice.ts';
import { allFindings } from '../../../src/cli/check/check.ts';
import type { CheckContext, Finding } from '../../../src/cli/check/finding.ts';
import { systemRandom } from '../../../src/ports.ts';

export const GAMES = 'games@turnpost.test';
/** Somebody else at the same post office. */
export const OTHER = 'other@turnpost.test';
export const PASSWORD = 'hunter2-of-games';
const OTHERS_PASSWORD = 'hunter3-of-other';

/** What a fault is seeded on: a post office, a folder of its own, and a right configuration. */
export interface Ground {
  readonly office: PostOffice;
  readonly folder: string;
  readonly database: string;
  readonly env: Readonly<Record<string, string>>;
  /** The port of an URL of the configuration. */
  port(variable: 'TURNPOST_IMAP_URL' | 'TURNPOST_SMTP_URL'): number;
  /** Is stopped in the end. @returns it */
  keep<T extends { stop(): unknown }>(started: T): T;
}

/** What is other than right. */
export interface Seeded {
  /** Variables of the environment; undefined takes one out. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** What `.env` holds; then the right variables stand there too, above it. */
  readonly dotenv?: string;
  /** How far our clock is ahead, in milliseconds. */
  readonly aheadMs?: number;
}

/** One thing that an operator gets wrong, or a host does. */
export interface Fault {
  readonly what: string;
  readonly seed: (ground: Ground) => Seeded | Promise<Seeded>;
  /** It is only warned of. */
  readonly warns?: true;
  /** What finds it, and what has to be said of it, in each case within one line. */
  readonly finds: readonly [name: string, cause: RegExp, remedy: RegExp];
  /** Something stays silent, or never comes, so that not for long is waited. */
  readonly isSilent?: true;
}

/** Two people, one of whom is the server. */
export const openOffice = (): Promise<PostOffice> =>
  startPostOffice({
    domain: 'turnpost.test',
    people: [
      { address: GAMES, password: PASSWORD },
      { address: OTHER, password: OTHERS_PASSWORD },
    ],
    now: () => Date.now(),
  });

/** @returns the ground, and what clears it */
export function makeGround(office: PostOffice): { ground: Ground; clear: () => Promise<void> } {
  const folder = mkdtempSync(join(tmpdir(), 'turnpost-'));
  mkdirSync(join(folder, 'data'));
  const started: { stop(): unknown }[] = [];
  const env = {
    TURNPOST_ADDRESS: GAMES,
    TURNPOST_IMAP_URL: office.imapUrl(GAMES),
    TURNPOST_SMTP_URL: office.smtpUrl(GAMES),
    TURNPOST_DATABASE: join(folder, 'data', 'turnpost.sqlite'),
    TURNPOST_ADMINS: 'operator@home.test',
  };
  return {
    ground: {
      office,
      folder,
      database: env.TURNPOST_DATABASE,
      env,
      port: (variable) => Number(new URL(env[variable]).port),
      keep(each) {
        started.push(each);
        return each;
      },
    },
    async clear() {
      for (const each of started.reverse()) await each.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

const PATIENCE = { stepMs: 10_000, workMs: 40_000, letterMs: 10_000, lookMs: 30 };
const IMPATIENCE = { stepMs: 2_500, workMs: 20_000, letterMs: 2_000, lookMs: 100 };

/** The environment that a fault leaves, with what belongs into a file in the file. */
export function settle({ folder, env }: Ground, seeded: Seeded): Record<string, string> {
  const all = Object.entries({ ...env, ...seeded.env }).filter(([, value]) => value !== undefined);
  const known = Object.fromEntries(all) as Record<string, string>;
  if (seeded.dotenv === undefined) return known;
  const lines = Object.entries(known).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(join(folder, '.env'), lines.join('') + seeded.dotenv, { mode: 0o600 });
  return {};
}

/** What a check finds, within this process. */
export async function inspect(
  ground: Ground,
  seeded: Seeded,
  { isSilent }: Pick<Fault, 'isSilent'> = {},
): Promise<readonly Finding[]> {
  const found: Finding[] = [];
  const context: CheckContext = {
    reach: 'letters',
    time: { now: () => Date.now() + (seeded.aheadMs ?? 0) },
    random: systemRandom,
    timeouts: isSilent ? IMPATIENCE : PATIENCE,
  };
  const env = settle(ground, seeded);
  for await (const each of allFindings(env, join(ground.folder, '.env'), context)) found.push(each);
  return found;
}

/** What is not well. Where temporary files are in memory, the database of a test is. */
export const troublesIn = (found: readonly Finding[]): readonly Finding[] =>
  found.filter(
    ({ level, name, what }) => level !== 'ok' && name !== 'copies' && !/is in memory/.test(what),
  );

const textOf = ({ what, remedy = '' }: Finding): string => `${what} ${remedy}`;

/** Holds what was found to what has to be said of a fault, and to nothing else being called wrong. */
export function expectNamed(
  found: readonly Finding[],
  { warns, finds: [name, cause, remedy] }: Pick<Fault, 'warns' | 'finds'>,
): void {
  const all = found.map((each) => `${each.level} ${each.name}: ${textOf(each)}`).join('\n');
  const named = found.filter((each) => each.name === name && cause.test(each.what));
  expect(
    named.map(({ level }) => level),
    all,
  ).toContain(warns ? 'warn' : 'wrong');
  expect(
    named.some((each) => remedy.test(textOf(each))),
    all,
  ).toBe(true);
  const others = found.filter(({ level, what }) => level === 'wrong' && !cause.test(what));
  expect(others.map(textOf), all).toEqual([]);
  if (warns)
    expect(
      found.filter(({ level }) => level === 'wrong'),
      all,
    ).toEqual([]);
  expect(all).not.toMatch(/hunter|of-games|of-other/);
}
