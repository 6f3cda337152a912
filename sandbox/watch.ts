import type { Filed } from './folder.ts';
import { rescanMs } from './limits.ts';

/** Looks out for new mail in a folder. */
export interface Watch {
  /** Looks now. Called at each hint of the server; a slow scan finds what a hint has missed. */
  look(): Promise<void>;
  stop(): void;
}

/**
 * Starts to watch. The letters that are there at the first look are not new.
 *
 * @throws Error when the folder cannot be opened now; later on, it is tried again
 */
export async function startWatch(
  scan: () => Promise<readonly Filed[]>,
  onMail: (arrived: readonly Filed[]) => void,
  onProblem: (error: unknown) => void,
): Promise<Watch> {
  const newestOf = (filed: readonly Filed[]) => Math.max(0, ...filed.map(({ uid }) => uid));
  let newest = newestOf(await scan());
  let looking = Promise.resolve();
  // One look at a time; a hint in the middle of one asks for one more.
  const look = (): Promise<void> => {
    looking = looking
      .then(scan)
      .then((filed) => {
        const arrived = filed.filter(({ uid }) => uid > newest);
        newest = Math.max(newest, newestOf(filed));
        if (arrived.length > 0) onMail(arrived);
      })
      .catch(onProblem);
    return looking;
  };
  const timer = setInterval(look, rescanMs);
  return { look, stop: () => clearInterval(timer) };
}
