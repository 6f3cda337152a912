import { environment } from '../environment.ts';
import { systemRandom, systemTime } from '../ports.ts';
import { allFindings, type CheckContext, type Finding } from './check/check.ts';
import type { Exit, Terminal } from './command.ts';
import { exits } from './sysexits.ts';

/** The options of `turnpost check`. */
export interface CheckOptions {
  readonly reach: CheckContext['reach'];
  readonly json: boolean;
}

/** Checks everything that the configuration names, and prints each finding at once. */
export async function check({ reach, json }: CheckOptions, terminal: Terminal): Promise<Exit> {
  const found: Finding[] = [];
  const ways = { reach, time: systemTime, random: systemRandom };
  for await (const finding of allFindings(environment(), '.env', ways)) {
    found.push(finding);
    if (!json && !(await terminal.print(lineOf(finding)))) break;
  }
  const isWell = found.every(({ level }) => level !== 'wrong');
  const code = isWell ? exits.ok : exits.failed;
  const summary = json ? JSON.stringify({ ok: isWell, findings: found }) : summaryOf(found);
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
