import { resolve } from 'node:path';
import { type ConfigDraft, readConfig, readDraft } from '../../config.ts';
import { readEnvFile } from '../../environment.ts';
import { addressKey, splitTag } from '../../player/address.ts';
import { isLoopback } from '../../post/account.ts';
import { overlayTemplates } from '../../render/own-templates.ts';
import { processLimits } from '../../service/health/process-limits.ts';
import { readLanguages } from '../../service/process/languages.ts';
import { databaseFindings } from './database.ts';
import { type CheckContext, type Finding, finding } from './finding.ts';
import {
  commandFinding,
  machineFindings,
  portFinding,
  processLimitFindings,
  zoneFinding,
} from './machine.ts';
import { serverFindings } from './servers.ts';
import { idleFindings, settingsFindings } from './settings.ts';

export type { CheckContext, Finding };

/**
 * Checks everything that a configuration names, in order. Missing settings are skipped, and so are checks
 * that must fail after an earlier fault.
 *
 * @param draft a configuration, perhaps incomplete
 */
export async function* findings(draft: ConfigDraft, ways: CheckContext): AsyncGenerator<Finding> {
  const { address, backups, database, secret, templates } = draft;
  const machine = machineFindings();
  yield* machine;
  yield* processLimitFindings(processLimits());
  yield zoneFinding(ways.zone);
  // The rest needs a supported Node.js, and SQLite.
  if (machine.some(({ level }) => level === 'wrong')) return;
  let isHeld = false;
  if (database !== undefined) {
    const looked = databaseFindings({ address, backups, database, secret }, ways.time);
    isHeld = looked.isHeld;
    yield* looked.findings;
  }
  if (draft.mode === 'worker') yield* adminFindings(draft);
  if (draft.alertCommand !== undefined) yield commandFinding(draft.alertCommand);
  if (draft.healthPort !== undefined) yield await portFinding(draft.healthPort);
  if (templates !== undefined) yield* templateFindings(templates);
  if (ways.reach !== 'machine') yield* serverFindings(draft, ways, isHeld);
}

/**
 * All findings of `turnpost check`: first those of the configuration itself, then of what it names.
 *
 * @param environment of the process, without the variables of `.env`
 * @param path of `.env`
 */
export async function* allFindings(
  environment: NodeJS.ProcessEnv,
  path: string,
  ways: CheckContext,
): AsyncGenerator<Finding> {
  const file = readEnvFile(path);
  const env = { ...(file.ok ? file.value : {}), ...environment };
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
  yield* settingsFindings(path, environment);
  yield* idleFindings(env);
  yield* findings(readDraft(env) ?? {}, { ...ways, zone: env['TZ'] });
}

/** Checks the addresses of the admins, who get letters about faults. */
function adminFindings({ address, admins, smtp }: ConfigDraft): readonly Finding[] {
  if (!admins || admins.size === 0) return [finding('admins/none', {})];
  const isOwn = (admin: string) =>
    address !== undefined && addressKey(splitTag(admin).base) === addressKey(address);
  if ([...admins].some(isOwn)) return [finding('admins/own', {})];
  const ours = address?.split('@').at(-1)?.toLowerCase();
  const isHere = (domain: string) => domain === 'localhost' && smtp && isLoopback(smtp);
  const odd = [...admins].filter((admin) => {
    const domain = admin.split('@').at(-1) ?? '';
    return !domain.includes('.') && domain !== ours && !isHere(domain);
  });
  return odd.length === 0 ? [] : [finding('admins/odd', { names: odd.join(' and ') })];
}

/** Checks the operator's own templates. */
function templateFindings(folder: string): readonly Finding[] {
  try {
    const { folders, troubles } = readLanguages(folder);
    if (folders.own.size === 0) return [finding('templates/none', { folder })];
    const all = [...overlayTemplates(folders.ours, folders.own).troubles, ...troubles];
    if (all.length === 0) return [finding('templates/well', { files: folders.own.size, folder })];
    return all.map(({ place, error }) =>
      finding('templates/bad', { place, error: error.replace(/\.$/, '') }),
    );
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    return [finding('templates/shut', { folder, code })];
  }
}
