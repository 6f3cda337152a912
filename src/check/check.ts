import { resolve } from 'node:path';
import { type ConfigDraft, readConfig, readDraft } from '../config.ts';
import { readEnvFile } from '../environment.ts';
import { meansHere } from '../service/health/means.ts';
import { copiesFindings } from './copies.ts';
import { beatFindings, databaseFindings } from './database.ts';
import { diskFindings } from './disk.ts';
import { type CheckContext, type Finding, findingsOf } from './finding.ts';
import { commandFinding, portFinding } from './health.ts';
import { machineFindings, meansFindings, zoneFinding } from './machine.ts';
import { adminFindings } from './people.ts';
import { secretFindings } from './secret.ts';
import { serverFindings } from './servers.ts';
import { idleFindings, settingsFindings } from './settings.ts';
import { templateFindings } from './templates.ts';

export type { CheckContext, Finding };

/**
 * Opens what a configuration names and says what it finds, one thing after the other. What a
 * configuration does not have is not looked at, and what cannot be well after another trouble is not
 * called wrong as well.
 *
 * @param draft as much of a configuration as there is
 */
export async function* findings(draft: ConfigDraft, ways: CheckContext): AsyncGenerator<Finding> {
  const { time } = ways;
  const { address, backups, database, secret, templates } = draft;
  const machine = machineFindings();
  yield* machine;
  yield* meansFindings(meansHere());
  yield zoneFinding(ways.zone);
  // Without SQLite there is nothing to be looked into.
  if (machine.some(({ level }) => level === 'wrong')) return;
  let isBusy = false;
  if (database !== undefined) {
    const looked = databaseFindings({ address, backups, database, secret }, time);
    isBusy = looked.busy;
    yield* looked.findings;
    yield* diskFindings(
      database,
      looked.findings.some(({ name, level }) => name === 'database' && level === 'wrong'),
    );
    yield* copiesFindings({ database, backups }, looked.known, time.now());
    yield* secretFindings({ database, secret }, looked.known, time);
    yield* beatFindings(looked.known, time.now());
  }
  if (draft.mode === 'worker') yield* adminFindings(draft);
  if (draft.alertCommand !== undefined) yield commandFinding(draft.alertCommand);
  if (draft.healthPort !== undefined) yield await portFinding(draft.healthPort);
  if (templates !== undefined) yield* templateFindings(templates);
  if (ways.reach !== 'machine') yield* serverFindings(draft, ways, isBusy);
}

const told = findingsOf('configuration');

/**
 * All that `turnpost check` finds: first about the configuration itself, then about what it names.
 *
 * @param environment of the process, without what the file adds to it
 * @param path of the file `.env`
 */
export async function* allFindings(
  environment: NodeJS.ProcessEnv,
  path: string,
  ways: CheckContext,
): AsyncGenerator<Finding> {
  const file = readEnvFile(path);
  const env = { ...(file.ok ? file.value : {}), ...environment };
  const config = readConfig(env);
  const problems = [...(file.ok ? [] : file.error), ...(config.ok ? [] : config.error)];
  for (const problem of problems) {
    // Each says itself what to write.
    yield {
      name: 'configuration',
      level: 'wrong',
      what: `${problem}${/[.?]$/.test(problem) ? '' : '.'}`,
    };
  }
  if (file.ok && config.ok) {
    yield told.ok(`The configuration is complete. Mode: ${config.value.mode}.`);
    if (config.value.mode === 'sandbox') {
      yield told.warn(
        `Nothing of a server is set, here (${resolve(path)}) or in the environment: this is the sandbox.`,
        'For a server, run this in the folder that has its .env, or set the variables of docs/operating.md.',
      );
    }
  }
  yield* settingsFindings(path, environment);
  yield* idleFindings(env);
  yield* findings(readDraft(env) ?? {}, { ...ways, zone: env['TZ'] });
}
