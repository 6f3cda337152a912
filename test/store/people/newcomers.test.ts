import { afterEach, describe, expect, it } from 'vitest';
import { strangerLimits } from '../../../src/limits.ts';
import { senderOf } from '../../../src/service/do/sender.ts';
import { answerStranger, answerWaiting } from '../../../src/service/do/strangers.ts';
import { firstNewcomers, putNewcomer } from '../../../src/store/people/newcomers.ts';
import { type Desk, openDesk } from '../../support/desk/desk.ts';

let desk: Desk;
afterEach(() => desk.close());

describe('letters that wait for a rate limit', () => {
  it('are found by an index, and none is walked past', async () => {
    desk = openDesk();
    const { db } = desk.shell;
    await desk.post({ from: 'eve@far.test', subject: 'help', text: '' });
    const { all } = strangerLimits.unproven;
    const put = (address: string, lot: number) =>
      putNewcomer(
        db,
        {
          inboxId: 1,
          messageId: undefined,
          address,
          language: 'en',
          proof: 'none',
          answer: { introduce: true },
        },
        { line: 'unproven prose', domain: address, lot },
        desk.time.now,
      );
    for (let each = 0; each <= all.atOnce; each++) put(`p${each}@x.test`, 1 + each);
    put('first@x.test', 0.5);
    expect(firstNewcomers(db, 'unproven prose', 1)).toMatchObject([{ domain: 'first@x.test' }]);
    const asked: string[] = [];
    const { prepare } = db;
    const recording = Object.assign(Object.create(db), {
      prepare(text: string) {
        asked.push(text);
        return prepare.call(db, text);
      },
    });
    const shell = { ...desk.shell, db: recording };
    answerWaiting(shell);
    const letter = { inboxId: 1, messageId: undefined, address: 'adam@far.test', arrivedAt: 0 };
    answerStranger(shell, senderOf(shell, letter), { introduce: true });
    // Whether anybody waits is asked of the first entry of an index, and of no other.
    const about = asked.filter(
      (text) =>
        text.includes('newcomers') && !/^\s*insert|^select 1 from newcomers limit 1$/.test(text),
    );
    expect(about.length).toBeGreaterThan(5);
    for (const text of about) {
      const parameters = Array.from(text.matchAll(/\?/g), () => 1);
      const plan = db.prepare(`explain query plan ${text}`).all(...parameters) as {
        detail: string;
      }[];
      const steps = plan.map(({ detail }) => detail).join('; ');
      expect(steps, text).toMatch(/SEARCH newcomers USING/);
      expect(steps, text).not.toMatch(/SCAN newcomers|TEMP B-TREE/);
    }
  });
});
