import { spawn } from 'node:child_process';
import type { Logger } from 'pino';
import { outsideEnv, type ServiceManager } from '../../environment.ts';
import type { ReportFacts } from '../../intent.ts';
import { makeBase32, makeToken } from '../../mail/token.ts';
import {
  lookAtHealthMs,
  notifyMsMax,
  reportLinesMax,
  startMsMax,
  stopMsMax,
} from '../../server-limits.ts';
import { transact } from '../../store/file/database.ts';
import { playerByAddress } from '../../store/people/players.ts';
import { figures } from '../../store/reading/overview.ts';
import { type Alarm, alarmsIn, markTold, untoldConditions } from '../../store/server/conditions.ts';
import { LANGUAGE_BY_DEFAULT } from '../do/sender.ts';
import { alarmFacts, isWayOutOpen } from '../due/report.ts';
import { fromUs } from '../out/compose.ts';
import type { Shell } from '../shell/shell.ts';
import { type AlertCommand, callText } from './command.ts';
import { type Call, type Doctor, makeAlarm, type Problem } from './troubles.ts';

/** What watches over a running server. */
export interface HealthWatch {
  /** Looks now, as is done every half a minute. Resolves when whoever is to be told has been told. */
  look(): Promise<void>;
  /** Says in the log how the server is. */
  note(): void;
  stop(): void;
}

/** What a watch calls with. */
interface Ways {
  readonly doctor: Doctor;
  readonly command: AlertCommand | undefined;
  readonly notifier: Notifier;
  /** Puts a letter into the mailbox. @returns whether it is there */
  readonly append: (raw: Uint8Array) => Promise<boolean>;
  /** Begins a round, which writes letters to the admins. */
  readonly wake: () => void;
}

/** Watches over a server that has started, from now on. */
export function startWatch(shell: Shell, ways: Ways): HealthWatch {
  const { db, time, pulse, log } = shell;
  const { doctor, command, notifier, append, wake } = ways;
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
    const said = state.troubles.map((each) => callText(asCall(each))).join('; ');
    if (said !== status) notifier.tell(`STATUS=${said || WELL}`);
    status = said;
  };
  /** What fails, because the database cannot be read, must not end the process. */
  const attempt = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      if (!shell.guard.blames(error)) log.error({ error: String(error) }, 'health');
    }
  };

  const timer = setInterval(() => attempt(look), lookAtHealthMs);
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
      attempt(look);
      await leaving;
    },
    note: () =>
      attempt(() => {
        const { letters, ...rest } = figures(db);
        const counts = Object.fromEntries(
          letters.map(({ way, state, letters: count }) => [`${way} ${state}`, count]),
        );
        const troubles = doctor.look().troubles.map(({ name }) => name);
        log.info({ ...rest, ...counts, polledAt: pulse.polledAt, troubles }, 'status');
      }),
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

const asCall = ({ name, since, why }: Problem): Call => ({
  trouble: name,
  state: 'began',
  since,
  why,
});

/** An alarm that has no row. */
const unwritten = ({ trouble, state, since, why }: Call) => ({
  id: 0,
  key: trouble,
  beganAt: since,
  why,
  endedAt: state === 'over' ? since : null,
});

/** Tells the service manager how the server is. */
interface Notifier {
  /** @param says `READY=1`, `STATUS=waiting for letters` ..., together in one message */
  tell(...says: readonly string[]): void;
  /** How often it wants a sign of life; undefined where it does not. */
  readonly watchdogMs: number | undefined;
}

/**
 * systemd listens on a datagram socket, which Node.js cannot write to; its own program does that for us
 * (`NotifyAccess=all`). Where there is no such program, or no systemd, nothing is told.
 */
export function makeNotifier({ socket, watchdogMs }: ServiceManager, log: Logger): Notifier {
  let complained = socket === undefined;
  const complain = (error: string): void => {
    if (!complained)
      log.warn({ error }, 'systemd-notify does not work: nothing is told to systemd');
    complained = true;
  };
  return {
    watchdogMs: socket === undefined ? undefined : watchdogMs,
    tell(...says) {
      if (socket === undefined) return;
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

const UNIQUE_BYTES = 10;

/** What else a report may tell of; here there is nothing. */
const NOTHING_ELSE: ReportFacts = {
  failed: { first: [], more: 0 },
  aside: { first: [], more: 0 },
  templates: { first: [], more: 0 },
  suspended: { first: [], more: 0 },
  probe: null,
};

/**
 * Puts a report about alarms into our own mailbox, where the operator sees it, when there is no way out
 * for a letter. Its Message-ID is signed, so that we know it again and leave it where it is.
 *
 * @param append puts it there. @returns whether it is there
 */
async function leaveNote(
  shell: Shell,
  alarms: readonly Pick<Alarm, 'id' | 'key' | 'beganAt' | 'endedAt' | 'why'>[],
  append: (raw: Uint8Array) => Promise<boolean>,
): Promise<boolean> {
  const { db, address, admins, secrets, random, time, writer } = shell;
  const [to = address] = admins;
  const language = playerByAddress(db, to)?.language ?? LANGUAGE_BY_DEFAULT;
  const number = alarms.at(-1)?.id ?? 0;
  const token = makeToken({ purpose: 'alarm', player: 0, number, revision: 0 }, secrets);
  const unique = makeBase32(random.bytes(UNIQUE_BYTES));
  const host = address.slice(address.lastIndexOf('@') + 1);
  const written = await writer.write({
    message: { kind: 'report', facts: { ...NOTHING_ELSE, alarms: alarmFacts(alarms) } },
    reader: { userid: undefined, language, replyTo: address, links: false },
    head: {
      ...fromUs(shell),
      to,
      replyTo: address,
      messageId: `${token}.${unique}@${host}`,
      inReplyTo: undefined,
      references: [],
      date: time.now(),
      autoSubmitted: 'auto-generated',
    },
  });
  return written.ok && (await append(written.value.raw));
}

/** Leaves a note of everything that no letter can tell of now. */
async function leaveNotes(
  shell: Shell,
  append: (raw: Uint8Array) => Promise<boolean>,
): Promise<void> {
  const { db, time } = shell;
  if (isWayOutOpen(db)) return;
  const alarms = alarmsIn(untoldConditions(db)).slice(0, reportLinesMax);
  if (alarms.length === 0 || !(await leaveNote(shell, alarms, append))) return;
  transact(db, () => markTold(db, alarms, time.now()));
}
