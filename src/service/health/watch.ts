import { spawn } from 'node:child_process';
import type { Logger } from 'pino';
import { outsideEnv, type ServiceManager } from '../../environment.ts';
import type { AlarmName } from '../../intent.ts';
import { lookAtHealthMs, notifyMsMax, startMsMax, stopMsMax } from '../../server-limits.ts';
import { transact } from '../../store/file/database.ts';
import { figures } from '../../store/reading/overview.ts';
import { backupsNow, unreportedBackups } from '../../store/server/backups.ts';
import {
  alarmsIn,
  conditionsNow,
  endCondition,
  markReported,
  setCondition,
} from '../../store/server/conditions.ts';
import type { Shell } from '../shell/shell.ts';
import { type AlertCommand, type Call, callText } from './command.ts';
import type { State } from './troubles.ts';

/** Monitors a running server. */
export interface HealthWatch {
  /** Checks now, as happens every half a minute. */
  look(): void;
  /** Logs the state of the server. */
  note(): void;
  stop(): void;
}

interface Ways {
  readonly check: () => State;
  readonly command: AlertCommand | undefined;
  readonly notifier: Notifier;
  /** Starts a round, which writes letters to the admins. */
  readonly wake: () => void;
}

/**
 * Monitors a started server. The operator is called once for each trouble, and once at its end. Calls are
 * stored, so that a restart does not repeat them; if the database cannot be written, they are stored later.
 */
export function startWatch(shell: Shell, { check, command, notifier, wake }: Ways): HealthWatch {
  const { db, time, pulse, log, guard } = shell;
  const called = new Map<AlarmName, Omit<Call, 'state'>>(
    alarmsIn(conditionsNow(db, 'alarm')).map(({ key, beganAt, why }) => [
      key,
      { name: key, since: beganAt, why },
    ]),
  );
  const unwritten: (() => void)[] = [];
  let status = '';

  const call = ({ name, since, why, state }: Call): void => {
    const now = time.now();
    if (state === 'began') {
      called.set(name, { name, since, why });
      log.error({ trouble: name, since, why }, 'something is wrong: somebody is called');
      unwritten.push(() => raiseAlarm(shell, { name, since, why }, now));
    } else {
      called.delete(name);
      log.info({ trouble: name, since }, 'what was wrong is over');
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
      log.error({ error: String(error) }, 'an alarm cannot be written down');
    }
  };
  const look = (): void => {
    const { troubles, unknown } = check();
    const known = [...called.values()];
    for (const trouble of troubles) {
      if (trouble.calls && !called.has(trouble.name)) call({ ...trouble, state: 'began' });
    }
    for (const each of known) {
      const lasts = unknown.has(each.name) || troubles.some(({ name }) => name === each.name);
      if (!lasts) call({ ...each, state: 'over' });
    }
    if (unwritten.length > 0) write();
    const said = troubles.map(callText).join('; ');
    if (said !== status) notifier.tell(`STATUS=${said || WELL}`);
    status = said;
  };
  /** Logs errors, so that an unreadable database does not end the process. */
  const attempt = (work: () => void) => (): void => {
    try {
      work();
    } catch (error) {
      if (!guard.blames(error)) log.error({ error: String(error) }, 'health');
    }
  };

  const timer = setInterval(attempt(look), lookAtHealthMs);
  const { watchdogMs } = notifier;
  const alive = (): void => {
    if (!pulse.isHung(time.now())) notifier.tell('WATCHDOG=1');
  };
  const dog = watchdogMs === undefined ? undefined : setInterval(alive, watchdogMs / 2);
  notifier.tell('READY=1', `STATUS=${WELL}`);

  return {
    look: attempt(look),
    note: attempt(() => {
      const { letters, ...rest } = figures(db);
      const counts = letters.map(({ way, state, letters: count }) => [`${way} ${state}`, count]);
      const troubles = check().troubles.map(({ name }) => name);
      const { polledAt } = pulse;
      log.info({ ...rest, ...Object.fromEntries(counts), polledAt, troubles }, 'status');
    }),
    stop() {
      clearInterval(timer);
      clearInterval(dog);
      command?.stop();
    },
  };
}

const WELL = 'Waiting for letters';

/** Stores an alarm. A failed backup may have been reported already. */
function raiseAlarm({ db }: Shell, { name, since, why }: Omit<Call, 'state'>, now: number): void {
  setCondition(db, { kind: 'alarm', key: name, why }, since);
  const isTold = backupsNow(db).failingSince !== null && unreportedBackups(db) === undefined;
  if (name !== 'backup' || !isTold) return;
  const raised = conditionsNow(db, 'alarm').filter(({ key }) => key === name);
  markReported(db, raised, now);
}

/** Notifies the service manager before any long work. */
export const tellStart = (notifier: Notifier): void =>
  notifier.tell('STATUS=Starting', `EXTEND_TIMEOUT_USEC=${startMsMax * 1_000}`);

export const tellStop = (notifier: Notifier): void =>
  notifier.tell('STOPPING=1', 'STATUS=Stopping', `EXTEND_TIMEOUT_USEC=${2 * stopMsMax * 1_000}`);

/** Notifies the service manager of the server's state. */
interface Notifier {
  /** @param says `READY=1`, `STATUS=waiting for letters` ..., in one message */
  tell(...says: readonly string[]): void;
  /** Interval of the watchdog; undefined if it has none. */
  readonly watchdogMs: number | undefined;
}

/**
 * Notifies systemd by its program `systemd-notify` (`NotifyAccess=all`), because Node.js cannot write to
 * datagram sockets. Without the program or systemd, does nothing.
 */
export function makeNotifier({ socket, watchdogMs }: ServiceManager, log: Logger): Notifier {
  if (socket === undefined) return { watchdogMs: undefined, tell: () => undefined };
  let complained = false;
  const complain = (error: string): void => {
    if (!complained)
      log.warn({ error }, 'systemd-notify does not work: nothing is told to systemd');
    complained = true;
  };
  return {
    watchdogMs,
    tell(...says) {
      const child = spawn('systemd-notify', says, {
        stdio: 'ignore',
        env: { ...outsideEnv(), NOTIFY_SOCKET: socket },
        timeout: notifyMsMax,
        killSignal: 'SIGKILL',
      });
      child.once('error', ({ message }) => complain(message));
      child.once('exit', (code) => {
        if (code !== 0) complain(`it ended with code ${code}`);
      });
      child.unref();
    },
  };
}
