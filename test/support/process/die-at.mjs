import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { isMainThread, Worker } from 'node:worker_threads';

/**
 * Is loaded before the program. Kills the process before its file operation number DIE_AT; writes how many
 * there were into the file COUNT_IN. Or kills it when a letter with the word DIE_OF is to be taken apart.
 */
const { DIE_AT, DIE_OF, COUNT_IN } = process.env;
const COUNTED = [
  'openSync',
  'renameSync',
  'fsyncSync',
  'rmSync',
  'copyFileSync',
  'mkdirSync',
  'chmodSync',
];
const die = () => process.kill(process.pid, 'SIGKILL');

if (isMainThread) {
  let count = 0;
  for (const name of COUNTED) {
    const before = fs[name];
    fs[name] = (...given) => {
      count++;
      if (count === Number(DIE_AT)) die();
      return before(...given);
    };
  }
  syncBuiltinESMExports();
  process.on('exit', () => COUNT_IN && fs.writeFileSync(COUNT_IN, String(count)));

  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (message, ...more) {
    const { raw } = message;
    if (DIE_OF && raw && Buffer.from(raw).includes(DIE_OF)) die();
    return postMessage.call(this, message, ...more);
  };
}
