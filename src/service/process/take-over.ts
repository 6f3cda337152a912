import { hostname } from 'node:os';
import type { WorkerConfig } from '../../config.ts';
import { type Random, systemRandom, systemTime, type Time } from '../../ports.ts';
import { openMailbox } from '../../post/imap.ts';
import type { NoteFolder } from '../../post/notes.ts';
import { troubleText } from '../../post/trouble.ts';
import { err, ok, type Result } from '../../result.ts';
import { takeLock } from '../../store/file/lock.ts';
import { type Asker, findNotes, newRun } from './fence.ts';
import { type Note, writeNote } from './fence-note.ts';
import { whoHasIt } from './fence-order.ts';
import { holderText } from './holder.ts';

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
    const hints = {
      onMail: () => undefined,
      onClose: () => undefined,
      signal: new AbortController().signal,
    };
    const mailbox = await openMailbox(imap, hints);
    try {
      const asker = { ...who, lock: lock.value.mark, address };
      const ports = { time: systemTime, random: systemRandom };
      const from = await overtake(mailbox.notes, asker, ports);
      if (!from.ok) return err(`No note can be left in the mailbox (${from.error}).`);
      const had = from.value.map((note) => holderText(note)).join(', and ');
      return ok(
        had === ''
          ? 'Nobody else reads the mailbox. Start the server.'
          : `The mailbox is taken over from ${had}. Start the server.`,
      );
    } finally {
      mailbox.close();
    }
  } catch (error) {
    return err(`The IMAP server ${imap.host} ${troubleText(error)}; see TURNPOST_IMAP_URL.`);
  } finally {
    lock.value.release();
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
