import { hostname } from 'node:os';
import type { WorkerConfig } from '../../config.ts';
import { type Random, systemRandom, systemTime, type Time } from '../../ports.ts';
import type { Account } from '../../post/account.ts';
import { openMailbox } from '../../post/imap.ts';
import type { NoteFolder } from '../../post/notes.ts';
import { troubleText } from '../../post/trouble.ts';
import { err, ok, type Result } from '../../result.ts';
import { takeLock } from '../../store/file/lock.ts';
import { troubleOf } from './beside.ts';
import { type Asker, findNotes, newRun } from './fence.ts';
import { type Note, writeNote } from './fence-note.ts';
import { whoHasIt } from './fence-order.ts';
import { holderText } from './holder.ts';
import { wrongStart } from './known.ts';

/**
 * Gives the mailbox to the database of this configuration: whoever has it now finds that out at its
 * next look and stops. The server of this database is not running, and finds the mailbox its own when
 * it is started.
 *
 * @returns one line that says who had it; or why it cannot be done
 */
export async function takeOver(config: WorkerConfig): Promise<Result<string, string>> {
  const { imap, database, address } = config;
  if (!imap) return err('There is no mailbox to take over: letters come by the pipe.');
  const who = { pid: process.pid, host: hostname(), since: systemTime.now() };
  const lock = takeLock(database, who);
  if (!lock.ok) return err(`The server of ${database} is running: ${holderText(lock.error)}.`);
  try {
    const wrong = wrongStart(config);
    if (wrong !== undefined) return err(`Nothing was taken over: ${wrong}`);
    const taken = await takeMailbox(imap, { ...who, lock: lock.value.mark, address });
    if (!taken.ok) return taken;
    return ok(`${takenText(taken.value)} Start the server.`);
  } catch (error) {
    return err(`Nothing was taken over: ${database}: ${troubleOf(error)}`);
  } finally {
    lock.value.release();
  }
}

/** Who has lost the mailbox to us, in a sentence. */
export const takenText = (from: readonly Note[]): string =>
  from.length === 0
    ? 'Nobody else reads the mailbox.'
    : `The mailbox is taken over from ${from.map((note) => holderText(note)).join(', and ')}.`;

/** @returns whose notes lay in it; or why it cannot be taken, in one line */
export async function takeMailbox(
  imap: Account,
  asker: Asker,
): Promise<Result<readonly Note[], string>> {
  const hints = {
    onMail: () => undefined,
    onClose: () => undefined,
    signal: new AbortController().signal,
  };
  try {
    const mailbox = await openMailbox(imap, hints);
    try {
      const ports = { time: systemTime, random: systemRandom };
      const from = await overtake(mailbox.notes, asker, ports);
      return from.ok ? from : err(`No note can be left in the mailbox (${from.error}).`);
    } finally {
      mailbox.close();
    }
  } catch (error) {
    return err(`The IMAP server ${imap.host} ${troubleText(error)}; see TURNPOST_IMAP_URL.`);
  }
}

/** Leaves a note that goes before those of all others. @returns whose they are */
export async function overtake(
  folder: NoteFolder,
  asker: Asker,
  { time, random }: { readonly time: Time; readonly random: Random },
): Promise<Result<readonly Note[], string>> {
  const run = newRun(random);
  const notes = await findNotes(folder);
  const others = notes.filter(({ lock }) => lock !== asker.lock);
  const { place } = whoHasIt(notes, { run, lock: asker.lock, known: false });
  const over = [...new Set([...place.over, ...others.map((note) => note.run)])];
  const note = { ...asker, ...place, run, over, writtenAt: time.now() };
  const added = await folder.add(writeNote(note, asker.address));
  return added.ok ? ok(others) : added;
}
