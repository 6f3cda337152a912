import { spawn } from 'node:child_process';
import type { Logger } from 'pino';
import { outsideEnv } from '../../environment.ts';
import type { AlarmName } from '../../intent.ts';
import { minuteText } from '../../ports.ts';
import { alertMsMax } from '../../server-limits.ts';
import type { Problem } from './troubles.ts';

/** A call to the operator: a trouble began or is over. */
export interface Call extends Omit<Problem, 'calls'> {
  readonly state: 'began' | 'over';
}

/** The operator's command, run for one call after another. */
export interface AlertCommand {
  run(call: Call): void;
  /** Kills the running command, and starts no other. */
  stop(): void;
}

/** A trouble in one line: `The mailbox cannot be read since 2026-11-21 09:00 UTC (...)`. */
export const callText = ({ name, since, why }: Omit<Problem, 'calls'>): string =>
  `${SAID[name]} since ${minuteText(since)} (${why})`;

const SAID: Readonly<Record<AlarmName, string>> = {
  mailbox: 'Turnpost cannot read its mailbox',
  submission: 'Turnpost cannot reach the submission server',
  door: 'The submission server takes no letters of Turnpost',
  outbox: 'Letters of Turnpost that are due do not go out',
  work: 'A part of the work of Turnpost fails again and again',
  backup: 'Turnpost can make no backup',
  disk: 'The disk of Turnpost is nearly full',
};

/** The names of all troubles. */
export const TROUBLES = Object.keys(SAID) as readonly AlarmName[];

/**
 * @param command for the system's shell; gets the call on its standard input and in variables, without our
 *   own variables, which hold passwords
 */
export function makeAlertCommand(
  command: string,
  log: Logger,
  deadlineMs = alertMsMax,
): AlertCommand {
  let last = Promise.resolve();
  let stopped = false;
  let kill: () => void = () => undefined;

  const runOne = (call: Call): Promise<void> =>
    new Promise((resolve) => {
      if (stopped) return resolve();
      const { name: trouble, state } = call;
      const text = `${state === 'over' ? 'Over: ' : ''}${callText(call)}`;
      const env = {
        ...outsideEnv(),
        TURNPOST_ALERT: text,
        TURNPOST_ALERT_TROUBLE: trouble,
        TURNPOST_ALERT_STATE: state,
      };
      // A process group, so that its children end with it.
      const stdio = ['pipe', 'ignore', 'ignore'] as const;
      const child = spawn(command, { shell: true, detached: true, stdio: [...stdio], env });
      let how: unknown = 'ended with code';
      kill = () => {
        try {
          if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
        } catch {
          // It has just ended.
        }
      };
      const timer = setTimeout(() => {
        how = 'took too long, and ended with code';
        kill();
      }, deadlineMs);
      const end = (code: unknown): void => {
        clearTimeout(timer);
        kill();
        kill = () => undefined;
        if (code !== 0) log.error({ trouble, how, code }, 'the alert command failed');
        resolve();
      };
      child.once('error', ({ name }) => end(name));
      child.once('exit', end);
      // The command need not read.
      child.stdin?.on('error', () => undefined);
      child.stdin?.end(`${text}\n`);
    });

  return {
    run(call) {
      last = last.then(() => runOne(call));
    },
    stop() {
      stopped = true;
      kill();
    },
  };
}
