import type { WorkerConfig } from '../../config.ts';
import { type Random, systemRandom, systemTime, type Time } from '../../ports.ts';
import { type Account, troubleText } from '../../post/account.ts';
import { openMailbox } from '../../post/imap.ts';
import type { NoteFolder } from '../../post/notes.ts';
import { err, ok, type Result } from '../../result.ts';
import { noteLimits } from '../../server-limits.ts';
import { type Lock, takeLock } from '../../store/file/lock.ts';
import { startProblem, troubleOf } from './before-start.ts';
import {
  type FoundNote,
  holderOf,
  holderText,
  NOTE_FIELDS,
  type Note,
  readNote,
  writeNote,
} from './fence-note.ts';

export type MailboxLease = ReturnType<typeof makeFence>;

/** The result of a check, reported on change. */
export type FenceState =
  | { readonly kind: 'ours' }
  | { readonly kind: 'lost'; readonly to: Pick<Note, 'host' | 'pid' | 'since'> }
  | { readonly kind: 'none'; readonly why: string };

/** The server that asks: its process, the mark of its lock, and its address. */
type LeaseAsker = Pick<Note, 'lock' | 'host' | 'pid' | 'since'> & { readonly address: string };

export const askerOf = ({ holder, mark }: Lock, address: string): LeaseAsker => ({
  ...holder,
  lock: mark,
  address,
});

interface Ports {
  readonly time: Time;
  readonly random: Random;
  readonly tell: (state: FenceState) => void;
}

/** Keeps a second server from playing the letters of the same mailbox; see docs/design/mailbox-fence.md. */
export function makeFence(asker: LeaseAsker, { time, random, tell }: Ports) {
  const run = newRun(random);
  const lost = new AbortController();
  let lastSign: string | undefined;
  let renewedAt: number | undefined;
  let lookedAt: number | undefined;
  let lastState = '';
  /** Another server has the mailbox, or is to get it. */
  let isOver = false;

  const verdictOn = (notes: readonly FoundNote[], atLeast?: number) =>
    holderOf(notes, { run, lock: asker.lock, known: renewedAt !== undefined }, atLeast);
  const say = (state: FenceState): void => {
    const text = JSON.stringify(state);
    if (text !== lastState) tell(state);
    lastState = text;
  };
  const isSince = (at: number | undefined, ms: number): boolean => {
    const now = time.now();
    // A clock set back does not tell how much time has passed.
    return at !== undefined && now >= at && now - at < ms;
  };
  const removeOurs = (folder: NoteFolder, notes: readonly FoundNote[]): Promise<void> =>
    folder.remove(notes.filter((note) => note.run === run).map(({ uid }) => uid));
  const lose = async (folder: NoteFolder, to: FoundNote, notes: readonly FoundNote[]) => {
    isOver = true;
    const { host, pid, since } = to;
    await removeOurs(folder, notes).catch(() => undefined);
    lost.abort(lostText(to, renewedAt !== undefined));
    say({ kind: 'lost', to: { host, pid, since } });
  };

  /** Writes a note, and checks that no other server comes before this one. */
  const renew = async (folder: NoteFolder): Promise<void> => {
    const before = await findNotes(folder);
    const { holder, place } = verdictOn(before);
    // The newest note tells the time, so without a note of our own even an old one seems new: write, then decide.
    if (holder && renewedAt !== undefined) return lose(folder, holder, before);
    const added = await folder.add(
      writeNote({ ...asker, ...place, run, writtenAt: time.now() }, asker.address),
    );
    const sign = await folder.sign();
    const notes = await findNotes(folder);
    lastSign = sign;
    const isThere = added.ok && notes.some((note) => note.run === run);
    const after = verdictOn(notes, isThere ? undefined : time.now());
    if (after.holder) return lose(folder, after.holder, notes);
    renewedAt = time.now();
    const why = added.ok ? 'the note cannot be found again' : added.error;
    say(isThere ? { kind: 'ours' } : { kind: 'none', why });
    if (isThere) await folder.remove(after.old);
  };

  return {
    /**
     * Checks whether the mailbox is still ours, claims it the first time, and renews the note when due.
     * Call before each fetch.
     *
     * @returns whether it is
     * @throws Error of the connection
     */
    async look(folder: NoteFolder): Promise<boolean> {
      if (isOver) return false;
      const sign = await folder.sign();
      if (!isSince(renewedAt, noteLimits.renewMs)) {
        await renew(folder);
      } else if (sign !== lastSign) {
        const notes = await findNotes(folder);
        lastSign = sign;
        const { holder } = verdictOn(notes);
        if (holder) await lose(folder, holder, notes);
        else if (!notes.some((note) => note.run === run)) await renew(folder);
      }
      if (!isOver) lookedAt = time.now();
      return !isOver;
    },
    /** Removes our note, so that no other server has to wait. */
    async leave(folder: NoteFolder): Promise<void> {
      if (isOver) return;
      isOver = true;
      await removeOurs(folder, await findNotes(folder));
    },
    /** Whether it was ours lately, and no other server can have got it since. */
    get holds(): boolean {
      return !isOver && isSince(lookedAt, noteLimits.lifeMs - noteLimits.marginMs);
    },
    /** Aborted for good, with one sentence for the operator, when another server has the mailbox. */
    lost: lost.signal,
  };
}

/** The id of a run of a process. */
const newRun = (random: Random): string => Buffer.from(random.bytes(8)).toString('hex');

/** The notes in the folder, without other messages. */
export async function findNotes(folder: Pick<NoteFolder, 'list'>): Promise<readonly FoundNote[]> {
  const messages = await folder.list(NOTE_FIELDS);
  return messages.flatMap(({ uid, at, header }) => {
    const note = readNote(header);
    return note ? [{ ...note, uid, at: at ?? note.writtenAt }] : [];
  });
}

const lostText = (to: Note, hadIt: boolean): string =>
  hadIt
    ? `Another server has the mailbox now: ${holderText(to)}. This one stops, and sends nothing more.`
    : `Another server reads the mailbox: ${holderText(to)}. Two would play every e-mail twice. ` +
      'Once that one is stopped: turnpost takeover.';

/**
 * Gives the mailbox to the database of this configuration: its present holder stops at its next check. The
 * server of this database must not be running; it holds the mailbox when started.
 *
 * @returns one line that names the former holder, or why it failed
 */
export async function takeOver(config: WorkerConfig): Promise<Result<string, string>> {
  const { imap, database, address } = config;
  if (!imap) return err('There is no mailbox to take over: e-mails come by the pipe.');
  const lock = takeLock(database);
  if (!lock.ok) return err(`The server of ${database} is running: ${holderText(lock.error)}.`);
  try {
    const wrong = startProblem(config);
    if (wrong !== undefined) return err(`Nothing was taken over: ${wrong}`);
    const taken = await takeMailbox(imap, lock.value, address);
    return taken.ok ? ok(`${formerHoldersText(taken.value)} Start the server.`) : taken;
  } catch (error) {
    return err(`Nothing was taken over: ${database}: ${troubleOf(error)}`);
  } finally {
    lock.value.release();
  }
}

/** Names the former holders in a sentence. */
export const formerHoldersText = (from: readonly Note[]): string =>
  from.length === 0
    ? 'Nobody else reads the mailbox.'
    : `The mailbox is taken over from ${from.map((note) => holderText(note)).join(', and ')}.`;

/** @returns the notes of other servers; or why it cannot be taken, in one line */
export async function takeMailbox(
  imap: Account,
  lock: Lock,
  address: string,
): Promise<Result<readonly Note[], string>> {
  try {
    const mailbox = await openMailbox(imap);
    try {
      const ports = { time: systemTime, random: systemRandom };
      const from = await claimFirst(mailbox.notes, askerOf(lock, address), ports);
      return from.ok ? from : err(`No note can be left in the mailbox (${from.error}).`);
    } finally {
      mailbox.close();
    }
  } catch (error) {
    return err(`The IMAP server ${imap.host} ${troubleText(error)}; see TURNPOST_IMAP_URL.`);
  }
}

/** Leaves a note that takes precedence over all others. @returns the others' notes */
export async function claimFirst(
  folder: NoteFolder,
  asker: LeaseAsker,
  { time, random }: { readonly time: Time; readonly random: Random },
): Promise<Result<readonly Note[], string>> {
  const run = newRun(random);
  const notes = await findNotes(folder);
  const others = notes.filter(({ lock }) => lock !== asker.lock);
  const { place } = holderOf(notes, { run, lock: asker.lock, known: false });
  const overruled = [...new Set([...place.replaces, ...others.map((note) => note.run)])];
  const note = { ...asker, ...place, run, replaces: overruled, writtenAt: time.now() };
  const added = await folder.add(writeNote(note, asker.address));
  return added.ok ? ok(others) : added;
}
