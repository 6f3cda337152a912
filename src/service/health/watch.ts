import { spawn } from 'node:child_process';
import type { Logger } from 'pino';
import { childEnvironment, type ServiceManager } from '../../environment.ts';
import type { AlarmName } from '../../intent.ts';
import { minuteText } from '../../ports.ts';
import { healthLimits, stopLimits } from '../../server-limits.ts';
import { transact } from '../../store/file/database.ts';
import { figures } from '../../store/reading/overview.ts';
import {
  alarmsIn,
  conditionsNow,
  currentCondition,
  endCondition,
  markReported,
  setCondition,
} from '../../store/server/conditions.ts';
import type { Shell } from '../shell/shell.ts';
import type { HealthState, Problem } from './troubles.ts';

/**
 * Monitors a started server. The operator is alerted once when a problem begins and once when it ends. Alerts
 * are stored, so that a restart does not repeat them; if the database cannot be written, they are stored
 * later.
 *
 * @param wake starts a round, which writes letters to the admins
 */
export function startWatch(
  shell: Shell,
  {
    check,
    command,
    notifier,
    wake,
  }: {
    readonly check: () => HealthState;
    readonly command: ReturnType<typeof makeAlertCommand> | undefined;
    readonly notifier: Pick<ReturnType<typeof makeNotifier>, 'tell' | 'watchdogMs'>;
    readonly wake: () => void;
  },
) {
  const { db, time, pulse, log, guard } = shell;
  const alerted = new Map<AlarmName, Omit<Alert, 'state'>>(
    alarmsIn(conditionsNow(db, 'alarm')).map(({ key, beganAt, why }) => [
      key,
      { name: key, since: beganAt, why },
    ]),
  );
  const unwritten: (() => void)[] = [];
  let status = '';

  const alert = ({ name, since, why, state }: Alert): void => {
    const now = time.now();
    if (state === 'began') {
      alerted.set(name, { name, since, why });
      log.error({ trouble: name, since, why }, 'something is wrong: an alert was raised');
      unwritten.push(() => raiseAlarm(shell, { name, since, why }, now));
    } else {
      alerted.delete(name);
      log.info({ trouble: name, since }, 'the problem is over');
      unwritten.push(() => endCondition(db, 'alarm', name, now));
    }
    command?.run({ name, since, why, state });
  };
  const write = (): void => {
    try {
      transact(db, () => {
        for (const each of unwritten) each();
      });
      unwritten.length = 0;
      wake();
    } catch (error) {
      log.error({ error: String(error) }, 'an alarm could not be recorded');
    }
  };
  const look = (): void => {
    const { troubles, unknown } = check();
    const alarms = [...alerted.values()];
    for (const trouble of troubles) {
      if (trouble.raisesAlarm && !alerted.has(trouble.name)) alert({ ...trouble, state: 'began' });
    }
    for (const each of alarms) {
      const lasts = unknown.has(each.name) || troubles.some(({ name }) => name === each.name);
      if (!lasts) alert({ ...each, state: 'over' });
    }
    if (unwritten.length > 0) write();
    const text = troubles.map(alertText).join('; ');
    if (text !== status) notifier.tell(`STATUS=${text || IDLE_STATUS}`);
    status = text;
  };
  /** Logs errors, so that an unreadable database does not end the process. */
  const attempt = (work: () => void) => (): void => {
    try {
      work();
    } catch (error) {
      if (!guard.isFromLostDatabase(error)) log.error({ error: String(error) }, 'health');
    }
  };

  const timer = setInterval(attempt(look), healthLimits.lookMs);
  const { watchdogMs } = notifier;
  const alive = (): void => {
    if (!pulse.isHung(time.now())) notifier.tell('WATCHDOG=1');
  };
  const watchdog = watchdogMs === undefined ? undefined : setInterval(alive, watchdogMs / 2);
  notifier.tell('READY=1', `STATUS=${IDLE_STATUS}`);

  return {
    /** Checks now, as happens every half a minute. */
    look: attempt(look),
    /** Logs the state of the server. */
    logStatus: attempt(() => {
      const { letters, ...rest } = figures(db);
      const counts = letters.map(({ way, state, letters: count }) => [`${way} ${state}`, count]);
      const troubles = check().troubles.map(({ name }) => name);
      const { polledAt } = pulse;
      log.info({ ...rest, ...Object.fromEntries(counts), polledAt, troubles }, 'status');
    }),
    stop() {
      clearInterval(timer);
      clearInterval(watchdog);
      command?.stop();
    },
  };
}

const IDLE_STATUS = 'Waiting for e-mail';

/** Stores an alarm. A failed backup may have been reported already. */
function raiseAlarm({ db }: Shell, { name, since, why }: Omit<Alert, 'state'>, now: number): void {
  setCondition(db, { kind: 'alarm', key: name, why }, since);
  const failing = name === 'backup' ? currentCondition(db, 'backup') : undefined;
  if (!failing || failing.toldAt === undefined) return;
  const raised = conditionsNow(db, 'alarm').filter(({ key }) => key === name);
  markReported(db, raised, now);
}

/**
 * Notifies systemd by its program `systemd-notify` (`NotifyAccess=all`), because Node.js cannot write to
 * datagram sockets. Without the program or systemd, does nothing.
 */
export function makeNotifier({ socket, watchdogMs }: ServiceManager, log: Logger) {
  let complained = false;
  const complain = (error: string): void => {
    if (!complained) log.warn({ error }, 'systemd-notify failed: systemd is not told anything');
    complained = true;
  };
  /** @param lines `READY=1`, `STATUS=Waiting for e-mail` ..., in one message */
  const tell = (...lines: readonly string[]): void => {
    if (socket === undefined) return;
    const child = spawn('systemd-notify', lines, {
      stdio: 'ignore',
      env: { ...childEnvironment(), NOTIFY_SOCKET: socket },
      timeout: healthLimits.notifyMs,
      killSignal: 'SIGKILL',
    });
    child.once('error', ({ message }) => complain(message));
    child.once('exit', (code) => {
      if (code !== 0) complain(`it ended with code ${code}`);
    });
    child.unref();
  };
  return {
    /** Interval of the watchdog; undefined if there is none. */
    watchdogMs: socket === undefined ? undefined : watchdogMs,
    tell,
    /** Says that the server is starting, and extends the time for that; call it before any long work. */
    tellStart: () => tell('STATUS=Starting', `EXTEND_TIMEOUT_USEC=${healthLimits.startMs * 1_000}`),
    tellStop: () =>
      tell('STOPPING=1', 'STATUS=Stopping', `EXTEND_TIMEOUT_USEC=${2 * stopLimits.stopMs * 1_000}`),
  };
}

/** An alert to the operator: a problem began or is over. */
interface Alert extends Omit<Problem, 'raisesAlarm'> {
  readonly state: 'began' | 'over';
}

/** A trouble in one line: `Turnpost cannot read its mailbox since 2026-11-21 09:00 UTC (...)`. */
const alertText = ({ name, since, why }: Omit<Problem, 'raisesAlarm'>): string =>
  `${ALARM_TEXTS[name]} since ${minuteText(since)} (${why})`;

const ALARM_TEXTS: Readonly<Record<AlarmName, string>> = {
  mailbox: 'Turnpost cannot read its mailbox',
  submission: 'Turnpost cannot reach the submission server',
  door: 'The submission server does not accept e-mail from Turnpost',
  outbox: 'E-mails of Turnpost that are due do not go out',
  work: 'A part of the work of Turnpost fails again and again',
  backup: 'Turnpost cannot make a backup',
  disk: 'The disk of Turnpost is nearly full',
};

/** The names of all troubles. */
export const TROUBLES = Object.keys(ALARM_TEXTS) as readonly AlarmName[];

/**
 * The operator's command, run for one alert after another.
 *
 * @param command for the system's shell; gets the alert on its standard input and in variables, without our
 *   own variables, which hold passwords
 */
export function makeAlertCommand(command: string, log: Logger, deadlineMs = healthLimits.alertMs) {
  let last = Promise.resolve();
  let stopped = false;
  let kill: () => void = () => undefined;

  const runOne = (alert: Alert): Promise<void> =>
    new Promise((resolve) => {
      if (stopped) return resolve();
      const { name: trouble, state } = alert;
      const text = `${state === 'over' ? 'Over: ' : ''}${alertText(alert)}`;
      const env = {
        ...childEnvironment(),
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
          // The child has just ended.
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
      // The command may ignore its standard input; writing then fails, which is no error.
      child.stdin?.on('error', () => undefined);
      child.stdin?.end(`${text}\n`);
    });

  return {
    run(alert: Alert): void {
      last = last.then(() => runOne(alert));
    },
    /** Kills the running command, and starts no other. */
    stop(): void {
      stopped = true;
      kill();
    },
  };
}
