#!/usr/bin/env -S node --max-old-space-size=512 --max-semi-space-size=2 --v8-pool-size=1
import type { Terminal } from './cli/command.ts';
import { faceOf } from './cli/line/face.ts';
import { turnpost } from './cli/turnpost.ts';

const terminal: Terminal = {
  ...faceOf(process),
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
  /** At the first SIGINT or SIGTERM. A second one does not wait for the letter in hand. */
  toldToStop: () =>
    new Promise((resolve) => {
      let told = false;
      for (const signal of ['SIGINT', 'SIGTERM']) {
        process.on(signal, () => {
          if (told) process.exit(1);
          told = true;
          resolve();
        });
      }
    }),
};
// Each write is told of its own error.
process.stdout.on('error', () => undefined);

process.exit(await turnpost(process.argv.slice(2), terminal));
