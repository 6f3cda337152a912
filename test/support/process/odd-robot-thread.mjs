// A thread for tests of the robot: the seed of a question says what thinking about it does to the thread.
import { parentPort } from 'node:worker_threads';

const acts = {
  hang() {
    for (;;) Math.sqrt(2);
  },
  exit() {
    process.exit(3);
  },
  fill() {
    const kept = [];
    for (;;) kept.push(new Array(100_000).fill(kept.length));
  },
};

parentPort.on('message', ({ seed }) => {
  acts[seed]?.();
  parentPort.postMessage({ answer: { ok: true, value: seed } });
});
parentPort.postMessage('ready');
