import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { readConfig } from '../../config.ts';
import { environment, readEnvFile } from '../../environment.ts';
import { isOauthSet, oauthTroubles } from '../../oauth/access.ts';
import { PACKAGE_ROOT } from '../../package-root.ts';
import { systemRandom, systemTime } from '../../ports.ts';
import { parseAccount } from '../../post/account.ts';
import { err, ok, type Result } from '../../result.ts';
import { findings } from '../check/check.ts';
import type { Finding } from '../check/finding.ts';
import { type Exit, exits, type Terminal } from '../command.ts';
import type { InitOptions } from '../options.ts';
import { Cancelled, hasTerminal, terminalAsker } from './asker.ts';
import {
  askForAll,
  type InitPorts,
  type PreviousSettings,
  planOf,
  settingsFromOptions,
} from './init.ts';
import {
  type EnvSettings,
  type Login,
  type Plan,
  replaceWithBackup,
  withoutUndefined,
} from './plan.ts';
import { mxHostsOf, PROVIDERS } from './providers.ts';
import { OTHER } from './questions.ts';

const ENV = '.env';
const UNIT = 'turnpost.service';
const failed = (line: string): Exit => ({ code: exits.failed, line });

/** Checks settings as `turnpost check` does, but sends no test letters. */
async function* checkSettings(settings: EnvSettings): AsyncGenerator<Finding> {
  const config = readConfig(settings);
  if (!config.ok) {
    for (const what of config.error) yield { name: 'configuration', level: 'wrong', what };
    return;
  }
  if (config.value.mode !== 'worker') return;
  yield* findings(config.value, { reach: 'servers', time: systemTime, random: systemRandom });
}

/** Runs `turnpost init`: asks for the settings of a server, checks them, and writes `.env`. */
export async function init(options: InitOptions, terminal: Terminal): Promise<Exit> {
  const trouble = folderTrouble();
  if (trouble !== undefined) return failed(trouble);
  const given = planOf(options);
  if (!given.ok) return failed(given.error);
  const previous = readPrevious();
  if (!previous.ok) return failed(previous.error);
  const plan = await withPassword(given.value, options, terminal);
  if (!plan.ok) return failed(plan.error);
  const isInteractive = hasTerminal() && options.yes !== true;
  if (!isInteractive && existsSync(ENV) && options.yes !== true) {
    return failed(`${ENV} already exists here. With --yes it is kept as ${ENV}.old.`);
  }
  const ports: InitPorts = {
    mxHosts: mxHostsOf,
    checkSettings: options['no-try'] === true ? undefined : checkSettings,
    today: new Date(systemTime.now()).toISOString().slice(0, 10),
  };
  if (isInteractive)
    return runInteractively(plan.value, previous.value, ports, options.unit === true);
  const text = await settingsFromOptions(plan.value, previous.value, ports, (finding) => {
    if (finding.level !== 'ok') terminal.printError(lineOf(finding));
  });
  if (!text.ok) return failed(text.error);
  return { code: exits.ok, prints: writeFiles(text.value, options.unit === true) };
}

/** The error if nothing can be written here. */
function folderTrouble(): string | undefined {
  try {
    accessSync('.', constants.W_OK);
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return `${resolve('.')} is not writable (${code}). Run turnpost init in a folder of its own.`;
  }
}

async function runInteractively(
  plan: Plan,
  previous: PreviousSettings,
  ports: InitPorts,
  wantsUnit: boolean,
): Promise<Exit> {
  const asker = terminalAsker;
  try {
    asker.say(`This sets up a Turnpost server in ${resolve('.')}.
Nothing is written before the end. Ctrl-C quits without changes.`);
    const text = await askForAll(asker, plan, previous, ports);
    if (!text.ok) return failed(text.error);
    const question = existsSync(ENV)
      ? `${ENV} already exists here. It is kept under another name. Write the new one?`
      : `Write ${ENV} here?`;
    if (!(await asker.confirm(question, true))) return failed('Nothing was written.');
    const offersUnit = !wantsUnit && unitSource() !== undefined;
    const writesUnit =
      offersUnit && (await asker.confirm(`Write a systemd unit here, ${UNIT}?`, false));
    return { code: exits.ok, prints: writeFiles(text.value, wantsUnit || writesUnit) };
  } catch (error) {
    if (error instanceof Cancelled) return failed('Nothing was written.');
    throw error;
  }
}

const lineOf = ({ level, name, what, remedy }: Finding): string =>
  [`${level}  ${name}: ${what}`, ...(remedy ? [remedy] : [])].join(' ');

/** The settings in `.env` and in the environment, which takes precedence. */
function readPrevious(): Result<PreviousSettings, string> {
  const file = readEnvFile(ENV);
  if (!file.ok) return err(file.error.join('\n'));
  const fromEnvironment = Object.entries(environment()).filter(([name]) =>
    name.startsWith('TURNPOST_'),
  );
  const values = Object.fromEntries(
    [...Object.entries(file.value), ...fromEnvironment].filter(([, value]) => value),
  ) as EnvSettings;
  return ok({ plan: previousPlan(values), values });
}

const PASSWORD_BYTES_MAX = 4_096;

/** Adds the password from standard input, if `--password-stdin` is set; an optional second line is for SMTP. */
async function withPassword(
  plan: Plan,
  options: InitOptions,
  { input }: Terminal,
): Promise<Result<Plan, string>> {
  if (options['password-stdin'] !== true) return ok(plan);
  let text = '';
  for await (const chunk of input) {
    text += Buffer.from(chunk).toString('utf8');
    if (text.length > PASSWORD_BYTES_MAX)
      return err('The text on standard input is too long for a password.');
  }
  const [imap = '', smtp = ''] = text.split(/\r?\n/);
  if (imap === '') return err('There is no password on standard input.');
  return ok({ ...plan, login: { kind: 'password', imap, smtp: smtp === '' ? imap : smtp } });
}

/** Writes the files. @returns the lines to print */
function writeFiles(text: string, withUnit: boolean): readonly string[] {
  const lines = [`${ENV} was written${keptText(replaceWithBackup(ENV, text, 0o600))}.`];
  const source = withUnit ? unitSource() : undefined;
  if (source !== undefined) {
    const { TURNPOST_BACKUP_DIR: backups } = parseEnv(text);
    const facts = { ...unitFacts(), ...(backups && { backups: resolve(backups) }) };
    lines.push(
      `${UNIT} was written${keptText(replaceWithBackup(UNIT, unitText(source, facts), 0o644))}. As root:`,
      `  cp '${resolve(UNIT).replaceAll("'", `'\\''`)}' /etc/systemd/system/`,
      '  systemctl daemon-reload && systemctl enable --now turnpost',
    );
    if (facts.user === 'root') {
      lines.push('The server would run as root. Give this folder to a user of its own first.');
    }
  }
  return [
    ...lines,
    'Check everything with: turnpost check',
    'Start the server with: turnpost start',
  ];
}

const keptText = (kept: string | undefined): string =>
  kept === undefined ? '' : `, and the previous one is ${kept}`;

/** The unit file of this package, if it has one. */
function unitSource(): string | undefined {
  const path = `${PACKAGE_ROOT}deploy/turnpost.service`;
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/** The values of a unit file: the folder with `.env`, the user, Node.js with its flags and the program, the manual. */
function unitFacts() {
  const folder = resolve('.');
  const main = `${PACKAGE_ROOT}dist/main.js`;
  // The shebang of the program has the flags of Node.js.
  const [first = ''] = readFileSync(main, 'utf8').split('\n');
  const flags = first.split(/\s+/).filter((word) => word.startsWith('--'));
  const command: readonly string[] = [process.execPath, ...flags, main];
  return { folder, user: ownerOf(folder), command, page: `${PACKAGE_ROOT}docs/operating.md` };
}

/** The user of the unit: the owner of the folder. */
function ownerOf(folder: string): string {
  const { uid, username } = userInfo();
  const owner = statSync(folder).uid;
  if (owner === uid) return username;
  const users = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8').split('\n') : [];
  return users.find((line) => line.split(':')[2] === String(owner))?.split(':')[0] ?? username;
}

/** The settings that init asks for, as `.env` and the environment have them. */
export function previousPlan(values: Readonly<Record<string, string | undefined>>): Plan {
  const value = (name: string): string | undefined => values[`TURNPOST_${name}`] || undefined;
  const account = (kind: 'imap' | 'smtp') => {
    const read = parseAccount(value(`${kind.toUpperCase()}_URL`) ?? '', kind, true);
    return read.ok ? read.value : undefined;
  };
  const [imap, smtp] = [account('imap'), account('smtp')];
  const place = (given: typeof imap) =>
    given && { host: given.host, port: given.port, tls: given.secure };
  const provider = PROVIDERS.find(
    ({ servers }) => servers?.imap.host === imap?.host && servers?.smtp.host === smtp?.host,
  );
  const folder = values['TURNPOST_BACKUP_DIR'];
  return withoutUndefined({
    address: value('ADDRESS'),
    provider: smtp && (provider?.id ?? OTHER),
    imap: value('IMAP_URL') === 'none' ? ('none' as const) : place(imap),
    mailbox: imap?.path || undefined,
    smtp: place(smtp),
    caFile: value('CA_FILE'),
    user: imap?.user ?? smtp?.user,
    login: previousLogin(values, imap?.pass ?? smtp?.pass ?? '', smtp?.pass ?? ''),
    admins: value('ADMINS'),
    database: value('DATABASE'),
    backups: folder === '' ? ('none' as const) : folder === undefined ? undefined : { folder },
  });
}

function previousLogin(
  values: Readonly<Record<string, string | undefined>>,
  imap: string,
  smtp: string,
): Login | undefined {
  const names = Object.keys(values).filter((name) => values[name]);
  if (isOauthSet(names) && oauthTroubles(names).length === 0) {
    const oauthSettings = Object.entries(values).filter(
      ([name, value]) => value && isOauthSet([name]),
    );
    return { kind: 'tokens', variables: Object.fromEntries(oauthSettings) as EnvSettings };
  }
  return imap !== '' && smtp !== '' ? { kind: 'password', imap, smtp } : undefined;
}

/** The folder of the packaged unit, which systemd itself creates. */
const UNIT_FOLDER = '/var/lib/turnpost';
const HOMES = /^\/(?:home|root|run\/user)(?:\/|$)/;

/**
 * Fills in a systemd unit file.
 *
 * @param facts with the folder for copies of the database, if one is set
 */
export function unitText(
  unit: string,
  facts: ReturnType<typeof unitFacts> & { readonly backups?: string | undefined },
): string {
  const { folder, backups, user, command, page } = facts;
  const isPackagedFolder = folder === UNIT_FOLDER;
  const isHome = [folder, ...command].some((path) => HOMES.test(path));
  const filled: Readonly<Record<string, string | undefined>> = {
    User: user,
    WorkingDirectory: escaped(folder),
    ExecStart: [...command, 'start'].map(quoted).join(' '),
    Documentation: `file://${escaped(encodeURI(page))}`,
    ...(isHome && { ProtectHome: 'read-only' }),
  };
  const lines = unit.split('\n').flatMap((line) => {
    const [, name = ''] = /^(\w+)=/.exec(line) ?? [];
    if (line.startsWith('#')) return [line.replaceAll(UNIT_FOLDER, () => folder)];
    if (!isPackagedFolder && name === 'StateDirectory') return [`ReadWritePaths=${quoted(folder)}`];
    if (!isPackagedFolder && name === 'StateDirectoryMode') return [];
    // The minus: systemd ignores the path if it is missing.
    if (backups && name === 'ReadWritePaths') return [`ReadWritePaths=${quoted(`-${backups}`)}`];
    return [filled[name] === undefined ? line : `${name}=${filled[name]}`];
  });
  return lines.join('\n');
}

/** Escapes percent signs for systemd (systemd.unit, "Specifiers"). */
const escaped = (text: string): string => text.replaceAll('%', '%%');

/** A word of a command line (systemd.service, "Command lines"). */
function quoted(word: string): string {
  const safe = escaped(word).replaceAll('$', '$$$$');
  return /^[\w@%+=:,./$-]+$/.test(safe) ? safe : `"${safe.replace(/(["\\])/g, '\\$1')}"`;
}
