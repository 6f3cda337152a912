import { noticesTo } from '../../command/letters/letters.ts';
import { makeTerms, termsOf } from '../../command/shape/terms.ts';
import { makeSize } from '../../engine/stones/notation.ts';
import { challengeMsMax, expireBatchMax, oneDayMs } from '../../limits.ts';
import type { Challenge } from '../../match/types.ts';
import { type Sentence, say } from '../../sentence.ts';
import { transact } from '../../store/file/database.ts';
import { withholdChallenge } from '../../store/letters/outbox.ts';
import { playerById } from '../../store/people/players.ts';
import { challengesBefore, putChallenge } from '../../store/play/challenges.ts';
import { noteDecided } from '../../store/play/decided.ts';
import { intendLetter } from '../do/intend.ts';
import { atMoment } from '../shell/moment.ts';
import type { Shell } from '../shell/shell.ts';

/**
 * Closes challenges that nobody has answered for too long, and tells their challengers. Each batch
 * is one transaction; a letter that accepts one of them comes before it or after it.
 *
 * @returns how many were closed
 */
export function expire(shell: Shell): number {
  let closed = 0;
  for (;;) {
    const batch = transact(shell.db, () => expireBatch(shell));
    closed += batch;
    if (batch < expireBatchMax) return closed;
  }
}

function expireBatch(working: Shell): number {
  const now = working.time.now();
  const shell = atMoment(working, now, `expired ${now}`);
  const { db } = shell;
  const old = challengesBefore(db, now - challengeMsMax, expireBatchMax);
  for (const challenge of old) {
    putChallenge(db, { ...challenge, state: 'expired' }, now);
    const { number, challenged } = challenge;
    if (challenged) withholdChallenge(db, challenged.id, number, now);
    const challenger = playerById(db, challenge.challenger.id);
    for (const letter of noticesTo(challenger, [expired(challenge)])) {
      intendLetter(shell, letter, 'clock');
    }
  }
  if (old.length > 0) noteDecided(db, now);
  return old.length;
}

function expired(challenge: Challenge): Sentence {
  const { number, challenged } = challenge;
  const terms = termsOf(challenge);
  const facts = {
    number,
    game: terms.game.name,
    size: makeSize(terms.size),
    days: challengeMsMax / oneDayMs,
    again: `challenge ${challenged?.userid ?? 'open'} ${makeTerms(terms)}`,
  };
  return challenged
    ? say('expired-unanswered', { ...facts, userid: challenged.userid })
    : say('expired', facts);
}
