const COLLECTS = `
  import { setFlagsFromString } from 'node:v8';
  import { runInNewContext } from 'node:vm';
  import { isMainThread } from 'node:worker_threads';
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc');
  // A fifth of the time at most, also on a slow machine.
  const collect = () => {
    const beganMs = performance.now();
    gc();
    setTimeout(collect, 20 + 4 * (performance.now() - beganMs)).unref();
  };
  if (isMainThread) collect();`;

/**
 * For NODE_OPTIONS: the main thread collects its garbage over and over again, so that what native code
 * does not survive shows within seconds instead of days.
 */
export const collectsAllTheTime = `--import=data:text/javascript,${encodeURIComponent(COLLECTS)}`;
