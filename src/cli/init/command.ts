import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { environment, readEnvFile } from '../../environment.ts';
import { PACKAGE_ROOT } from '../../package-root.ts';
import { systemTime } from '../../ports.ts';
import { err, ok, type Result } from '../../result.ts';
import type { Exit, Terminal } from '../command.ts';
import { exits } from '../sysexits.ts';
import { Left } from './asker.ts';
import { planBefore } from './before.ts';
import { askForAll, type Before, takeGiven, type World } from './init.ts';
import { findServer } from './mail-servers.ts';
import { type InitOptions, planOf } from './options.ts';
import type { Plan } from './plan.ts';
import { exchangersOf } from './recognise.ts';
import type { Settings } from './settings.ts';
import { hasTerminal, terminalAsker } from './terminal-asker.ts';
import { type Finding, tryOut } from './try.ts';
import { type UnitFacts, unitText } from './unit.ts';
import { replaceKept } from './written.ts';

const ENV = '.env';
const UNIT = 'turnpost.service';
const failed = (line: string): Exit => ({ code: exits.failed, line });

/** What `turnpost init` does: asks for what a server needs, tries it, and writes `.env`. */
export async function init(options: InitOptions, terminal: Terminal): Promise<Exit> {
  const trouble = folderTrouble();
  if (trouble !== undefined) return failed(trouble);
  const given = planOf(options);
  if (!given.ok) return failed(given.error);
  const before = readBefore();
  if (!before.ok) return failed(before.error);
  const plan = await withPassword(given.value, options, terminal);
  if (!plan.ok) return failed(plan.error);
  const asks = hasTerminal() && options.yes !== true;
  if (!asks && existsSync(ENV) && options.yes !== true) {
    return failed(`There is a ${ENV} here already. With --yes it is kept as ${ENV}.old.`);
  }
  const world: World = {
    exchangers: exchangersOf,
    server: findServer,
    tryOut: options['no-try'] === true ? undefined : tryOut,
    today: new Date(systemTime.now()).toISOString().slice(0, 10),
  };
  const work = asks ? byAsking : byOptions;
  return work(plan.value, before.value, world, options, terminal);
}

/** Why nothing can be written here. */
function folderTrouble(): string | undefined {
  try {
    accessSync('.', constants.W_OK);
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return `Nothing can be written to ${resolve('.')} (${code}). Run turnpost init in a folder of its own.`;
  }
}

async function byAsking(
  plan: Plan,
  before: Before,
  world: World,
  options: InitOptions,
): Promise<Exit> {
  const asker = terminalAsker;
  try {
    asker.say(`This sets up a server of Turnpost in ${resolve('.')}.
Nothing is written before the end; Ctrl-C leaves everything as it is.`);
    const text = await askForAll(asker, plan, before, world);
    if (!text.ok) return failed(text.error);
    const isThere = existsSync(ENV);
    const question = isThere
      ? `There is a ${ENV} here. It is kept under another name. Write the new one?`
      : `Write ${ENV} here?`;
    if (!(await asker.confirm(question, true))) return failed('Nothing was written.');
    const unit =
      options.unit === true ||
      (unitSource() !== undefined &&
        (await asker.confirm(`Write a unit for systemd here, ${UNIT}?`, false)));
    return { code: exits.ok, prints: written(text.value, unit) };
  } catch (error) {
    if (error instanceof Left) return failed('Nothing was written.');
    throw error;
  }
}

async function byOptions(
  plan: Plan,
  before: Before,
  world: World,
  options: InitOptions,
  terminal: Terminal,
): Promise<Exit> {
  const text = await takeGiven(plan, before, world, (finding) => {
    if (finding.level !== 'ok') terminal.complain(lineOf(finding));
  });
  if (!text.ok) return failed(text.error);
  return { code: exits.ok, prints: written(text.value, options.unit === true) };
}

const lineOf = ({ level, name, what, remedy }: Finding): string =>
  [`${level}  ${name}: ${what}`, ...(remedy ? [remedy] : [])].join(' ');

/** What stands in `.env` already, and what the environment says, which goes before it. */
function readBefore(): Result<Before, string> {
  const file = readEnvFile(ENV);
  if (!file.ok) return err(file.error.join('\n'));
  const here = Object.entries(environment()).filter(([name]) => name.startsWith('TURNPOST_'));
  const values = Object.fromEntries(
    [...Object.entries(file.value), ...here].filter(([, value]) => value),
  ) as Settings;
  return ok({ plan: planBefore(values), values });
}

const PASSWORD_BYTES_MAX = 4_096;

/** The password, from standard input; a second line is that of SMTP, where it has another. */
async function withPassword(
  plan: Plan,
  options: InitOptions,
  { input }: Terminal,
): Promise<Result<Plan, string>> {
  if (options['password-stdin'] !== true) return ok(plan);
  let text = '';
  for await (const chunk of input) {
    text += Buffer.from(chunk).toString('utf8');
    if (text.length > PASSWORD_BYTES_MAX) return err('That is no password on standard input.');
  }
  const [imap = '', smtp = ''] = text.split(/\r?\n/);
  if (imap === '') return err('There is no password on standard input.');
  return ok({ ...plan, login: { kind: 'password', imap, smtp: smtp === '' ? imap : smtp } });
}

/** Writes the files. @returns what to say of it */
function written(text: string, withUnit: boolean): readonly string[] {
  const kept = replaceKept(ENV, text, 0o600);
  const lines = [
    `${ENV} is written${kept === undefined ? '' : `, and the one before is ${kept}`}.`,
  ];
  const source = withUnit ? unitSource() : undefined;
  if (source !== undefined) {
    const { TURNPOST_BACKUP_DIR: backups } = parseEnv(text);
    const facts = { ...unitFacts(), ...(backups && { backups: resolve(backups) }) };
    const old = replaceKept(UNIT, unitText(source, facts), 0o644);
    lines.push(
      `${UNIT} is written${old === undefined ? '' : `, and the one before is ${old}`}. As root:`,
      `  cp '${resolve(UNIT).replaceAll("'", `'\\''`)}' /etc/systemd/system/`,
      '  systemctl daemon-reload && systemctl enable --now turnpost',
    );
    if (facts.user === 'root') {
      lines.push('It would run as root. Better give this folder to a user of its own first.');
    }
  }
  return [
    ...lines,
    'Look at all of it with: turnpost check',
    'Start it with:          turnpost start',
  ];
}

/** The path of something that comes with the program. */
const inPackage = (path: string): string => `${PACKAGE_ROOT}${path}`;

/** The unit that comes with the program, if it does. */
function unitSource(): string | undefined {
  const path = inPackage('deploy/turnpost.service');
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

function unitFacts(): UnitFacts {
  const folder = resolve('.');
  const main = inPackage('dist/main.js');
  // The first line of the program says what Node.js is started with.
  const [first = ''] = readFileSync(main, 'utf8').split('\n');
  const flags = first.split(/\s+/).filter((word) => word.startsWith('--'));
  const command = [process.execPath, ...flags, main] as const;
  return { folder, user: ownerOf(folder), command, page: inPackage('docs/operating.md') };
}

/** Who is to run it: whose the folder is. */
function ownerOf(folder: string): string {
  const { uid, username } = userInfo();
  const owner = statSync(folder).uid;
  if (owner === uid) return username;
  const line = existsSync('/etc/passwd')
    ? readFileSync(join('/etc', 'passwd'), 'utf8')
        .split('\n')
        .find((each) => each.split(':')[2] === String(owner))
    : undefined;
  return line?.split(':')[0] ?? username;
}
