import { closeSync, fsyncSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { nameForGood } from '../../store/file/name-for-good.ts';

/** A file that has its name only when it is whole. */
export interface WholeFile {
  write(part: string | Uint8Array): void;
  /** Gives it its name, in the place of a file that had it. */
  finish(): void;
  /** Leaves nothing behind. Does nothing to a file that is finished. */
  abandon(): void;
}

/** How much is gathered before it is written: few calls, little memory. */
const GATHERED_CHARS = 64 * 1024;

/**
 * Begins a file, which its owner alone may read unless a mode says otherwise.
 *
 * @throws Error of the file system, as its methods do
 */
export function beginFile(path: string, mode = 0o600): WholeFile {
  const draft = `${path}.new`;
  // One that was left behind would keep its mode, or be a link to somewhere else.
  rmSync(draft, { force: true });
  const file = openSync(draft, 'wx', mode);
  let open = true;
  let named = false;
  let gathered = '';
  const flush = () => {
    writeFileSync(file, gathered);
    gathered = '';
  };
  const close = () => {
    open = false;
    closeSync(file);
  };
  return {
    write(part) {
      if (typeof part === 'string') gathered += part;
      if (typeof part === 'string' && gathered.length < GATHERED_CHARS) return;
      flush();
      if (typeof part !== 'string') writeFileSync(file, part);
    },
    finish() {
      flush();
      fsyncSync(file);
      close();
      nameForGood(draft, path);
      named = true;
    },
    abandon() {
      if (open) close();
      if (!named) rmSync(draft, { force: true });
    },
  };
}
