import { isMainThread, Worker } from 'node:worker_threads';

/**
 * Is loaded before the program. Kills the process when a letter with the word DIE_OF is to be taken apart.
 */
const { DIE_OF } = process.env;

if (isMainThread) {
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (message, ...more) {
    const { raw } = message;
    if (DIE_OF && raw && Buffer.from(raw).includes(DIE_OF)) process.kill(process.pid, 'SIGKILL');
    return postMessage.call(this, message, ...more);
  };
}
