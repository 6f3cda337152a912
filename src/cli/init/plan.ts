import { chmodSync, chownSync, constants, copyFileSync, existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { err, ok, type Result } from '../../result.ts';
import { writeDurably } from '../../store/file/durable.ts';
import type { Protocol } from '../check/wire.ts';

export interface ServerAddress {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte on; otherwise it begins with STARTTLS. */
  readonly tls: boolean;
}

/** Login at both servers: with passwords, or with access tokens by these variables. */
export type Login =
  | { readonly kind: 'password'; readonly imap: string; readonly smtp: string }
  | { readonly kind: 'tokens'; readonly variables: EnvSettings };

export const tokenLogin = (command: string): Login => ({
  kind: 'tokens',
  variables: { TURNPOST_TOKEN_COMMAND: command },
});

/** The settings of the new server known so far. */
export interface Plan {
  address?: string;
  /** A provider's id, or `other`; undefined: not known yet. */
  provider?: string | undefined;
  /** `none`: letters come by the pipe. */
  imap?: ServerAddress | 'none';
  /** The mailbox, if it is not INBOX. */
  mailbox?: string;
  smtp?: ServerAddress;
  /** The CA file, if the certificates of the servers are from a private CA. */
  caFile?: string;
  user?: string;
  login?: Login;
  /** Separated by blanks. */
  admins?: string;
  database?: string;
  /** The folder for copies of the database; `beside`: the default one, next to the database. */
  backups?: { readonly folder: string } | 'beside' | 'none';
}

/** The domain of the address; empty before that is known. */
export const domainOf = ({ address = '' }: Plan): string =>
  address.slice(address.lastIndexOf('@') + 1);

const REQUIRED_PARTS = ['address', 'imap', 'smtp', 'user', 'login', 'database'] as const;

type WholePlan = Plan & Required<Pick<Plan, (typeof REQUIRED_PARTS)[number]>>;

export const isCompletePlan = (plan: Plan): plan is WholePlan =>
  REQUIRED_PARTS.every((part) => plan[part] !== undefined);

/** The properties that are not undefined. */
export const withoutUndefined = <T extends object>(facts: T) =>
  Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>;
  };

export function variablesOf(plan: WholePlan): EnvSettings {
  const { backups = 'beside', login, imap, smtp, user } = plan;
  const passwords = login.kind === 'password' ? login : { imap: '', smtp: '' };
  const path = encodeURIComponent(plan.mailbox ?? 'INBOX');
  return {
    TURNPOST_ADDRESS: plan.address,
    TURNPOST_IMAP_URL:
      imap === 'none' ? 'none' : `${urlOf('imap', imap, user, passwords.imap)}/${path}`,
    TURNPOST_SMTP_URL: urlOf('smtp', smtp, user, passwords.smtp),
    ...(plan.caFile && { TURNPOST_CA_FILE: plan.caFile }),
    ...(login.kind === 'tokens' && login.variables),
    ...(plan.admins && { TURNPOST_ADMINS: plan.admins }),
    TURNPOST_DATABASE: plan.database,
    ...(backups !== 'beside' && {
      TURNPOST_BACKUP_DIR: backups === 'none' ? '' : backups.folder,
    }),
  };
}

const DEFAULT_PORTS = { imap: 143, imaps: 993, smtp: 587, smtps: 465 };

function urlOf(kind: Protocol, server: ServerAddress, user: string, password: string): string {
  const protocol = server.tls ? (`${kind}s` as const) : kind;
  const port = server.port === DEFAULT_PORTS[protocol] ? '' : `:${server.port}`;
  const host = server.host.includes(':') ? `[${server.host}]` : server.host;
  const passwordPart = password === '' ? '' : `:${encodeURIComponent(password)}`;
  return `${protocol}://${encodeURIComponent(user)}${passwordPart}@${host}${port}`;
}

/** A mail server as typed, and what a URL may name besides. */
interface TypedServer {
  /** `tls` is undefined where neither a protocol nor the port tells. */
  readonly server: Omit<ServerAddress, 'tls'> & { readonly tls: boolean | undefined };
  readonly user: string;
  readonly mailbox: string;
}

/** Parses a mail server: `imap.example.org`, with or without `:port`, or `imaps://user@host/INBOX`. */
export function parseServer(text: string, kind: Protocol): Result<TypedServer, string> {
  const malformed = err(`write it as ${kind}s://${kind}.example.org`);
  const isUrl = text.includes('://');
  const whole = isUrl ? text : `${kind}s://${text}`;
  if (!URL.canParse(whole)) return malformed;
  const { protocol, hostname, port: digits, username, password, pathname } = new URL(whole);
  const secure = protocol === `${kind}s:`;
  if ((!secure && protocol !== `${kind}:`) || hostname === '' || digits === '0') return malformed;
  if (password !== '') {
    return err('every user of this machine can see a password there; use --password-stdin');
  }
  const port =
    digits === '' ? DEFAULT_PORTS[secure ? (`${kind}s` as const) : kind] : Number(digits);
  return ok({
    server: {
      host: hostname.replace(/^\[|\]$/g, ''),
      port,
      tls: isUrl ? secure : tlsAt(port, kind),
    },
    user: decodeURIComponent(username),
    mailbox: kind === 'imap' ? decodeURIComponent(pathname.slice(1)) : '',
  });
}

/** Whether a port has TLS from the start; undefined if it is not one of the usual ones. */
function tlsAt(port: number, kind: Protocol): boolean | undefined {
  if (port === DEFAULT_PORTS[`${kind}s`]) return true;
  return port === DEFAULT_PORTS[kind] || port === 25 ? false : undefined;
}

/** A server as a person types it. */
export const serverText = ({ host, port, tls }: ServerAddress, kind: Protocol): string => {
  const name = host.includes(':') ? `[${host}]` : host;
  return tls && port === DEFAULT_PORTS[`${kind}s`] ? name : `${name}:${port}`;
};

/** Variables and their values, as `.env` has them. */
export type EnvSettings = Readonly<Record<string, string>>;

/**
 * The text of a file `.env`.
 *
 * @returns an error that names the variable whose value cannot be written there
 */
export function envText(head: readonly string[], settings: EnvSettings): Result<string, string> {
  const lines: string[] = [];
  for (const [name, value] of Object.entries(settings)) {
    const line = ['', "'", '"', '`']
      .map((quote) => `${name}=${quote}${value}${quote}`)
      // The line must parse back to `value`.
      .find((each) => !value.includes('\n') && parseEnv(`${each}\n`)[name] === value);
    if (line === undefined) return err(`${name} has characters that cannot be combined in .env`);
    lines.push(line);
  }
  return ok([...head.map((line) => `# ${line}`.trimEnd()), ...lines, ''].join('\n'));
}

/**
 * Writes a file. An existing one is first copied under a free name.
 *
 * @param mode of the new file and of the old one: both may hold the same passwords
 * @returns the name of the copy, if there was a file
 * @throws Error of the file system; the old content stays
 */
export function replaceWithBackup(path: string, text: string, mode: number): string | undefined {
  if (!existsSync(path)) {
    writeDurably(path, text);
    if (mode !== 0o600) chmodSync(path, mode);
    // If root runs this, the file goes to the owner of the folder.
    const { uid, gid } = statSync(dirname(resolve(path)));
    if (process.getuid?.() === 0) chownSync(path, uid, gid);
    return undefined;
  }
  chmodSync(path, mode);
  const backup = freeName(`${path}.old`);
  copyFileSync(path, backup, constants.COPYFILE_EXCL);
  writeDurably(path, text, path);
  return backup;
}

function freeName(wanted: string): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? wanted : `${wanted}.${number}`;
    if (!existsSync(name)) return name;
  }
}
