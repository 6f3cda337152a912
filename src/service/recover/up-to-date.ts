import { boardsAnew } from '../../command/letters/letters.ts';
import { say } from '../../sentence.ts';
import { transact } from '../../store/file/database.ts';
import { type GivenUp, givenUp } from '../../store/letters/again.ts';
import { setLastUid } from '../../store/letters/inbox.ts';
import { playerById } from '../../store/people/players.ts';
import { matchOf, revisionsOf } from '../../store/play/matches.ts';
import { queriesOf } from '../../store/reading/reading.ts';
import { putServerValue } from '../../store/server/values.ts';
import { intendLetter } from '../do/intend.ts';
import type { Shell } from '../shell/shell.ts';
import { inOrder, isPiped, type RecoveryFindings, unknownTo, wasRead } from './found.ts';
import { type Life, type Odd, readAgain } from './read-again.ts';

/** What has come of bringing a copy up to date. */
export interface Brought {
  /** Letters that were read again, and how many of them came by the pipe. */
  readonly letters: number;
  readonly piped: number;
  /** Letters that nobody has read: the server does when it starts. */
  readonly left: number;
  /** Letters that came in after the time that was asked for, and are not read. */
  readonly later: number;
  readonly odd: readonly Odd[];
  /** Letters that were put aside: reading them has failed, or killed the process, too often. */
  readonly givenUp: readonly GivenUp[];
  /** Letters about boards that are to be sent when the server starts. */
  readonly boards: number;
  /** When the last thing happened that is known. */
  readonly until: number;
}

/**
 * Brings a copy of a lost database to where that was: what its server has read since is read again. What it
 * has not read is left to the next start. Clocks stand still from the last known moment until then, and
 * whoever plays on a board that has changed since the copy is shown it.
 *
 * @param found all letters that may be newer than the copy
 * @param until nothing is read that came in later
 * @param signs whether answers to the letters of the copy are understood
 */
export async function bringUpToDate(
  life: Life,
  found: readonly RecoveryFindings[],
  { until, signs }: { readonly until: number; readonly signs: boolean },
): Promise<Brought> {
  const { shell, clock } = life;
  const { db } = shell;
  const before = revisionsOf(db);
  const aside = new Set(givenUp(db).map(({ id }) => id));
  const unknown = unknownTo(db, inOrder(found));
  const read = unknown.filter(wasRead);
  const again = read.filter(({ arrivedAt }) => arrivedAt <= until);
  const left = unknown.filter((letter) => !wasRead(letter));
  const odd = await readAgain(life, again, signs);
  const boards = transact(db, () => {
    if (clock.now > 0) putServerValue(db, 'heartbeat', clock.now);
    goOnReading(shell, found, left);
    return sendBoards(shell, before, new Set(odd.map(({ board }) => board)));
  });
  return {
    letters: again.length,
    piped: again.filter(isPiped).length,
    left: left.length,
    later: read.length - again.length,
    odd,
    givenUp: givenUp(db).filter(({ id }) => !aside.has(id)),
    boards,
    until: clock.now,
  };
}

/** What was read is not fetched again. */
function goOnReading(
  { db }: Shell,
  found: readonly RecoveryFindings[],
  left: readonly RecoveryFindings[],
): void {
  const byUid = (one: RecoveryFindings, other: RecoveryFindings) => one.key.uid - other.key.uid;
  const next = left.toSorted(byUid)[0];
  const inbox = found.filter((letter) => !letter.filed && !isPiped(letter));
  const last = inbox.toSorted(byUid).at(-1);
  if (next) setLastUid(db, { ...next.key, uid: next.key.uid - 1 });
  else if (last) setLastUid(db, last.key);
}

function sendBoards(
  shell: Shell,
  before: ReadonlyMap<number, number>,
  odd: ReadonlySet<number>,
): number {
  const { db, time } = shell;
  const now = revisionsOf(db);
  const isShown = (board: number): boolean =>
    odd.has(board) || now.get(board) !== before.get(board);
  const matches = [...now.keys()].filter(isShown).flatMap((board) => matchOf(db, board) ?? []);
  const players = new Set(matches.flatMap(({ black, white }) => [black.id, white.id]));
  const saying = (board: number) => say(odd.has(board) ? 'board-differs' : 'board-back');
  const letters = [...players]
    .flatMap((id) => (id > 0 ? (playerById(db, id) ?? []) : []))
    .flatMap((player) => boardsAnew(player, queriesOf(db, time.now()), saying))
    .filter(({ message }) => message.kind === 'board' && isShown(message.facts.board));
  for (const letter of letters) intendLetter(shell, letter, 'clock');
  return letters.length;
}
