import type { ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { connect } from 'node:net';
import { until } from './ports.ts';

/**
 * Waits until a daemon greets on a port.
 *
 * @param base its folder
 * @returns ends it, and removes the folder
 */
export async function greeted(
  name: string,
  child: ChildProcess,
  port: number,
  base: string,
): Promise<() => Promise<void>> {
  await until(`${name} greets`, () => greets(port));
  return async () => {
    await new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
      child.kill('SIGTERM');
    });
    rmSync(base, { recursive: true, force: true });
  };
}

const greets = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('data', () => resolve(true) === undefined && socket.destroy());
    socket.once('error', () => resolve(false));
    socket.setTimeout(1_000, () => resolve(false) === undefined && socket.destroy());
  });
