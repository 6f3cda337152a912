import { boardsAnew } from '../../command/letters/boards-anew.ts';
import type { Random } from '../../ports.ts';
import { say } from '../../sentence.ts';
import { transact } from '../../store/file/database.ts';
import { setLastUid } from '../../store/letters/inbox.ts';
import { playerById, playerIds } from '../../store/people/players.ts';
import { beat } from '../../store/play/downtimes.ts';
import { beginEra, learnRevisionEra } from '../../store/play/eras.ts';
import { revisionOf } from '../../store/play/matches.ts';
import { readingOf } from '../../store/reading/reading.ts';
import { intendLetter } from '../do/intend.ts';
import type { Found } from './found.ts';
import type { Life } from './life.ts';

/** How the server is to go on. */
interface Ending {
  /** No board is sent but those that are not known to have come back as they were. */
  readonly quiet: boolean;
  /** Letters in the mailbox that are still to be read. */
  readonly left: readonly Found[];
  /** All that were found. */
  readonly found: readonly Found[];
  readonly random: Random;
}

/**
 * Lets the server go on from the end of the lost time: its clocks stood still from then on, it reads what
 * it has not read, and answers to a board that may not be as it was do not count.
 *
 * @returns how many boards are to be sent
 */
export function endLife(life: Life, { quiet, left, found, random }: Ending): number {
  const { shell, clock, account } = life;
  const { db } = shell;
  return transact(db, () => {
    beat(db, clock.now);
    goOnReading(life, found, left);
    const differ = [...account.differ.keys()].filter((board) => revisionOf(db, board) > 0);
    if (differ.length > 0) {
      const era = beginEra(db, random, clock.now);
      for (const board of differ) learnRevisionEra(db, board, revisionOf(db, board), era);
    }
    const isSent = (board: number) => !quiet || account.differ.has(board);
    return sendBoards({ ...life, shell: { ...shell, random } }, isSent);
  });
}

/** What was dealt with is not fetched again. */
function goOnReading(
  { shell: { db } }: Life,
  found: readonly Found[],
  left: readonly Found[],
): void {
  const inbox = found.filter(({ filed }) => !filed);
  const waiting = left.filter(({ filed }) => !filed);
  const next = waiting.toSorted((one, other) => one.key.uid - other.key.uid)[0];
  const last = inbox.toSorted((one, other) => other.key.uid - one.key.uid)[0];
  if (next) setLastUid(db, { ...next.key, uid: next.key.uid - 1 });
  else if (last) setLastUid(db, last.key);
}

function sendBoards({ shell, account }: Life, isSent: (board: number) => boolean): number {
  const { db, time } = shell;
  const saying = (board: number) => say(account.differ.has(board) ? 'board-differs' : 'board-back');
  const letters = playerIds(db)
    .flatMap((id) => playerById(db, id) ?? [])
    .flatMap((player) => boardsAnew(player, readingOf(db, time.now()), saying))
    .filter(({ message }) => message.kind === 'board' && isSent(message.facts.board));
  for (const letter of letters) intendLetter(shell, letter, 'clock');
  return letters.length;
}
