import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createTask } from 'node-cron';
import { z } from 'zod';
import type { Quota } from './budget/quota.ts';
import { nearest } from './command/shape/words.ts';
import { RULES, type RulesId } from './engine/shape/ground.ts';
import { vacationLimits } from './limits.ts';
import type { Authserv } from './mail/authentication-results.ts';
import { accessOf, isOauthSet, OAUTH_VARIABLES, oauthTroubles } from './oauth/access.ts';
import { addressKey, parseAddress, splitTag } from './player/address.ts';
import { type Access, type Account, parseAccount, parseTrust } from './post/account.ts';
import { err, ok, type Result } from './result.ts';

/** The configuration of the program, from `TURNPOST_` variables and the file `.env`. */
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
  /** Undefined if letters come by `turnpost receive` only. */
  readonly imap: Account | undefined;
  readonly smtp: Account;
  readonly database: string;
  /** Lookup keys of the admins' addresses. */
  readonly admins: ReadonlySet<string>;
  readonly poll: string;
  /** Undefined: made and kept next to the database. */
  readonly secret: string | undefined;
  /** Whether the mail host delivers `games+tag@host`. */
  readonly plus: boolean;
  /** The host whose Authentication-Results are trusted, if any. */
  readonly authserv: Authserv | undefined;
  /** The published address tag, in lower case, if any. */
  readonly welcomeTag?: string | undefined;
  /** The operator's templates, which take precedence. */
  readonly templates: string | undefined;
  /** Limits of the submission host. */
  readonly quota: Quota;
  /** Days until the bytes of letters are deleted. */
  readonly keepDays: number;
  /** Days until letters are removed from the processed folder; undefined: never. */
  readonly processedDays?: number | undefined;
  /** The games that are offered; undefined: the usual ones. */
  readonly games?: readonly RulesId[] | undefined;
  /** Days off for a player in a year. */
  readonly vacationDays: number;
  /** The port for metrics and health on 127.0.0.1; undefined: none. */
  readonly healthPort?: number | undefined;
  /** Command run for an alarm. */
  readonly alertCommand?: string | undefined;
  /** Undefined: no automatic copies. */
  readonly backups?: BackupPlan | undefined;
  /** Obsolete variables that are set. */
  readonly gone?: readonly string[];
  readonly log: LogLevel;
}

/** The folder for copies, and the days for which one a day is kept. */
export interface BackupPlan {
  readonly folder: string;
  readonly days: number;
}

const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const SANDBOX_PORT = 8025;
/** The settings of a mail account. Without any of them the program runs the sandbox. */
const OF_MAIL = new Set([
  ...['TURNPOST_ADDRESS', 'TURNPOST_IMAP_URL', 'TURNPOST_SMTP_URL', 'TURNPOST_CA_FILE'],
  ...Object.keys(OAUTH_VARIABLES),
]);

const address = z.string().transform((text, context) => {
  const parsed = parseAddress(text.trim());
  if (parsed.ok && splitTag(parsed.value).tag === '') return parsed.value;
  context.addIssue('must be one plain address, such as games@example.org');
  return z.NEVER;
});

const account = (kind: 'imap' | 'smtp', tokens: boolean) =>
  z.string().transform((text, context) => {
    const parsed = parseAccount(text.trim(), kind, tokens);
    if (parsed.ok) return parsed.value;
    context.addIssue(parsed.error);
    return z.NEVER;
  });

/** Replaces the IMAP account if there is no mailbox to poll. */
const NO_MAILBOX = 'none';

const mailbox = (tokens: boolean) =>
  z
    .string()
    .transform((text) => (text.trim() === NO_MAILBOX ? undefined : text))
    .pipe(account('imap', tokens).optional());

const addresses = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter((each) => each !== ''))
  .pipe(z.array(address))
  .transform((list) => new Set(list.map(addressKey)));

const games = z
  .string()
  .transform((text) =>
    text
      .toLowerCase()
      .split(/[\s,]+/)
      .filter((each) => each !== ''),
  )
  .pipe(z.array(z.enum(RULES, `must be some of ${RULES.join(', ')}`)).min(1, 'must name a game'));

const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory();

/** Whether a text is a cron expression with a future time. */
function isSchedule(text: string): boolean {
  try {
    const times = createTask(text, () => undefined, { timezone: 'UTC' });
    const runs = times.getNextRuns(1);
    void times.destroy();
    return runs.length > 0;
  } catch {
    // node-cron throws if it is invalid.
    return false;
  }
}

const trust = z.string().transform((path, context) => {
  let parsed: ReturnType<typeof parseTrust>;
  try {
    parsed = parseTrust(readFileSync(path, 'latin1'));
  } catch (error) {
    parsed = err(`cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  if (parsed.ok) return parsed.value;
  context.addIssue(`names a file that ${parsed.error}`);
  return z.NEVER;
});

const KEEP_DAYS = 30;
const wordRule = 'must be 3 to 16 letters and digits, such as chestnut';

/** A whole number, with a message. */
const whole = (must: string, least: number, most = Number.MAX_SAFE_INTEGER) =>
  z.coerce.number(must).int(must).min(least, must).max(most, must);
const days = whole('must be a number of days, 1 or more', 1);

const EVERY_MINUTE = '* * * * *';
const BACKUP_DAYS = 14;
/** An empty value turns copies off. */
const BACKUP_DIR = 'TURNPOST_BACKUP_DIR';
/** Variables without effect when copies are off. */
const BACKUPS_ONLY = ['TURNPOST_BACKUP_DAYS', 'TURNPOST_PROCESSED_DAYS'];
/** Obsolete variables, and what replaces them. */
const GONE: Readonly<Record<string, string>> = {
  TURNPOST_BACKUP_SCHEDULE: 'copies are made every ten minutes',
  TURNPOST_BACKUP_KEEP: 'TURNPOST_BACKUP_DAYS says how long copies are kept',
};

/** The obsolete variables that are set. */
export const goneVariables = (env: NodeJS.ProcessEnv) =>
  Object.entries(GONE).flatMap(([name, instead]) => (env[name] ? [{ name, instead }] : []));

const portNumber = whole('must be a port number', 0, 65_535);
const letters = whole('must be a number of e-mails, 1 or more', 1);

const VARIABLES = z.object({
  TURNPOST_ADDRESS: address,
  TURNPOST_IMAP_URL: mailbox(false),
  TURNPOST_SMTP_URL: account('smtp', false),
  ...OAUTH_VARIABLES,
  TURNPOST_CA_FILE: trust.optional(),
  TURNPOST_DATABASE: z
    .string()
    // SQLite's names for a database in memory, or a URL (https://sqlite.org/inmemorydb.html).
    .refine((path) => !/^(?::memory:|file:)/i.test(path.trim()), 'must be the path of a file')
    .default('data/turnpost.sqlite'),
  TURNPOST_ADMINS: addresses.default(new Set()),
  TURNPOST_POLL: z
    .string()
    .refine(isSchedule, `must be a cron expression, such as ${EVERY_MINUTE}`)
    .default(EVERY_MINUTE),
  TURNPOST_SECRET: z.string().min(20, 'must have at least 20 characters').optional(),
  TURNPOST_PLUS: z.enum(['on', 'off'], 'must be on or off').default('on'),
  TURNPOST_AUTHSERV_ID: z
    .string()
    .regex(/^[a-z0-9][a-z0-9._-]*$/i, 'must be a name such as mx.example.org')
    .optional(),
  TURNPOST_AUTHSERV_HOPS: whole('must be a number, 0 to 10', 0, 10).default(0),
  TURNPOST_WELCOME_WORD: z
    .string()
    .regex(/^[a-z0-9]{3,16}$/i, wordRule)
    .toLowerCase()
    .optional(),
  TURNPOST_TEMPLATES: z.string().refine(isFolder, 'must be a folder that exists').optional(),
  TURNPOST_KEEP_DAYS: days.default(KEEP_DAYS),
  TURNPOST_PROCESSED_DAYS: days.optional(),
  TURNPOST_LETTERS_PER_DAY: letters.optional(),
  TURNPOST_LETTERS_PER_HOUR: letters.optional(),
  TURNPOST_VACATION_DAYS: whole('must be a number of days, 0 to 366', 0, 366).default(
    vacationLimits.daysDefault,
  ),
  TURNPOST_GAMES: games.optional(),
  TURNPOST_HEALTH_PORT: portNumber.optional(),
  TURNPOST_ALERT_COMMAND: z.string().optional(),
  TURNPOST_BACKUP_DIR: z.string().optional(),
  TURNPOST_BACKUP_DAYS: days.default(BACKUP_DAYS),
  TURNPOST_LOG: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
});

/** With access tokens, the URLs need no password. */
const WITH_TOKENS = VARIABLES.extend({
  TURNPOST_IMAP_URL: mailbox(true),
  TURNPOST_SMTP_URL: account('smtp', true),
});

const variablesFor = (names: readonly string[]) => (isOauthSet(names) ? WITH_TOKENS : VARIABLES);

/** Whether a variable is set; empty counts as unset, except for copies. */
const isSet = ([name, value]: readonly [string, string | undefined]): boolean =>
  value !== undefined && (value !== '' || name === BACKUP_DIR);

/** Without them a configuration is a draft. */
const REQUIRED = {
  TURNPOST_ADDRESS: true,
  TURNPOST_IMAP_URL: true,
  TURNPOST_SMTP_URL: true,
} as const;

const SANDBOX = VARIABLES.partial(REQUIRED).extend({
  TURNPOST_SANDBOX_PORT: portNumber.default(SANDBOX_PORT),
  TURNPOST_LOG: VARIABLES.shape.TURNPOST_LOG.unwrap().default('silent'),
});

export const VARIABLE_NAMES: readonly string[] = Object.keys(SANDBOX.shape);

/** The error for an unknown variable, with the nearest known one. */
function unknownVariable(name: string): string {
  const meant = variableMeant(name);
  const hint = meant === undefined ? '' : `; did you mean ${meant}?`;
  return `${name} is not a variable of Turnpost${hint}`;
}

const PREFIX = 'TURNPOST_';

/** The variable nearest to a mistyped name. */
export function variableMeant(name: string): string | undefined {
  const written = name.toUpperCase();
  if (VARIABLE_NAMES.includes(written)) return written;
  // Compared without the common prefix, in which typos would match any variable.
  const prefixLength = written.startsWith(PREFIX) ? PREFIX.length : 0;
  const known = VARIABLE_NAMES.map((each) => each.slice(prefixLength).toLowerCase());
  const meant = nearest(written.slice(prefixLength), known);
  return meant && VARIABLE_NAMES[known.indexOf(meant)];
}

/**
 * Reads the configuration. Without a setting of a mail account, the program runs the sandbox.
 *
 * @returns every problem at once, a line each; none repeats a value, which may be a secret
 */
export function readConfig(env: NodeJS.ProcessEnv): Result<Config, readonly string[]> {
  const set = Object.entries(env).filter(
    (each) => each[0].startsWith('TURNPOST_') && isSet(each) && !(each[0] in GONE),
  );
  const values = Object.fromEntries(set);
  const names = Object.keys(values);
  const unknown = names.filter((name) => !VARIABLE_NAMES.includes(name)).map(unknownVariable);
  if (!isServer(values)) return readSandbox(values, unknown);
  const parsed = variablesFor(names).safeParse(values);
  const useless = BACKUPS_ONLY.filter((name) => name in values && values[BACKUP_DIR] === '').map(
    (name) => `${BACKUP_DIR} is empty, so no copies are made and ${name} has no effect`,
  );
  const problems = [
    ...unknown,
    ...useless,
    ...(parsed.success ? [] : issuesOf(parsed.error, values)),
    ...oauthTroubles(names),
  ];
  return parsed.success && problems.length === 0 ? ok(workerOf(parsed.data, env)) : err(problems);
}

/** Whether a setting of a mail account is there. */
const isServer = (env: Values): boolean =>
  Object.entries(env).some(([name, value]) => value && OF_MAIL.has(name));

export type ConfigDraft = Partial<WorkerConfig>;

/**
 * Reads an incomplete configuration: an invalid variable counts as unset.
 *
 * @returns undefined if no setting of a mail account is there
 */
export function readDraft(env: NodeJS.ProcessEnv): ConfigDraft | undefined {
  if (!isServer(env)) return undefined;
  const set = Object.entries(env).filter(([name]) => VARIABLE_NAMES.includes(name));
  const variables = variablesFor(set.filter(([, value]) => value).map(([name]) => name));
  const valid = set.filter((each) => {
    const schema = variables.shape[each[0] as keyof typeof VARIABLES.shape];
    return isSet(each) && schema?.safeParse(each[1]).success;
  });
  const data = variables.partial(REQUIRED).parse(Object.fromEntries(valid));
  // Missing values stay undefined.
  return workerOf(data as z.infer<typeof VARIABLES>, env);
}

function workerOf(data: z.infer<typeof VARIABLES>, env: NodeJS.ProcessEnv): WorkerConfig {
  const database = resolve(data.TURNPOST_DATABASE);
  const access = accessOf(data, database, env);
  const trusting = data.TURNPOST_CA_FILE && { trust: data.TURNPOST_CA_FILE };
  const full = (account: Account): Account => ({ ...withAccess(account, access), ...trusting });
  return {
    mode: 'worker',
    address: data.TURNPOST_ADDRESS,
    imap: data.TURNPOST_IMAP_URL && full(data.TURNPOST_IMAP_URL),
    // Undefined in a draft.
    smtp: data.TURNPOST_SMTP_URL && full(data.TURNPOST_SMTP_URL),
    database,
    admins: data.TURNPOST_ADMINS,
    poll: data.TURNPOST_POLL,
    secret: data.TURNPOST_SECRET,
    plus: data.TURNPOST_PLUS === 'on',
    authserv:
      data.TURNPOST_AUTHSERV_ID === undefined
        ? undefined
        : { id: data.TURNPOST_AUTHSERV_ID, hops: data.TURNPOST_AUTHSERV_HOPS },
    welcomeTag: data.TURNPOST_WELCOME_WORD,
    templates: data.TURNPOST_TEMPLATES,
    quota: { perDay: data.TURNPOST_LETTERS_PER_DAY, perHour: data.TURNPOST_LETTERS_PER_HOUR },
    keepDays: data.TURNPOST_KEEP_DAYS,
    processedDays: data.TURNPOST_PROCESSED_DAYS,
    games: data.TURNPOST_GAMES,
    vacationDays: data.TURNPOST_VACATION_DAYS,
    healthPort: data.TURNPOST_HEALTH_PORT,
    alertCommand: data.TURNPOST_ALERT_COMMAND,
    backups:
      data.TURNPOST_BACKUP_DIR === ''
        ? undefined
        : {
            folder: resolve(data.TURNPOST_BACKUP_DIR ?? join(dirname(database), 'backups')),
            days: data.TURNPOST_BACKUP_DAYS,
          },
    gone: goneVariables(env).map(({ name }) => name),
    log: data.TURNPOST_LOG,
  };
}

/** A password in the URL takes precedence over access tokens. */
const withAccess = (account: Account, access: Access | undefined): Account =>
  access && account.pass === '' ? { ...account, access } : account;

type Values = Readonly<Record<string, string | undefined>>;

function readSandbox(
  values: Values,
  unknown: readonly string[],
): Result<Config, readonly string[]> {
  const parsed = SANDBOX.safeParse(values);
  if (!parsed.success) return err([...unknown, ...issuesOf(parsed.error, values)]);
  if (unknown.length > 0) return err(unknown);
  const { TURNPOST_SANDBOX_PORT: port, TURNPOST_LOG: log } = parsed.data;
  return ok({ mode: 'sandbox', port, log });
}

function issuesOf(error: z.ZodError, values: Values): readonly string[] {
  // One line for each variable, which may have several issues.
  const messages = new Map(error.issues.map(({ path, message }) => [String(path[0]), message]));
  return [...messages].map(([name, message]) => {
    const value = values[name];
    if (value === undefined) return `${name} is not set`;
    // Some tools pass a value with its quotation marks.
    return /^["'`]|["'`]$/.test(value.trim())
      ? `${name} has quotation marks around its value: leave them out`
      : `${name} ${message}`;
  });
}
