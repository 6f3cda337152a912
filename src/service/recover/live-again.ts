import { unsureMs } from '../../server-limits.ts';
import { transact } from '../../store/file/database.ts';
import { decidedAt, entriesOf, setEntries } from '../../store/file/journal.ts';
import { stateOf, stillStored } from '../../store/letters/again.ts';
import { arrivalOf } from '../../store/letters/inbox.ts';
import { nextNumber } from '../../store/play/challenges.ts';
import { lastBeat } from '../../store/play/downtimes.ts';
import { lastEra } from '../../store/play/eras.ts';
import { revisionsOf } from '../../store/play/matches.ts';
import { believeEras, type Progress } from '../do/reply-token.ts';
import { playRobotAtOnce } from '../due/robot-at-once.ts';
import type { Written } from '../shell/journal.ts';
import { actAgain, type Take } from './act-again.ts';
import { passUntil } from './calendar-again.ts';
import type { Told } from './entries.ts';
import { type Found, hexOf, inOrder, unknownTo } from './found.ts';
import { beginHinted, boardsAhead, type Hints, hintsOf, learnFrom, tokensOf } from './learn.ts';
import { putFound, readAgain, settle } from './letter-again.ts';
import { type Life, renewSecrets } from './life.ts';

/**
 * Lives through everything that came after a backup once more: what the journal tells, in its order and at
 * its times; then, or where the journal has a gap, the letters of the mailbox in the order in which
 * they were read, each when it came in.
 *
 * @param found every letter on the mail server that the server may have read
 * @returns those of them that it has not read; they are left to it
 */
export async function liveAgain(
  life: Life,
  told: Told,
  found: readonly Found[],
): Promise<readonly Found[]> {
  const { clock } = life;
  const { db } = life.shell;
  clock.now = Math.max(decidedAt(db), lastBeat(db) ?? 0);
  renewSecrets(life, lastEra(db).beganAt);
  // What was on its way then is with its reader by now.
  await settle(life);
  const unknown = inOrder(unknownTo(db, inOrder(found)));
  const { take, untold } = dealOut(unknown, told);
  const hints = hintsOf(life.shell, unknown);
  const before = { revisions: revisionsOf(db), number: nextNumber(db) };
  const waiting = told.whole ? [] : [...stillStored(db)];
  const newest = untold.reduce((at, { arrivedAt }) => Math.max(at, arrivedAt), 0);
  const letters = [...untold];
  const silence = { life, hints, before, waiting, letters, sureUntil: newest - unsureMs };
  const sureUntil = (told.entries.at(-1)?.on ?? 0) - unsureMs;
  let last = entriesOf(db);
  for (const entry of told.entries) {
    if (entry.n !== last + 1) await liveSilence(silence, entry.at);
    clock.now = isOfLetter(entry) ? entry.on : entry.at;
    life.isLast = entry.on >= sureUntil;
    await actAgain(life, entry, take);
    await settle(life);
    transact(db, () => setEntries(db, entry.n));
    last = entry.n;
  }
  const more = silence.letters.length > 0;
  await liveSilence(silence, Number.POSITIVE_INFINITY);
  clock.now = Math.max(clock.now, told.aliveAt);
  // A number is left out where something is missing in the journal.
  transact(db, () => setEntries(db, more ? last + 1 : last));
  return unknown.filter((letter) => !isDealtWith(letter) && !take.taken.has(letter));
}

/** Whether its moment is when a letter came in, and not when it was read. */
const isOfLetter = ({ is }: Written): boolean => is === 'read' || is === 'given-up';

/** Whether the server has shown on the mail server that it has read a letter. */
const isDealtWith = ({ filed, seen }: Found): boolean => filed || seen;

/** Which letters the journal tells of, and which others the server has read. */
function dealOut(unknown: readonly Found[], { entries }: Told) {
  const byHash = new Map<string, Found[]>();
  for (const letter of unknown) {
    byHash.set(hexOf(letter), [...(byHash.get(hexOf(letter)) ?? []), letter]);
  }
  const wanted = new Map<string, number>();
  for (const entry of entries) {
    if (!('hash' in entry)) continue;
    wanted.set(entry.hash, (wanted.get(entry.hash) ?? 0) + 1);
  }
  const taken = new Set<Found>();
  const take = Object.assign(
    (hash: string) => {
      const letter = byHash.get(hash)?.shift();
      if (letter) taken.add(letter);
      return letter;
    },
    { taken },
  ) satisfies Take;
  const untold = unknown.filter((letter) => {
    const hash = hexOf(letter);
    const count = wanted.get(hash) ?? 0;
    wanted.set(hash, count - 1);
    return count <= 0 && isDealtWith(letter);
  });
  return { take, untold };
}

/** A time of which the journal tells nothing, and the letters that may be from it, the next one first. */
interface Silence {
  readonly life: Life;
  readonly hints: Hints;
  readonly before: Progress;
  /** Letters that waited in the backup. */
  readonly waiting: number[];
  readonly letters: Found[];
  /** When letters came in that have surely been answered. */
  readonly sureUntil: number;
}

async function liveSilence(
  { life, hints, before, waiting, letters, sureUntil }: Silence,
  until: number,
): Promise<void> {
  const { account, clock } = life;
  const { db } = life.shell;
  believeEras(db, before);
  for (const id of waiting.splice(0)) await readStill(life, id);
  if (letters.length > 0) playRobotAtOnce(life.shell);
  for (let letter = letters[0]; letter && letter.arrivedAt <= until; letter = letters[0]) {
    letters.shift();
    const { arrivedAt } = letter;
    life.isLast = arrivedAt >= sureUntil;
    await passUntil(life, arrivedAt);
    beginHinted(life, letter, hints);
    learnFrom(life.shell, letter, before);
    const tokens = tokensOf(life.shell, letter);
    for (const board of boardsAhead(life.shell.db, tokens)) account.differ.set(board, 'ahead');
    await readAgain(life, putFound(life, letter, { came: arrivedAt, at: clock.now }));
    playRobotAtOnce(life.shell);
    account.letters++;
  }
  believeEras(db, undefined);
}

/** Letters that waited in the backup were read soon after it. */
async function readStill(life: Life, id: number): Promise<void> {
  const { shell, clock } = life;
  if (stateOf(shell.db, id) !== 'stored') return;
  clock.now = Math.max(clock.now, arrivalOf(shell.db, id) ?? 0);
  await readAgain(life, id);
}
