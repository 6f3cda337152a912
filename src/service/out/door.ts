import type { Rank } from '../../budget/quota.ts';
import { type About, aboutOf } from '../../mail/dsn.ts';
import {
  askDoorMs,
  doubtToldMs,
  refusedDomainsMin,
  takenLatelyMs,
  triedAgainMsMax,
} from '../../server-limits.ts';
import { lately } from '../../store/file/database.ts';
import {
  giveUpLetter,
  hasTakenLately,
  type Leased,
  trialLetter,
} from '../../store/letters/leases.ts';
import {
  forgetRefusal,
  forgetRefusals,
  forgetSettledRefusals,
  forgetTimeSince,
  holdRefused,
  letGoAt,
  noteRefusal,
  otherDomainsRefused,
  retryRefused,
} from '../../store/letters/refusals.ts';
import {
  type Condition,
  changeCondition,
  conditionNow,
  dropCondition,
  endCondition,
  setCondition,
} from '../../store/server/conditions.ts';
import type { Shell } from '../shell/shell.ts';

/**
 * Whether the submission server takes letters of ours at all. One that refuses a letter for good may
 * mean the letter, or us: a day's letters are used up, an account is blocked. Which of the two, only
 * another letter shows. See docs/design/delivery.md.
 */

/** What a submission server has said of a letter that it refused for good. */
interface Refusal {
  readonly error: string;
  readonly status?: string;
}

/** What a refusal that is about the recipient, or may be, says of us: nothing. */
const OF_THE_LETTER: readonly About[] = ['recipient', 'address'];

/**
 * Notes that a letter was refused for good, in the transaction of its group, and decides what becomes
 * of it.
 *
 * @returns `held`: whether others are refused as well is to be found out before any of them goes
 */
export function takeRefusal(
  { db, time, log }: Shell,
  letter: Leased,
  { error, status }: Refusal,
): 'given-up' | 'held' {
  const now = time.now();
  const { id, domain } = letter;
  const about = aboutOf(status);
  const door = conditionNow(db, 'door');
  const others = otherDomainsRefused(db, domain);
  const known = hasTakenLately(db, letter.addressKey, lately(now, takenLatelyMs));
  const again = letGoAt(db, id);
  const settled = !door && typeof again === 'number' && now - again <= triedAgainMsMax;
  if (OF_THE_LETTER.includes(about) || settled) {
    forgetRefusal(db, id);
    giveUpLetter(db, id, error);
    return 'given-up';
  }
  noteRefusal(db, letter, error, now);
  if (!door) {
    const alone = about === 'unknown' && !known && others + 1 < refusedDomainsMin;
    if (alone) {
      // Should the next one be refused as well, this one was not given up.
      giveUpLetter(db, id, error);
      return 'given-up';
    }
    const doubted = { kind: 'door', state: 'doubted', why: error, dueAt: now + askDoorMs } as const;
    setCondition(db, doubted, now);
    log.warn({ outbox: id, error }, 'a letter is refused: does the server take any?');
  } else {
    // The same letter once more tells nothing new.
    const shuts = door.state === 'doubted' && again === undefined && known && others > 0;
    const state = shuts ? 'shut' : door.state;
    changeCondition(db, { ...door, state, why: error, dueAt: now + askDoorMs });
    if (shuts) {
      log.error({ error }, 'the server takes no letters; all wait, and it is asked every hour');
    }
  }
  holdRefused(db, id, now);
  return 'held';
}

/**
 * Notes that a letter was taken, in the transaction of its group.
 *
 * @param asked whether it was begun to find out about the door: one that was on its way before says
 *   nothing about what was refused meanwhile
 */
export function takeAcceptance({ db, time, log }: Shell, asked: boolean): void {
  const door = conditionNow(db, 'door');
  if (door && !asked) return;
  const now = time.now();
  if (door) {
    // What was refused in doubt is tried once more, and then has itself to blame.
    if (door.state === 'doubted') retryRefused(db, now);
    else forgetRefusals(db);
    forgetTimeSince(db, door.beganAt, now);
    // A doubt that did not last is nothing to tell of.
    if (door.state === 'doubted' && now - door.beganAt < doubtToldMs) dropCondition(db, door);
    else endCondition(db, 'door', '', now);
    log.info({ was: door.state }, 'the server takes letters');
  }
  forgetSettledRefusals(db);
}

/** The one letter, of those of a rank, that may be handed over while the door is not open. */
export function letterFor(
  { db, time }: Shell,
  { state, dueAt }: Pick<Condition, 'state' | 'dueAt'>,
  rank: Rank,
): Leased | undefined {
  const now = time.now();
  // A clock that was put back must not make the wait longer.
  const isDue = dueAt === null || now >= dueAt || dueAt > now + askDoorMs;
  return state === 'doubted' || isDue
    ? trialLetter(db, lately(now, takenLatelyMs), isDue, rank)
    : undefined;
}
