import { type Finding, findings } from '../../check/check.ts';
import { readConfig } from '../../config.ts';
import { systemRandom, systemTime } from '../../ports.ts';
import type { Settings } from './settings.ts';

export type { Finding };

/** Tries settings out, one thing after the other. Letters are for `turnpost check` to send. */
export async function* tryOut(settings: Settings): AsyncGenerator<Finding> {
  const config = readConfig(settings);
  if (!config.ok) {
    for (const what of config.error) yield { name: 'configuration', level: 'wrong', what };
    return;
  }
  if (config.value.mode !== 'worker') return;
  yield* findings(config.value, { reach: 'servers', time: systemTime, random: systemRandom });
}
