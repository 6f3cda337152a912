import { afterEach, describe, expect, it } from 'vitest';
import { oneDayMs } from '../../../src/limits.ts';
import type { CrashPoints } from '../../../src/ports.ts';
import { bounceLimits } from '../../../src/server-limits.ts';
import { runHousekeeping } from '../../../src/service/due/housekeeping.ts';
import { probeTaggedAddress } from '../../../src/service/due/reachable.ts';
import { ADMIN, ALICE, BOB, type Desk, openBoard, openDesk } from '../../support/desk/desk.ts';
import { writeBounce } from '../../support/post/bounces.ts';
import { answerTo } from '../../support/post/letters.ts';
import { bounces, lettersOut, probes, suspensions } from '../../support/stored/letters.ts';

let desk: Desk;
afterEach(() => desk.close());

/** Dies at the n-th point that is reached: throws there, and nothing is written any more. */
function dieAt(count: number): CrashPoints & { died: string | undefined } {
  let reached = 0;
  return {
    died: undefined,
    reach(point) {
      if (this.died === undefined && ++reached !== count) return;
      this.died ??= point;
      desk.shell.db.close();
      throw new Error(`died at ${this.died}`);
    },
  };
}

/** A bounce comes in, seven days pass, the admins are told, and the mail host is asked. */
async function work(): Promise<void> {
  await desk.round();
  desk.time.now += bounceLimits.suspensionMs + oneDayMs;
  probeTaggedAddress(desk.shell, 'imap.test');
  runHousekeeping(desk.shell);
  await desk.round();
}

describe('a process that dies while it tends the outbox', () => {
  it('suspends once, lets go once, tells once, asks once', async () => {
    const points = new Set<string>();
    for (let count = 1; ; count++) {
      desk = openDesk();
      await openBoard(desk, 'forms -size=4x4');
      await desk.post(answerTo(desk.newest(ALICE), 'a4b4'));
      const uid = desk.box.size + 1;
      desk.box.set(uid, writeBounce({ to: desk.newest(BOB).from }, uid));
      const crash = dieAt(count);
      desk.reopen(crash);
      await work().catch(() => undefined);
      desk.reopen();
      await work();

      const { db } = desk.shell;
      expect(suspensions(db)).toMatchObject([{ liftedAt: expect.any(Number) }]);
      expect(bounces(db)).toBe(1);
      expect(probes(db)).toHaveLength(1);
      const idsTo = (is: (to: string) => boolean) =>
        new Set(desk.sent.filter(({ to }) => is(to)).map(({ email }) => email.messageId)).size;
      expect(idsTo((to) => to.startsWith('games+'))).toBe(1);
      const told = lettersOut(db).filter(
        (each) => each.kind === 'report' && /5\.1\.1/.test(each.facts),
      );
      expect(told).toHaveLength(1);
      expect(idsTo((to) => to === ADMIN)).toBeGreaterThanOrEqual(1);
      if (crash.died === undefined) break;
      points.add(crash.died);
      desk.close();
    }
    expect([...points]).toEqual(
      expect.arrayContaining([
        'probe: before commit',
        'probe: asked',
        'suspend: before lift',
        'suspend: lifted',
        'report: before commit',
        'report: committed',
      ]),
    );
  });
});
