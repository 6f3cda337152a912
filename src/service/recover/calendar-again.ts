import { recoverStepMs } from '../../server-limits.ts';
import { transact } from '../../store/file/database.ts';
import { beat } from '../../store/play/downtimes.ts';
import { sendKept } from '../do/kept-answers.ts';
import { answerWaiting } from '../do/strangers.ts';
import { tendClocks } from '../due/clocks.ts';
import { tend } from '../due/tend.ts';
import { settle } from './letter-again.ts';
import type { Life } from './life.ts';

/**
 * Lets time go by of which nothing was written down, as it does where the server is at work: what the
 * calendar asks for comes when it is due. It is not an absence.
 */
export async function passUntil(life: Life, until: number): Promise<void> {
  const { shell, clock } = life;
  const { db } = shell;
  // Nothing is known of any time before.
  if (clock.now === 0) clock.now = until;
  while (clock.now < until) {
    clock.now = Math.min(until, clock.now + recoverStepMs);
    transact(db, () => beat(db, clock.now));
    answerWaiting(shell);
    sendKept(shell);
    tendClocks(shell);
    tend(shell);
    await settle(life);
  }
}
