import { afterEach, describe, expect, it } from 'vitest';
import type { CrashPoints } from '../../src/ports.ts';
import { ALICE, BOB, type Desk, openBoard, openDesk } from '../support/desk.ts';
import { answerTo } from '../support/letters.ts';

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

/** Two players at a board of 4x4, Alice to move, and a queue of Bob's where one is named. */
async function begin(queue?: string): Promise<void> {
  desk = openDesk({ log: 'silent' });
  await openBoard(desk, 'forms -size=4x4');
  if (queue !== undefined) await desk.post(answerTo(desk.newest(BOB), `queue ${queue}`));
}

const ACTS: readonly [string, () => Promise<unknown>, () => void, queue?: string][] = [
  [
    'a move',
    () => desk.post(answerTo(desk.newest(ALICE), 'a4b4\nHello.')),
    () => {
      const match = desk.shell.db.prepare('select moves, revision from matches').get();
      expect(match).toEqual({ moves: 'a4xb4', revision: 2 });
      for (const each of [ALICE, BOB]) expect(desk.newest(each).text).toContain('played a4xb4');
    },
  ],
  [
    'a move that a queue answers',
    () => desk.post(answerTo(desk.newest(ALICE), 'a4b4')),
    () => {
      const match = desk.shell.db.prepare('select moves, revision from matches').get();
      expect(match).toEqual({ moves: 'a4xb4 d4xc4', revision: 3 });
      for (const each of [ALICE, BOB]) {
        expect(desk.newest(each).text).toContain('alice played a4xb4');
        expect(desk.newest(each).text).toContain('bob played d4xc4');
      }
      expect(desk.shell.db.prepare('select count(*) from queued_moves').pluck().get()).toBe(0);
    },
    'd4c4',
  ],
  [
    'a resignation',
    () => desk.post(answerTo(desk.newest(ALICE), 'resign')),
    () => {
      const match = desk.shell.db.prepare('select winner, revision from matches').get();
      expect(match).toEqual({ winner: 'white', revision: 2 });
      for (const each of [ALICE, BOB]) expect(desk.newest(each).text).toContain('alice resigned');
    },
  ],
  [
    'a sign-up',
    async () => {
      await desk.post({ from: 'carol@x.test', subject: 'signup carol', text: '' });
    },
    () => {
      expect(desk.newest('carol@x.test').subject).toBe('Turnpost: please confirm');
      expect(desk.shell.db.prepare('select count(*) from held').pluck().get()).toBe(3);
    },
  ],
];

describe('a process that dies', () => {
  it.each(ACTS)('at any point loses and repeats nothing of %s', async (_, act, holds, queue) => {
    const points = new Set<string>();
    for (let count = 1; ; count++) {
      await begin(queue);
      const crash = dieAt(count);
      desk.reopen(crash);
      await act().catch(() => undefined);
      // The successor finds the same file and the same mailbox, and the letter delivered twice.
      desk.reopen();
      desk.shell.db.exec("update outbox set state = 'composed' where state = 'sending'");
      const [uid, raw] = [...desk.box].at(-1) ?? [0, new Uint8Array()];
      desk.box.set(uid + 1, Buffer.concat([Buffer.from('Received: again\r\n'), raw]));
      await desk.round();
      await desk.round();

      holds();
      const perId = new Map<string, number>();
      for (const { email } of desk.sent) {
        const id = email.messageId ?? '';
        perId.set(id, (perId.get(id) ?? 0) + 1);
      }
      const twice = [...perId.values()].filter((times) => times > 1);
      expect(twice.length).toBeLessThanOrEqual(crash.died === 'deliver: sent' ? 1 : 0);
      expect(Math.max(...perId.values())).toBeLessThanOrEqual(2);
      expect(desk.filed.size).toBe(desk.box.size);
      const unfinished = desk.shell.db
        .prepare("select count(*) from outbox where state <> 'sent'")
        .pluck()
        .get();
      expect(unfinished).toBe(0);
      if (crash.died === undefined) break;
      points.add(crash.died);
      desk.close();
    }
    expect([...points]).toEqual(
      expect.arrayContaining([
        'receive: before store',
        'receive: stored',
        'read: counted',
        'read: parsed',
        'read: before commit',
        'read: committed',
        'compose: before render',
        'compose: before freeze',
        'compose: frozen',
        'deliver: before send',
        'deliver: sending',
        'deliver: sent',
        'file: before flag',
        'file: after flag',
      ]),
    );
  });
});
