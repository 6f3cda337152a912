import { spawn } from 'node:child_process';
import type { Logger } from 'pino';
import { outsideEnv, type ServiceManager } from '../../environment.ts';
import { notifyMsMax } from '../../server-limits.ts';

/** Tells the service manager how the server is. */
export interface Notifier {
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
