import { readFileSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { AlarmName } from '../../intent.ts';
import { absenceLimits, roomLimits } from '../../server-limits.ts';
import { oldestDue } from '../../store/letters/leases.ts';
import { backupsNow, currentCondition } from '../../store/server/conditions.ts';
import { nextSendAt } from '../delivery/quota.ts';
import type { Shell } from '../shell/shell.ts';

/** Something that is wrong now. */
export interface Problem {
  readonly name: AlarmName;
  /** UTC milliseconds. */
  readonly since: number;
  /** Codes and numbers; no address, and no words of a letter. */
  readonly why: string;
  /** Whether it is long or grave enough for an alarm. */
  readonly raisesAlarm: boolean;
}

/** The present troubles, and checks without a result, which end no alarm. */
export interface HealthState {
  readonly troubles: readonly Problem[];
  readonly unknown: ReadonlySet<AlarmName>;
}

type Check = () => Omit<Problem, 'name'> | 'unknown' | undefined;

/**
 * Makes the checks of a running server. Call the result every half a minute or so, as they keep state.
 *
 * @param freeBytes free space on the database's disk for users other than root
 */
export function makeHealthCheck(
  shell: Shell,
  freeBytes: () => number = () => freeBytesOnDiskOf(shell.db.name),
): () => HealthState {
  const { db, time, pulse } = shell;
  let due: { readonly id: number; readonly since: number } | undefined;
  let fullSince: number | undefined;

  /** Time before the process started, or before the machine last woke, does not count. */
  const isLong = (since: number): boolean =>
    time.now() - Math.max(since, pulse.awakeSince) >= absenceLimits.alarmMsMin;
  const withDuration = (problem: { readonly since: number; readonly why: string } | undefined) =>
    problem && { since: problem.since, why: problem.why, raisesAlarm: isLong(problem.since) };

  const checks: Readonly<Record<AlarmName, Check>> = {
    mailbox: () => {
      const since = pulse.polledAt ?? pulse.awakeSince;
      if (pulse.mailboxFailure) return withDuration(pulse.mailboxFailure);
      if (isLong(since)) return { since, why: 'no poll has come to its end', raisesAlarm: true };
      return pulse.polledAt === undefined ? 'unknown' : undefined;
    },
    submission: () => withDuration(pulse.submissionFailure),
    door: () => {
      const door = currentCondition(db, 'door');
      const problem = door && withDuration({ since: door.beganAt, why: door.why });
      return door?.state === 'doubted' && !problem?.raisesAlarm ? undefined : problem;
    },
    // One letter has long been due, though the server accepts others or is not being contacted.
    outbox: () => {
      const now = time.now();
      const isHeld =
        pulse.submissionFailure !== undefined || currentCondition(db, 'door') !== undefined;
      const dueAt = isHeld ? undefined : nextSendAt(shell);
      const id = dueAt !== undefined && dueAt <= now ? oldestDue(db, now) : undefined;
      if (id === undefined) due = undefined;
      else if (due?.id !== id || due.since > now) due = { id, since: now };
      if (!due) return isHeld ? 'unknown' : undefined;
      if (!isLong(due.since)) return 'unknown';
      return { since: due.since, why: `e-mail ${due.id} is due`, raisesAlarm: true };
    },
    work: () => {
      const { longestStepFailure: step, polledAt } = pulse;
      if (!step) return polledAt === undefined ? 'unknown' : undefined;
      return withDuration({ since: step.since, why: `${step.name}: ${step.why}` });
    },
    backup: () => {
      const { failingSince, error } = backupsNow(db);
      if (failingSince === undefined) return undefined;
      return { since: failingSince, why: String(error), raisesAlarm: true };
    },
    disk: () => {
      const bytes = freeBytes();
      const isFull =
        bytes < (fullSince === undefined ? roomLimits.diskBytesMin : roomLimits.diskBytesClear);
      fullSince = isFull ? (fullSince ?? time.now()) : undefined;
      if (fullSince === undefined) return undefined;
      return {
        since: fullSince,
        why: `${Math.floor(bytes / 1024 ** 2)} MiB are left`,
        raisesAlarm: true,
      };
    },
  };

  return () => {
    pulse.recordProgress(time.now());
    const troubles: Problem[] = [];
    const unknown = new Set<AlarmName>();
    for (const [name, check] of Object.entries(checks) as [AlarmName, Check][]) {
      const result = check();
      if (result === 'unknown') unknown.add(name);
      else if (result) troubles.push({ name, ...result });
    }
    return { troubles, unknown };
  };
}

function freeBytesOnDiskOf(database: string): number {
  const { bavail, bsize } = statfsSync(dirname(database));
  return bavail * bsize;
}

type ProcessLimits = ReturnType<typeof processLimits>;

const mebibytes = (bytes: number): string => `${Math.floor(bytes / 1024 ** 2)} MiB`;

const NEEDS = [
  ['files', roomLimits.filesMin, (count: number) => `${count} open files (ulimit -n)`],
  ['memory', roomLimits.memoryBytesMin, (bytes: number) => `${mebibytes(bytes)} of memory`],
  [
    'addressSpace',
    roomLimits.addressBytesMin,
    (bytes: number) => `${mebibytes(bytes)} of address space (ulimit -v)`,
  ],
] as const;

/**
 * Reports limits that are too low for a server, before they make it fail.
 *
 * @returns a line each. `fatal`: less than half of the need, so that the process would be killed at its
 *   start, again and again; `warnings`: trouble is to be expected some day
 */
export function limitProblems(limits: ProcessLimits) {
  const [fatal, warnings]: [string[], string[]] = [[], []];
  for (const [name, needs, say] of NEEDS) {
    const has = limits[name] ?? needs;
    const line = `The system gives only ${say(has)}; use ${say(needs)}.`;
    if (has < needs) (has < needs / 2 ? fatal : warnings).push(line);
  }
  return { fatal, warnings };
}

/**
 * The limits of the system for this process, in bytes but for the files; undefined if unknown or unlimited.
 */
export function processLimits() {
  const limits = limitsFile();
  const limitOf = (name: string): number | undefined => {
    const [, soft] = new RegExp(`^${name} +(\\d+)`, 'm').exec(limits) ?? [];
    return soft === undefined ? undefined : Number(soft);
  };
  const memory = process.constrainedMemory();
  return {
    files: limitOf('Max open files'),
    addressSpace: limitOf('Max address space'),
    // Without a limit it is 0, or more than any machine has.
    memory: memory > 0 && memory < 2 ** 50 ? memory : undefined,
  };
}

/** Linux only; empty elsewhere. */
function limitsFile(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
}
