// A thread for tests of the parser: a letter says what taking it apart does to the thread.
import { parentPort } from 'node:worker_threads';

const acts = {
  hang() {
    for (;;) Math.sqrt(2);
  },
  // Comes to no end either, and leaves the processor to others.
  block() {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  },
  sleep() {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
  },
  // As on a machine that has no processor left for it.
  starve() {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);
  },
  throw() {
    throw new Error('a bug');
  },
  exit() {
    process.exit(3);
  },
  fill() {
    const kept = [];
    for (;;) kept.push(new Array(100_000).fill(kept.length));
  },
};

parentPort.on('message', ({ raw, own }) => {
  const text = Buffer.from(raw).toString();
  acts[text]?.();
  parentPort.postMessage({ answer: { ok: true, value: { text, own } } });
});
// Loading takes its time, and counts for no letter.
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);
parentPort.postMessage('ready');
