#!/usr/bin/env -S node --max-old-space-size=512 --max-semi-space-size=2 --v8-pool-size=1
import { exits, type Terminal } from './cli/command.ts';
import { ttyOf } from './cli/tty.ts';
import { stopLimits } from './server-limits.ts';
import { limitProblems, processLimits } from './service/health/troubles.ts';

/** Set when an orderly end takes too long. */
let late = false;
const startEndTimer = (): void => {
  setTimeout(() => {
    late = true;
  }, stopLimits.endMs).unref();
};

/** The server survives its terminal, and stops in order on a signal. */
const isServer = process.argv[2] === 'start';
const heard = new Map<NodeJS.Signals, () => void>();
/** By default, SIGUSR1 opens the debugger of Node.js. */
process.on('SIGUSR1', () => heard.get('SIGUSR1')?.());
if (isServer) process.on('SIGHUP', () => heard.get('SIGHUP')?.());
// A second signal ends the process at once.
const stopRequested = new Promise<void>((resolve) => {
  if (!isServer) return;
  let again = false;
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => {
      if (again) process.exit(1);
      again = true;
      startEndTimer();
      resolve();
    });
  }
});
// The reader is gone, or the disk of a log is full: nobody can be notified. A command's writes report their
// own errors.
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);

const terminal: Terminal = {
  ...ttyOf(process),
  input: process.stdin,
  print: (line) =>
    new Promise((resolve, reject) => {
      process.stdout.write(`${line}\n`, (error) => {
        // The reader is gone, as with `head`: no error.
        const isGone = (error as NodeJS.ErrnoException | undefined)?.code === 'EPIPE';
        if (error && !isGone) reject(error);
        else resolve(!isGone);
      });
    }),
  printError: (line) => console.error(line),
  stopSignal: () => stopRequested,
  onSignal: (signal, then) => void heard.set(signal, then),
};

if (isServer) {
  const { fatal } = limitProblems(processLimits());
  for (const line of fatal) terminal.printError(line);
  if (fatal.length > 0) process.exit(exits.config);
}

// Loaded only now, so that no signal comes before its handler.
const { turnpost } = await import('./cli/turnpost.ts');
const code = await turnpost(process.argv.slice(2), terminal);
if (isServer) await lookUpsEnd();
process.exit(code);

/**
 * At its end, Node.js waits for every pending name look-up, which cannot be cancelled. Out of time, the
 * process ends itself by the signal, which service managers take for an orderly end.
 */
async function lookUpsEnd(): Promise<void> {
  const isLookingUp = () => process.getActiveResourcesInfo().includes('GetAddrInfoReqWrap');
  startEndTimer();
  while (isLookingUp() && !late) await new Promise((resolve) => setTimeout(resolve, 50));
  if (!isLookingUp()) return;
  for (const signal of ['SIGTERM', 'SIGINT']) process.removeAllListeners(signal);
  process.kill(process.pid, 'SIGTERM');
}
