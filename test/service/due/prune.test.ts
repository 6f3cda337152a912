import { describe, expect, it } from 'vitest';
import { oneDayMs } from '../../../src/limits.ts';
import { pruneLimits } from '../../../src/server-limits.ts';
import { prune } from '../../../src/service/due/housekeeping.ts';
import { count, noticesSentTo } from '../../../src/store/letters/counters.ts';
import { ALICE, BOB } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { answerTo, type Draft, writeLetter } from '../../support/post/letters.ts';
import {
  areCopiesKnown,
  changeIn,
  changeOut,
  frozenLetters,
  keptLettersOut,
  lettersIn,
  lettersOut,
  setFrozenBytes,
  traces,
} from '../../support/stored/letters.ts';
import { countedKinds, leave, renewTokens } from '../../support/stored/people.ts';
import { usedRates } from '../../support/stored/server.ts';

const signal = new AbortController().signal;
eachDesk('forms -size=4x4');

const kept = () => ({
  in: lettersIn(desk.shell.db).filter((letter) => letter.kept !== null).length,
  out: keptLettersOut(desk.shell.db),
});

describe('pruning', () => {
  it('empties what is old and done with, and nothing else', async () => {
    expect(await prune(desk.shell, 30, signal)).toBe(0);
    desk.time.now += 29 * oneDayMs;
    await desk.post({ from: ALICE, subject: 'games', text: '' });
    changeOut(desk.shell.db, { state: 'waiting', retryAt: 9e15 }, 1);
    changeIn(desk.shell.db, { state: 'stored' }, 1);
    desk.time.now += oneDayMs + 60_000;
    // Of 7 letters in, the first waits and the last is young; of 9 out, the same.
    expect(await prune(desk.shell, 30, signal)).toBe(5 + 7);
    expect(kept()).toEqual({ in: 2, out: 2 });
    expect(areCopiesKnown(desk.shell.db)).toBe(true);
    expect(await prune(desk.shell, 30, signal)).toBe(0);
  });

  it('forgets after a week what sent letters looked like, and nothing else of them', async () => {
    const { db } = desk.shell;
    const facts = () => lettersOut(db).map(({ id, facts }) => [id, facts]);
    const before = facts();
    const frozen = () => frozenLetters(db);
    const all = frozen();
    desk.time.now += 6 * oneDayMs;
    await prune(desk.shell, 30, signal);
    expect(frozen()).toEqual(all);
    await desk.post({ from: ALICE, subject: 'games', text: '' });
    changeOut(db, { state: 'waiting', retryAt: 9e15 }, 1);
    changeOut(db, { state: 'failed' }, 2);
    desk.time.now += 2 * oneDayMs;
    await prune(desk.shell, 30, signal);
    expect(frozen()).toEqual([1, 2, all.length + 1]);
    expect(facts().slice(0, -1)).toEqual(before);
    // Where bytes are kept for a few days alone, they are so here, too.
    await prune(desk.shell, 1, signal);
    expect(frozen()).toEqual([1]);
  });

  it('forgets what was counted, each kind when it counts no more', async () => {
    const kinds = () => countedKinds(desk.shell.db);
    const { db, time } = desk.shell;
    count(db, { kind: 'export', key: 1 }, time.now());
    count(db, { kind: 'say', key: 1, other: 1 }, time.now());
    count(db, noticesSentTo('unused', ALICE, 'from'), time.now());
    count(db, noticesSentTo('introduction', 'carol@else.test'), time.now());
    count(db, { kind: 'plain-sender', key: 'else.test' }, time.now());
    desk.time.now += oneDayMs - 1;
    await prune(desk.shell, 400, signal);
    expect(kinds()).toContain('unused');
    desk.time.now += 1;
    await prune(desk.shell, 400, signal);
    expect(kinds()).toEqual(['introduction', 'plain-sender']);
    desk.time.now += 6 * oneDayMs;
    await prune(desk.shell, 400, signal);
    expect(kinds()).toEqual(['introduction']);
    desk.time.now += 23 * oneDayMs;
    await prune(desk.shell, 400, signal);
    expect(kinds()).toEqual([]);
  });

  it('forgets how far rate limits are used up when they are no more', async () => {
    await desk.post({ from: 'carol@else.test', subject: 'play', text: '' });
    const limits = () => usedRates(desk.shell.db).length;
    expect(limits()).toBeGreaterThan(0);
    desk.time.now += oneDayMs;
    await prune(desk.shell, 400, signal);
    expect(limits()).toBe(0);
  });

  it('gives room back, and keeps some for the letters to come', async () => {
    const { db } = desk.shell;
    const bytes = () => (db.pragma('page_count', { simple: true }) as number) * 4096;
    setFrozenBytes(db, 100_000);
    const full = bytes();
    desk.time.now += 31 * oneDayMs;
    await prune(desk.shell, 30, signal);
    expect(bytes()).toBeLessThan(full - 700_000);
    const free = (db.pragma('freelist_count', { simple: true }) as number) * 4096;
    expect(free / bytes()).toBeGreaterThan(0.05);
    expect(free / bytes()).toBeLessThan(0.15);
    expect(desk.shell.guard.isIntact()).toBe(true);
  });

  it('ends as well in a file that cannot shrink', async () => {
    const { db } = desk.shell;
    setFrozenBytes(db, 100_000);
    db.pragma('auto_vacuum = none');
    db.exec('vacuum');
    desk.time.now += 31 * oneDayMs;
    expect(await prune(desk.shell, 30, signal)).toBeGreaterThan(0);
    expect(db.pragma('freelist_count', { simple: true })).toBeGreaterThan(100);
  });

  it('leaves the match, the thread and the knowledge of every copy', async () => {
    const move = writeLetter(answerTo(desk.newest(ALICE), 'a4b4'), 90);
    const again = Buffer.concat([Buffer.from('Received: again\r\n'), move]);
    const put = (raw: Uint8Array) => desk.box.set(desk.box.size + 1, raw);
    put(move);
    await desk.round();
    const board = desk.newest(BOB);
    desk.time.now += 40 * oneDayMs;
    await prune(desk.shell, 30, signal);
    expect(kept()).toEqual({ in: 0, out: 0 });

    put(move);
    put(again);
    expect(await desk.round()).toEqual([]);
    const copy = { state: 'ignored', sameAs: 7 };
    expect(lettersIn(desk.shell.db).slice(7)).toMatchObject([copy, copy]);
    // Bob answers the board letter that is no longer kept.
    await desk.post(answerTo(board, 'resign'));
    expect(desk.newest(BOB).text).toContain('you resigned');
    expect(desk.newest(BOB).email.references).toContain(board.email.messageId);
  });

  it('goes in small steps, between which letters are read', async () => {
    const letters: Draft[] = Array.from({ length: 25 }, (_, index) => ({
      from: `p${index}@x${index}.test`,
      subject: 'help',
      text: '',
    }));
    for (const draft of letters) desk.box.set(desk.box.size + 1, writeLetter(draft, desk.box.size));
    await desk.round();
    desk.time.now += 31 * oneDayMs;
    let others = 0;
    let steps = 0;
    const crash = { reach: (point: string) => void (point === 'prune: committed' && steps++) };
    const pruned = prune({ ...desk.shell, crash }, 30, signal);
    let over = false;
    void pruned.then(() => {
      over = true;
    });
    while (!over) {
      others++;
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await pruned).toBe(6 + 25 + 8 + 25);
    expect(steps).toBeGreaterThanOrEqual(Math.ceil(64 / pruneLimits.letters));
    expect(others).toBeGreaterThanOrEqual(steps);
  });

  it('stops when it is told to', async () => {
    desk.time.now += 31 * oneDayMs;
    expect(await prune(desk.shell, 30, AbortSignal.abort())).toBe(0);
    expect(kept().in).toBe(6);
  });
});

describe('what the words of a letter are known by', () => {
  it('goes with its bytes, but of a running board only when that is over', async () => {
    await desk.answer(ALICE, 'a4b4');
    desk.time.now += 40 * oneDayMs;
    await prune(desk.shell, 30, signal);
    expect(new Set(traces(desk.shell.db).map(({ board }) => board))).toEqual(new Set([1]));
    await desk.answer(BOB, 'resign');
    desk.time.now += 40 * oneDayMs;
    await prune(desk.shell, 30, signal);
    expect(traces(desk.shell.db)).toEqual([]);
  });

  it('goes with the tokens of its player, and with the player', async () => {
    const of = (id: number) => traces(desk.shell.db).filter(({ player }) => player === id).length;
    const before = of(1);
    renewTokens(desk.shell.db, 1);
    expect([before > 0, of(1), of(2) > 0]).toEqual([true, 0, true]);
    leave(desk.shell.db, 2);
    expect(of(2)).toBe(0);
  });
});
