import { createServer } from 'node:net';

/** A port on loopback that nothing listens on just now. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => resolve(port));
    });
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
  ms = 50_000,
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
