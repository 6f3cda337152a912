import { resolve } from 'node:path';
import {
  type ConfigDraft,
  goneVariables,
  readConfig,
  readDraft,
  VARIABLE_NAMES,
  variableMeant,
} from '../../config.ts';
import { environment, readEnvFile } from '../../environment.ts';
import { addressKey, splitTag } from '../../player/address.ts';
import { systemRandom, systemTime } from '../../ports.ts';
import { isLoopback } from '../../post/account.ts';
import { overlayTemplates } from '../../render/operator-templates.ts';
import { readLanguages } from '../../service/process/languages.ts';
import { type Exit, exits, type Terminal } from '../command.ts';
import { databaseFindings, readableFindings } from './database.ts';
import { type CheckContext, type Finding, finding } from './finding.ts';
import { machineFindings } from './machine.ts';
import { serverFindings } from './servers.ts';

/** Checks everything that the configuration names, and prints each finding at once. */
export async function check(
  reach: CheckContext['reach'],
  json: boolean,
  terminal: Terminal,
): Promise<Exit> {
  const found: Finding[] = [];
  const context = { reach, time: systemTime, random: systemRandom };
  for await (const finding of allFindings(environment(), '.env', context)) {
    found.push(finding);
    if (!json && !(await terminal.print(lineOf(finding)))) break;
  }
  const passed = found.every(({ level }) => level !== 'wrong');
  const code = passed ? exits.ok : exits.failed;
  const summary = json ? JSON.stringify({ ok: passed, findings: found }) : summaryOf(found);
  return { code, prints: [summary] };
}

const LEVEL_CHARS = 6;
const NAME_CHARS = 14;

const lineOf = ({ level, name, what, remedy }: Finding): string =>
  [level.padEnd(LEVEL_CHARS), name.padEnd(NAME_CHARS), what, ...(remedy ? [remedy] : [])].join(' ');

function summaryOf(found: readonly Finding[]): string {
  const count = (level: Finding['level']) => found.filter((each) => each.level === level).length;
  const [wrong, warned] = [count('wrong'), count('warn')];
  const warnings = warned === 0 ? '' : warned === 1 ? ', 1 warning' : `, ${warned} warnings`;
  return `${wrong === 0 ? 'Nothing is wrong' : `${wrong} wrong`}${warnings}.`;
}

/**
 * Checks everything that a configuration names, in order. Missing settings are skipped, and so are checks
 * that must fail after an earlier fault.
 */
export async function* findings(
  draft: ConfigDraft,
  context: CheckContext,
): AsyncGenerator<Finding> {
  const { address, backups, database, secret, templates } = draft;
  let isSupported = true;
  for await (const found of machineFindings(draft, context.zone)) {
    isSupported &&= found.name !== 'versions' || found.level !== 'wrong';
    yield found;
  }
  // The rest needs a supported Node.js, and SQLite.
  if (!isSupported) return;
  let isHeld = false;
  if (database !== undefined) {
    const checked = databaseFindings({ address, backups, database, secret }, context.time);
    isHeld = checked.isLocked;
    yield* checked.findings;
  }
  if (draft.mode === 'worker') yield* adminFindings(draft);
  if (templates !== undefined) yield* templateFindings(templates);
  if (context.reach !== 'machine') yield* serverFindings(draft, context, isHeld);
}

/** All findings of `turnpost check`: first those of the configuration itself, then of what it names. */
export async function* allFindings(
  environment: NodeJS.ProcessEnv,
  path: string,
  context: CheckContext,
): AsyncGenerator<Finding> {
  const file = readEnvFile(path);
  const inFile = file.ok ? file.value : {};
  const env = { ...inFile, ...environment };
  const config = readConfig(env);
  // Each problem names its own remedy.
  for (const problem of [...(file.ok ? [] : file.error), ...(config.ok ? [] : config.error)]) {
    const end = /[.?]$/.test(problem) ? '' : '.';
    yield finding('configuration/problem', { problem: `${problem}${end}` });
  }
  if (file.ok && config.ok) {
    const { mode } = config.value;
    yield finding('configuration/complete', { mode });
    if (mode === 'sandbox') yield finding('configuration/sandbox', { path: resolve(path) });
  }
  yield* settingsFindings(path, inFile, environment);
  yield* uselessVariableFindings(env);
  yield* findings(readDraft(env) ?? {}, { ...context, zone: env['TZ'] });
}

/** Checks the addresses of the admins, who get letters about faults. */
function adminFindings({ address, admins, smtp }: ConfigDraft): readonly Finding[] {
  if (!admins || admins.size === 0) return [finding('admins/none', {})];
  const isOwn = (admin: string) =>
    address !== undefined && addressKey(splitTag(admin).base) === addressKey(address);
  if ([...admins].some(isOwn)) return [finding('admins/own', {})];
  const ours = address?.split('@').at(-1)?.toLowerCase();
  const isHere = (domain: string) => domain === 'localhost' && smtp && isLoopback(smtp);
  const unreachable = [...admins].filter((admin) => {
    const domain = admin.split('@').at(-1) ?? '';
    return !domain.includes('.') && domain !== ours && !isHere(domain);
  });
  return unreachable.length === 0
    ? []
    : [finding('admins/odd', { names: unreachable.join(' and ') })];
}

function templateFindings(folder: string): readonly Finding[] {
  try {
    const { folders, troubles } = readLanguages(folder);
    if (folders.fromOperator.size === 0) return [finding('templates/none', { folder })];
    const all = [...overlayTemplates(folders.builtIn, folders.fromOperator).troubles, ...troubles];
    if (all.length === 0)
      return [finding('templates/ok', { files: folders.fromOperator.size, folder })];
    return all.map(({ place, error }) =>
      finding('templates/bad', { place, error: error.replace(/\.$/, '') }),
    );
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    return [finding('templates/unreadable', { folder, code })];
  }
}

type Variables = Readonly<Record<string, string | undefined>>;

/** Finds settings that are valid but probably a mistake, in `.env` and the environment. */
function settingsFindings(
  path: string,
  file: Variables,
  environment: Variables,
): readonly Finding[] {
  const names = Object.keys(file);
  const isSecret = names.some(
    (name) => file[name] && /^TURNPOST_\w*(?:URL|SECRET|TOKEN\w*|PASSWORD)$/.test(name),
  );
  const hidden = names.filter(
    (name) =>
      VARIABLE_NAMES.includes(name) &&
      environment[name] !== undefined &&
      environment[name] !== file[name],
  );
  const unprefixed = names.filter((name) => VARIABLE_NAMES.includes(`TURNPOST_${name}`));
  return [
    ...(isSecret ? readableFindings('.env', path) : []),
    ...hidden.map((name) => finding('.env/hidden', { name })),
    ...names.flatMap((name) => misspelt(name, path)),
    ...unprefixed.map((name) => finding('.env/no-prefix', { name })),
    ...Object.keys(environment).flatMap((name) => misspelt(name, 'The environment')),
  ];
}

/** Variables without effect: another one is missing or switches them off, or they are obsolete. */
const uselessVariableFindings = (env: Variables): readonly Finding[] => [
  ...(env['TURNPOST_AUTHSERV_HOPS'] && !env['TURNPOST_AUTHSERV_ID']
    ? [finding('senders/hops', {})]
    : []),
  ...(env['TURNPOST_WELCOME_WORD'] && env['TURNPOST_PLUS'] === 'off'
    ? [finding('.env/word', {})]
    : []),
  ...goneVariables(env).map((gone) => finding('copies/obsolete', gone)),
];

/** A misspelt variable. Unknown names with our prefix are errors already. */
function misspelt(name: string, where: string, meant = variableMeant(name)): readonly Finding[] {
  if (name.startsWith('TURNPOST_') || meant === undefined) return [];
  return [finding('.env/nearly', { where, name, meant })];
}
