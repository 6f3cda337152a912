import { lookAtHealthMs, startMsMax, stopMsMax } from '../../server-limits.ts';
import { figures } from '../../store/reading/figures.ts';
import type { Shell } from '../shell/shell.ts';
import { type Call, makeAlarm } from './alarm.ts';
import { type AlertCommand, callText } from './command.ts';
import { leaveNote, leaveNotes } from './note.ts';
import type { Notifier } from './notifier.ts';
import type { Doctor } from './troubles.ts';

/** What watches over a running server. */
export interface Watch {
  /** Looks now, as is done every half a minute. Resolves when whoever is to be told has been told. */
  look(): Promise<void>;
  /** Says in the log how the server is. */
  note(): void;
  stop(): void;
}

/** What a watch calls with. */
export interface Means {
  readonly doctor: Doctor;
  readonly command: AlertCommand | undefined;
  readonly notifier: Notifier;
  /** Puts a letter into the mailbox. @returns whether it is there */
  readonly append: (raw: Uint8Array) => Promise<boolean>;
  /** Begins a round, which writes letters to the admins. */
  readonly wake: () => void;
}

/** Watches over a server that has started, from now on. */
export function startWatch(shell: Shell, means: Means): Watch {
  const { db, time, pulse, log } = shell;
  const { doctor, command, notifier, append, wake } = means;
  let fresh: Call[] = [];
  let status = '';
  const alarm = makeAlarm(shell, (call) => {
    fresh.push(call);
    command?.run(call);
  });
  let leaving = Promise.resolve();

  const leave = (work: () => Promise<unknown>): void => {
    leaving = leaving
      .then(work)
      .then(() => undefined)
      .catch((error) => log.warn({ error: String(error) }, 'no note can be left in the mailbox'));
  };
  const look = (): void => {
    const state = doctor.look();
    const written = alarm.take(state);
    const calls = fresh;
    fresh = [];
    if (written) wake();
    // Nothing can be written down, so no letter can be decided: it is told at once, or not at all.
    else if (calls.length > 0) leave(() => leaveNote(shell, calls.map(unwritten), append));
    leave(() => leaveNotes(shell, append));
    const said = state.troubles.map((each) => callText({ ...asCall(each) })).join('; ');
    if (said !== status) notifier.tell(`STATUS=${said || WELL}`);
    status = said;
  };
  /** A look that fails, because the database cannot be read, must not end the process. */
  const tryLook = (): void => {
    try {
      look();
    } catch (error) {
      if (!shell.guard.blames(error)) log.error({ error: String(error) }, 'health');
    }
  };

  const timer = setInterval(tryLook, lookAtHealthMs);
  const { watchdogMs } = notifier;
  const dog =
    watchdogMs === undefined
      ? undefined
      : setInterval(() => {
          if (!pulse.isHung(time.now())) notifier.tell('WATCHDOG=1');
        }, watchdogMs / 2);
  notifier.tell('READY=1', `STATUS=${WELL}`);

  return {
    async look() {
      tryLook();
      await leaving;
    },
    note() {
      const { letters, ...rest } = figures(db);
      const counts = Object.fromEntries(
        letters.map(({ way, state, letters: count }) => [`${way} ${state}`, count]),
      );
      const troubles = doctor.look().troubles.map(({ name }) => name);
      log.info({ ...rest, ...counts, polledAt: pulse.polledAt, troubles }, 'status');
    },
    stop() {
      clearInterval(timer);
      clearInterval(dog);
      command?.stop();
    },
  };
}

const WELL = 'Waiting for letters';

/** Told before anything that may take long is begun. */
export const tellStart = (notifier: Notifier): void =>
  notifier.tell('STATUS=Starting', `EXTEND_TIMEOUT_USEC=${startMsMax * 1_000}`);

export const tellStop = (notifier: Notifier): void =>
  notifier.tell('STOPPING=1', 'STATUS=Stopping', `EXTEND_TIMEOUT_USEC=${2 * stopMsMax * 1_000}`);

const asCall = ({
  name,
  since,
  why,
}: {
  name: Call['trouble'];
  since: number;
  why: string;
}): Call => ({
  trouble: name,
  state: 'began',
  since,
  why,
});

/** An alarm that has no row. */
const unwritten = ({ trouble, state, since, why }: Call) => ({
  id: 0,
  trouble,
  beganAt: since,
  why,
  overAt: state === 'over' ? since : null,
});
