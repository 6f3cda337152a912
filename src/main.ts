#!/usr/bin/env -S node --max-old-space-size=512 --max-semi-space-size=2 --v8-pool-size=1
import type { Terminal } from './cli/command.ts';
import { exits } from './cli/sysexits.ts';
import { lookUpMsMax } from './server-limits.ts';
import { lacksOf, meansHere } from './service/health/means.ts';

/** The server goes on when its terminal is closed, and ends in order when it is told to. */
const isServer = (process.argv[2] ?? 'start') === 'start';
const heard = new Map<NodeJS.Signals, () => void>();
/** Node.js opens its debugger for whoever sends this one, unless something else is done about it. */
process.on('SIGUSR1', () => heard.get('SIGUSR1')?.());
if (isServer) process.on('SIGHUP', () => heard.get('SIGHUP')?.());
// A second one does not wait for the letter in hand.
const told = new Promise<void>((resolve) => {
  if (!isServer) return;
  let again = false;
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => {
      if (again) process.exit(1);
      again = true;
      resolve();
    });
  }
});
// Whoever read has gone, or the disk of a log file is full: there is nobody to tell of it. Each write
// of a command is told of its own error.
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);

const terminal: Terminal = {
  input: process.stdin,
  print: (line) =>
    new Promise((resolve, reject) => {
      process.stdout.write(`${line}\n`, (error) => {
        // Whoever read has gone, as `head` does: there is nothing to complain of.
        const isGone = (error as NodeJS.ErrnoException | undefined)?.code === 'EPIPE';
        if (error && !isGone) reject(error);
        else resolve(!isGone);
      });
    }),
  complain: (line) => console.error(line),
  toldToStop: () => told,
  hear: (signal, then) => void heard.set(signal, then),
};

if (isServer) {
  const { stops } = lacksOf(meansHere());
  for (const line of stops) terminal.complain(line);
  if (stops.length > 0) process.exit(exits.config);
}

// All of this is loaded only now, so that no signal comes before somebody hears it.
const { turnpost } = await import('./cli/turnpost.ts');
const code = await turnpost(process.argv.slice(2), terminal);
if (isServer) await lookUpsEnd();
process.exit(code);

/**
 * Node.js waits at its end for every look-up of a name that is under way, and nothing can cut one off.
 * When there is no time left to wait, the signal itself ends us: that is an orderly end as well, to
 * service managers.
 */
async function lookUpsEnd(): Promise<void> {
  const isLookingUp = () => process.getActiveResourcesInfo().includes('GetAddrInfoReqWrap');
  for (let ms = 0; isLookingUp() && ms < lookUpMsMax; ms += 50) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  if (!isLookingUp()) return;
  for (const signal of ['SIGTERM', 'SIGINT']) process.removeAllListeners(signal);
  process.kill(process.pid, 'SIGTERM');
}
