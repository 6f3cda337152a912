import { type HeaderField, headerFields } from '../../mail/header.ts';
import type { Visit } from '../../post/visit.ts';
import type { MailboxLook } from '../mailbox.ts';
import type { TrialLetter, Whereabouts } from './words.ts';

/** A letter of ours that has come back. */
export interface Arrived {
  readonly folder: string;
  readonly uid: number;
  readonly fields: readonly HeaderField[];
}

/** How long letters are awaited, and how often one looks. */
export interface AwaitedLetter {
  readonly ms: number;
  readonly lookMs: number;
}

/**
 * Waits for letters, in the mailbox and where a server that runs puts them; those that have not come in
 * the end are searched in all folders that have got letters meanwhile.
 */
export async function awaitLetters(
  visit: Visit,
  { path, filedIn, nextUids }: MailboxLook,
  letters: readonly TrialLetter[],
  { ms, lookMs }: AwaitedLetter,
): Promise<ReadonlyMap<TrialLetter, Arrived>> {
  const found = new Map<TrialLetter, Arrived>();
  const lookIn = async (folder: string): Promise<boolean> => {
    const heads = await visit.heads(folder, nextUids.get(folder) ?? 1);
    if (!heads.ok) return false;
    for (const { uid, header } of heads.value) {
      const text = Buffer.from(header).toString('latin1');
      const letter = letters.find(({ mark }) => text.includes(mark));
      if (letter) found.set(letter, { folder, uid, fields: headerFields(header) });
    }
    return true;
  };
  const areMissing = () => letters.some((letter) => !found.has(letter));
  const usual = filedIn === undefined ? [path] : [path, filedIn];
  const over = AbortSignal.timeout(ms);
  while (areMissing()) {
    const [box, filed] = [await lookIn(usual[0] ?? path), usual[1] && (await lookIn(usual[1]))];
    if (!box && !filed) break;
    if (over.aborted) break;
    if (areMissing()) await pause(lookMs);
  }
  if (!areMissing()) return found;
  const folders = await visit.folders();
  for (const { path: folder, uidNext, hasCopies } of folders.ok ? folders.value : []) {
    if (hasCopies || usual.includes(folder) || uidNext <= (nextUids.get(folder) ?? 1)) continue;
    await lookIn(folder);
  }
  return found;
}

/** Waits. */
export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));

/** Whether a letter has come to where letters are read. */
export function whereabouts(
  arrived: Arrived | undefined,
  usual: readonly (string | undefined)[],
): Whereabouts {
  if (!arrived) return { kind: 'nowhere' };
  return usual.includes(arrived.folder)
    ? { kind: 'here' }
    : { kind: 'elsewhere', folder: arrived.folder };
}
