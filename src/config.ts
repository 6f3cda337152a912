import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { createTask } from 'node-cron';
import { z } from 'zod';
import { readEnvFile } from './env-file.ts';
import { vacationDaysUsual } from './limits.ts';
import type { Authserv } from './mail/authentication-results.ts';
import { addressKey, parseAddress, splitTag } from './player/address.ts';
import { type Account, parseAccount } from './post/account.ts';
import { err, ok, type Result } from './result.ts';

/** How the program is to run, from `TURNPOST_` variables and the file `.env`. */
export type Config = SandboxConfig | WorkerConfig;

export interface SandboxConfig {
  readonly mode: 'sandbox';
  /** The port of the page on 127.0.0.1. */
  readonly port: number;
  readonly log: LogLevel;
}

export interface WorkerConfig {
  readonly mode: 'worker';
  readonly address: string;
  /** Undefined: letters come by `turnpost receive` only. */
  readonly imap: Account | undefined;
  readonly smtp: Account;
  readonly database: string;
  /** Lookup keys of the admins' addresses. */
  readonly admins: ReadonlySet<string>;
  /** A cron expression. */
  readonly poll: string;
  /** Undefined: made and kept beside the database. */
  readonly secret: string | undefined;
  readonly plus: boolean;
  /** Whose Authentication-Results are believed; undefined: nobody's. */
  readonly authserv: Authserv | undefined;
  /** The operator's own templates, which go before the built-in ones. */
  readonly templates: string | undefined;
  /** Days after which the bytes of letters are no longer kept. */
  readonly keepDays: number;
  /** How many days off a player may take in a year. */
  readonly vacationDays: number;
  /** Undefined: no backups are made but by hand. */
  readonly backups?: BackupPlan | undefined;
  readonly log: LogLevel;
}

/** Where backups are made, when, and how many of them stay. */
export interface BackupPlan {
  readonly folder: string;
  /** A cron expression. */
  readonly schedule: string;
  readonly keep: number;
}

const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const SANDBOX_PORT = 8025;
/** Variables that may be set and still leave the sandbox to run. */
const SANDBOX_ONLY = new Set(['TURNPOST_SANDBOX_PORT', 'TURNPOST_LOG']);

const address = z.string().transform((text, context) => {
  const parsed = parseAddress(text.trim());
  if (parsed.ok && splitTag(parsed.value).tag === '') return parsed.value;
  context.addIssue('must be one plain address, such as games@example.org');
  return z.NEVER;
});

const account = (kind: 'imap' | 'smtp') =>
  z.string().transform((text, context) => {
    const parsed = parseAccount(text.trim(), kind);
    if (parsed.ok) return parsed.value;
    context.addIssue(parsed.error);
    return z.NEVER;
  });

/** What stands in place of the IMAP account where there is no mailbox to poll. */
const NO_MAILBOX = 'none';

const mailbox = z
  .string()
  .transform((text) => (text.trim() === NO_MAILBOX ? undefined : text))
  .pipe(account('imap').optional());

const addresses = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter((each) => each !== ''))
  .pipe(z.array(address))
  .transform((list) => new Set(list.map(addressKey)));

const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory();

/** Whether it is a cron expression. One that names a day that never comes is none. */
function isSchedule(text: string): boolean {
  try {
    const times = createTask(text, () => undefined, { timezone: 'UTC' });
    const runs = times.getNextRuns(1);
    void times.destroy();
    return runs.length > 0;
  } catch {
    // node-cron tells by throwing.
    return false;
  }
}

const KEEP_DAYS = 30;
const hops = 'must be a number, 0 to 10';
const daysOff = 'must be a number of days, 0 to 366';
const days = 'must be a number of days, 1 or more';
const copies = 'must be a number, 1 or more';

/** A cron expression; in UTC. */
const schedule = (example: string) =>
  z.string().refine(isSchedule, `must be a cron expression, such as ${example}`).default(example);
/** In the night of Europe, and where most of America sleeps as well. */
const NIGHTLY = '30 4 * * *';
const BACKUPS_KEPT = 14;

const VARIABLES = z.object({
  TURNPOST_ADDRESS: address,
  TURNPOST_IMAP_URL: mailbox,
  TURNPOST_SMTP_URL: account('smtp'),
  TURNPOST_DATABASE: z.string().min(1, 'must be a path').default('data/turnpost.sqlite'),
  TURNPOST_ADMINS: addresses.default(new Set()),
  TURNPOST_POLL: schedule('* * * * *'),
  TURNPOST_SECRET: z.string().min(20, 'must have at least 20 characters').optional(),
  TURNPOST_PLUS: z.enum(['on', 'off'], 'must be on or off').default('on'),
  TURNPOST_AUTHSERV_ID: z
    .string()
    .regex(/^[a-z0-9][a-z0-9._-]*$/i, 'must be a name as in the letters, such as mx.example.org')
    .optional(),
  TURNPOST_AUTHSERV_HOPS: z.coerce.number(hops).int(hops).min(0, hops).max(10, hops).default(0),
  TURNPOST_TEMPLATES: z.string().refine(isFolder, 'must be a folder that exists').optional(),
  TURNPOST_KEEP_DAYS: z.coerce.number(days).int(days).min(1, days).default(KEEP_DAYS),
  TURNPOST_VACATION_DAYS: z.coerce
    .number(daysOff)
    .int(daysOff)
    .min(0, daysOff)
    .max(366, daysOff)
    .default(vacationDaysUsual),
  TURNPOST_BACKUP_DIR: z.string().min(1).optional(),
  TURNPOST_BACKUP_SCHEDULE: schedule(NIGHTLY),
  TURNPOST_BACKUP_KEEP: z.coerce.number(copies).int(copies).min(1, copies).default(BACKUPS_KEPT),
  TURNPOST_LOG: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
});

const SANDBOX = z.object({
  TURNPOST_SANDBOX_PORT: z.coerce
    .number('must be a port number')
    .int('must be a port number')
    .min(0, 'must be a port number')
    .max(65_535, 'must be a port number')
    .default(SANDBOX_PORT),
  TURNPOST_LOG: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('silent'),
});

/**
 * Reads the configuration. With nothing set, the program runs the sandbox.
 *
 * @returns every problem at once, a line each; none repeats a value, which may be a secret
 */
export function readConfig(env: NodeJS.ProcessEnv): Result<Config, readonly string[]> {
  const set = Object.entries(env).filter(
    ([name, value]) => name.startsWith('TURNPOST_') && value !== undefined && value !== '',
  );
  const values = Object.fromEntries(set);
  if (set.every(([name]) => SANDBOX_ONLY.has(name))) return readSandbox(values);

  const known = new Set([...Object.keys(VARIABLES.shape), ...SANDBOX_ONLY]);
  const unknown = set
    .filter(([name]) => !known.has(name))
    .map(([name]) => `${name} is not a variable of Turnpost`);
  const parsed = VARIABLES.safeParse(values);
  const useless = ['TURNPOST_BACKUP_SCHEDULE', 'TURNPOST_BACKUP_KEEP']
    .filter((name) => name in values && !('TURNPOST_BACKUP_DIR' in values))
    .map((name) => `TURNPOST_BACKUP_DIR is not set, so ${name} has no use`);
  const problems = [
    ...unknown,
    ...useless,
    ...(parsed.success ? [] : issuesOf(parsed.error, values)),
  ];
  if (!parsed.success || problems.length > 0) return err(problems);
  const { data } = parsed;
  return ok({
    mode: 'worker',
    address: data.TURNPOST_ADDRESS,
    imap: data.TURNPOST_IMAP_URL,
    smtp: data.TURNPOST_SMTP_URL,
    database: resolve(data.TURNPOST_DATABASE),
    admins: data.TURNPOST_ADMINS,
    poll: data.TURNPOST_POLL,
    secret: data.TURNPOST_SECRET,
    plus: data.TURNPOST_PLUS === 'on',
    authserv:
      data.TURNPOST_AUTHSERV_ID === undefined
        ? undefined
        : { id: data.TURNPOST_AUTHSERV_ID, hops: data.TURNPOST_AUTHSERV_HOPS },
    templates: data.TURNPOST_TEMPLATES,
    keepDays: data.TURNPOST_KEEP_DAYS,
    vacationDays: data.TURNPOST_VACATION_DAYS,
    backups:
      data.TURNPOST_BACKUP_DIR === undefined
        ? undefined
        : {
            folder: resolve(data.TURNPOST_BACKUP_DIR),
            schedule: data.TURNPOST_BACKUP_SCHEDULE,
            keep: data.TURNPOST_BACKUP_KEEP,
          },
    log: data.TURNPOST_LOG,
  });
}

type Values = Readonly<Record<string, string | undefined>>;

function readSandbox(values: Values): Result<Config, readonly string[]> {
  const parsed = SANDBOX.safeParse(values);
  if (!parsed.success) return err(issuesOf(parsed.error, values));
  const { TURNPOST_SANDBOX_PORT: port, TURNPOST_LOG: log } = parsed.data;
  return ok({ mode: 'sandbox', port, log });
}

function issuesOf(error: z.ZodError, values: Values): readonly string[] {
  return error.issues.map(({ path, message }) => {
    const name = String(path[0]);
    return `${name} ${name in values ? message : 'is not set'}`;
  });
}

/** The configuration of this process: its environment, and what the file `.env` here adds to it. */
export function configure(): Result<Config, readonly string[]> {
  const file = readEnvFile('.env');
  if (!file.ok) return file;
  Object.assign(process.env, { ...file.value, ...process.env });
  return readConfig(process.env);
}
