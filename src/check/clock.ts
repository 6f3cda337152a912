import { minuteText } from '../ports.ts';
import { type Finding, findingsOf } from './finding.ts';

/** What somebody else's clock has said, and between which two moments of ours. */
export interface MachineClock {
  /** Who says it. */
  readonly by: string;
  /** UTC milliseconds, all of them. */
  readonly theirs: number;
  readonly since: number;
  readonly until: number;
}

const { ok, warn, wrong } = findingsOf('clock');

const MINUTE_MS = 60_000;
/** Clocks count days, so that minutes are no matter; but no clock that is kept right is off by so much. */
const OFF_MS_MAX = 2 * MINUTE_MS;
const WRONG_MS_MIN = 15 * MINUTE_MS;

const REMEDY =
  'Set the clock of this machine, best with a time service (timedatectl set-ntp true).';

/** How our clock goes by that of the mail server. */
export function clockFinding({ by, theirs, since, until }: MachineClock): Finding {
  const off = theirs < since ? theirs - since : Math.max(theirs - until, 0);
  if (Math.abs(off) < OFF_MS_MAX) return ok(`The clock goes with that of the mail server.`);
  const what =
    `The clock of this machine says ${minuteText(since)}, and ${by} ${minuteText(theirs)}: ` +
    `it is ${spanText(Math.abs(off))} ${off < 0 ? 'ahead' : 'behind'}.`;
  return Math.abs(off) < WRONG_MS_MIN ? warn(what, REMEDY) : wrong(what, REMEDY);
}

function spanText(ms: number): string {
  const minutes = Math.round(ms / MINUTE_MS);
  const hours = Math.round(minutes / 60);
  if (minutes < 100) return `${minutes} minutes`;
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`;
}

/** The time that a greeting tells, where it tells one (as `Sun, 22 Nov 2026 13:41:02 +0000`). */
export function timeIn(greeting: string): number | undefined {
  const [text = ''] =
    /\b\w{3}, {1,2}\d{1,2} \w{3} \d{4} \d\d:\d\d:\d\d [+-]\d{4}/.exec(greeting) ?? [];
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : at;
}
