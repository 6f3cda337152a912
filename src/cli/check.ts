import { type Finding, findings, type Ways } from '../check/check.ts';
import { findingsOf } from '../check/finding.ts';
import { settingsFindings } from '../check/settings.ts';
import { configure, environment, readDraft } from '../config.ts';
import { systemRandom, systemTime } from '../ports.ts';
import type { Exit, Terminal } from './command.ts';
import { exits } from './sysexits.ts';

/** How `turnpost check` was asked. */
export interface CheckOptions {
  readonly reach: Ways['reach'];
  readonly json: boolean;
}

/** Looks at everything that the configuration names, and prints a line for each thing at once. */
export async function check({ reach, json }: CheckOptions, terminal: Terminal): Promise<Exit> {
  const found: Finding[] = [];
  for await (const finding of allFindings(reach)) {
    found.push(finding);
    if (!json && !(await terminal.print(lineOf(finding)))) break;
  }
  const isWell = found.every(({ level }) => level !== 'wrong');
  const code = isWell ? exits.ok : exits.failed;
  const summary = json ? JSON.stringify({ ok: isWell, findings: found }) : summaryOf(found);
  return { code, prints: [summary] };
}

async function* allFindings(reach: Ways['reach']): AsyncGenerator<Finding> {
  const before = environment();
  const config = configure();
  const told = findingsOf('configuration');
  if (config.ok) yield told.ok(`The configuration is complete. Mode: ${config.value.mode}.`);
  else for (const problem of config.error) yield problemFinding(problem);
  yield* settingsFindings('.env', before);
  const draft = readDraft(environment()) ?? {};
  const ways = { reach, time: systemTime, random: systemRandom, zone: before['TZ'] };
  yield* findings(draft, ways);
}

/** Such a problem says itself what to write. */
function problemFinding(problem: string): Finding {
  return { name: 'configuration', level: 'wrong', what: `${problem}.` };
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
