import { noteLifeMs } from '../../server-limits.ts';
import type { Note } from './fence-note.ts';

/** A note in its folder. */
export interface Found extends Note {
  readonly uid: number;
  /** When it got there: by the clock of the mail server, where that says. */
  readonly at: number;
}

/** Who is looking. */
export interface Looker {
  readonly run: string;
  readonly lock: string;
  /** It has had a note there before. */
  readonly known: boolean;
}

/** What the notes in the folder come to for one who looks at them. */
export interface Verdict {
  /** Another has the mailbox. */
  readonly holder: Found | undefined;
  /** What a note of the looker's is to say of its place. */
  readonly place: Pick<Note, 'first' | 'until' | 'over'>;
  /** Notes that say nothing any more, once the looker has written its own. */
  readonly old: readonly number[];
}

/**
 * Who has the mailbox: of those whose newest note is younger than an hour, and whose place nobody was
 * given, the one who asked first, that is, whose first note has the lowest UID.
 *
 * It goes by nothing but what lies in the folder, so all who look come to the same. What time it is,
 * the newest note says: whoever asks writes one before it looks.
 *
 * @param atLeast what time it is at least, for one who cannot write a note
 */
export function whoHasIt(notes: readonly Found[], looker: Looker, atLeast = 0): Verdict {
  const { run, lock } = looker;
  const now = Math.max(atLeast, ...notes.map(({ at }) => at));
  const isLive = ({ at }: Found): boolean => now - at < noteLifeMs;
  const live = notes.filter((note) => isLive(note) && isNewest(note, notes));
  const isOut = (note: Found): boolean =>
    live.some((other) => other.lock !== note.lock && other.over.includes(note.run));
  const inRow = live
    .filter((note) => !isOut(note))
    .sort((one, next) => placeOf(one) - placeOf(next) || one.uid - next.uid);
  const ours = live.filter((note) => note.lock === lock);
  const [first] = inRow;
  const isOurs = first === undefined || first.lock === lock;
  const places = inRow.filter((note) => note.lock === lock).map(placeOf);
  return {
    holder: isOurs ? copyOf(looker, ours) : first,
    place: {
      first: places.length > 0 ? Math.min(...places) : 0,
      until: ours.length > 0 ? Math.max(...ours.map(({ at }) => at)) + noteLifeMs : 0,
      over: [...new Set(ours.flatMap(({ over }) => over))].filter((each) =>
        notes.some((note) => note.run === each),
      ),
    },
    old: notes
      .filter((note) => (note.lock === lock ? note.run !== run : !isLive(note) || isOut(note)))
      .concat(notes.filter((note) => note.run === run && !isNewest(note, notes)))
      .map(({ uid }) => uid),
  };
}

const isNewest = (note: Found, notes: readonly Found[]): boolean =>
  !notes.some(({ run, uid }) => run === note.run && uid > note.uid);

/** Whoever was silent for too long has lost its place, and begins anew with the note that says so. */
const placeOf = ({ uid, at, first, until }: Found): number =>
  first > 0 && at < until ? first : uid;

/** Nobody else can have our lock, unless the whole machine was copied. Then the later one goes on. */
const copyOf = ({ run, known }: Looker, ours: readonly Found[]): Found | undefined => {
  const uid = ours.find((note) => note.run === run)?.uid ?? (known ? 0 : Number.POSITIVE_INFINITY);
  return ours.find((note) => note.uid > uid);
};
