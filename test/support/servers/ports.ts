import { createServer } from 'node:net';
import { patienceMs } from '../run/patience.ts';

/** Below those that the system gives to whoever connects, and above those that have an owner. */
const FIRST = 10_000;
const PORTS = 22_000;
/** Processes that run side by side, and have numbers in a row, begin far from each other. */
let next = (process.pid * 7_919) % PORTS;

/** A port on loopback that nothing listens on just now, and that this process has not got before. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 1_000; tries++) {
    const port = FIRST + next;
    next = (next + 1) % PORTS;
    if (await isFree(port)) return port;
  }
  throw new Error('no port of a thousand is free');
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.on('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** Between two looks, at least. */
const SOON_MS = 20;

/**
 * Waits until something holds, and fails with what was waited for. A busy machine takes its time: who
 * has waited for long looks less often, since a look may cost as much as what is waited for.
 *
 * @param seldomMs between two looks, at most
 */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  ms = patienceMs,
  seldomMs = 150,
) {
  const began = Date.now();
  while (!(await holds())) {
    const waited = Date.now() - began;
    if (waited > ms) throw new Error(`waited ${ms} ms in vain until ${what}`);
    const pause = Math.min(Math.max(SOON_MS, waited / 5), seldomMs);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
