import { resolve } from 'node:path';
import { readConfig, readDraft } from '../config.ts';
import { readEnvFile } from '../environment.ts';
import { findings } from './check.ts';
import { type Finding, findingsOf } from './finding.ts';
import { idleFindings, settingsFindings } from './settings.ts';
import type { Ways } from './ways.ts';

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
  ways: Ways,
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
