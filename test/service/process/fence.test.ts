import { describe, expect, it } from 'vitest';
import { oneHourMs, oneMinuteMs } from '../../../src/limits.ts';
import { systemRandom } from '../../../src/ports.ts';
import type { NoteFolder } from '../../../src/post/notes.ts';
import { err, ok } from '../../../src/result.ts';
import {
  claimFirst,
  type FenceState,
  type MailboxLease,
  makeFence,
} from '../../../src/service/process/fence.ts';
import { readNote, writeNote } from '../../../src/service/process/fence-note.ts';
import { GAMES, openDesk } from '../../support/desk/desk.ts';
import { full, throwDice } from '../../support/run/seed.ts';
import { lettersIn } from '../../support/stored/letters.ts';

const dice = throwDice('fence');

/** The folder of a mailbox, in memory, and the clock of its server. */
interface Shelf {
  now: number;
  kept: Awaited<ReturnType<NoteFolder['list']>>[number][];
  next: number;
  /** What APPEND is answered with, where that is a no. */
  refusal: string | undefined;
  /** The connection breaks at the next list. */
  breaks?: boolean;
}
const newShelf = (): Shelf => ({
  now: Date.UTC(2026, 10, 21, 9),
  kept: [],
  next: 1,
  refusal: undefined,
});

/** @param turn what each command waits for */
const folderOf = (shelf: Shelf, turn: () => Promise<void> = async () => undefined): NoteFolder => ({
  async sign() {
    await turn();
    return `1 ${shelf.next}`;
  },
  async list() {
    await turn();
    if (shelf.breaks) {
      shelf.breaks = false;
      throw new Error('the connection is gone');
    }
    return [...shelf.kept];
  },
  async add(raw) {
    await turn();
    if (shelf.refusal !== undefined) return err(shelf.refusal);
    shelf.kept.push({ uid: shelf.next++, at: Math.floor(shelf.now / 1000) * 1000, header: raw });
    return ok(undefined);
  },
  async remove(uids) {
    await turn();
    shelf.kept = shelf.kept.filter(({ uid }) => !uids.includes(uid));
  },
});

/** A server: what it is told, and its own clock, which is wrong by so much. */
function server(shelf: Shelf, lock: string, offMs = 0) {
  const states: FenceState[] = [];
  const asker = { lock, host: lock, pid: 1, since: shelf.now, address: 'games@x.test' };
  const fence = makeFence(asker, {
    time: { now: () => shelf.now + offMs },
    random: systemRandom,
    tell: (state) => states.push(state),
  });
  return { fence, states };
}

describe('a note', () => {
  const note = {
    run: 'r',
    lock: '1 2',
    host: 'märs',
    pid: 7,
    since: 1,
    writtenAt: 2,
    first: 3,
    until: 4,
    replaces: ['a', 'b'],
  };
  it('says the same when it is read', () => {
    expect(readNote(writeNote(note, 'games@x.test'))).toEqual(note);
  });
  it.each(['Received: from x', 'Return-Path: <a@x.test>', 'Delivered-To: games@x.test'])(
    'that has come by mail is none: %s',
    (trace) => {
      const raw = Buffer.from(writeNote(note, 'games@x.test')).toString('latin1');
      expect(readNote(Buffer.from(`${trace}\r\n${raw}`))).toBeUndefined();
    },
  );
  it('in the mailbox itself is read as the letter of a machine, and not answered', async () => {
    const desk = openDesk();
    desk.box.set(1, writeNote(note, GAMES));
    expect(await desk.round()).toEqual([]);
    expect(lettersIn(desk.shell.db)).toMatchObject([
      { state: 'ignored', reason: 'our own address' },
    ]);
    desk.close();
  });
});

describe('a second server on the mailbox', () => {
  it('stops, and the first goes on', async () => {
    const shelf = newShelf();
    const folder = folderOf(shelf);
    const first = server(shelf, 'mars');
    const second = server(shelf, 'venus');
    expect(await first.fence.look(folder)).toBe(true);
    shelf.now += 59 * oneMinuteMs;
    expect(await second.fence.look(folder)).toBe(false);
    expect(String(second.fence.lost.reason)).toMatch(
      /^Another server reads the mailbox: process 1 on mars since 2026-11-21 09:00 UTC\. .*turnpost takeover\.$/,
    );
    expect(second.states).toMatchObject([{ kind: 'lost', to: { host: 'mars' } }]);
    expect(await first.fence.look(folder)).toBe(true);
    expect(shelf.kept).toHaveLength(1);
  });

  it('is seen at the next look where the connection broke in the middle of one', async () => {
    const shelf = newShelf();
    const folder = folderOf(shelf);
    const first = server(shelf, 'mars');
    await first.fence.look(folder);
    const [note] = shelf.kept;
    const { header = new Uint8Array(), at } = note ?? {};
    const taken = readNote(header);
    if (!taken) throw new Error('no note');
    const over = { ...taken, run: 'r2', host: 'venus', lock: 'venus', replaces: [taken.run] };
    shelf.kept.push({ uid: shelf.next++, at, header: writeNote(over, GAMES) });
    shelf.breaks = true;
    await expect(first.fence.look(folder)).rejects.toThrow('gone');
    expect(await first.fence.look(folder)).toBe(false);
  });

  it.each([0, -3, 3])('goes on after an hour, with clocks that differ by %i hours', async (off) => {
    const shelf = newShelf();
    const folder = folderOf(shelf);
    const first = server(shelf, 'mars');
    const second = server(shelf, 'venus', off * oneHourMs);
    await first.fence.look(folder);
    shelf.now += oneHourMs;
    expect(first.fence.holds).toBe(false);
    expect(await second.fence.look(folder)).toBe(true);
    expect(await first.fence.look(folder)).toBe(false);
    expect(String(first.fence.lost.reason)).toContain('Another server has the mailbox now');
    expect(await second.fence.look(folder)).toBe(true);
  });

  it('waits as long as the first renews its note, whatever its UID', async () => {
    const shelf = newShelf();
    const folder = folderOf(shelf);
    const first = server(shelf, 'mars');
    await first.fence.look(folder);
    for (let count = 0; count < 30; count++) {
      shelf.now += 22 * oneMinuteMs;
      expect(await first.fence.look(folder)).toBe(true);
      const second = server(shelf, 'venus');
      expect(await second.fence.look(folder)).toBe(false);
    }
    expect(shelf.kept).toHaveLength(1);
  });

  it('stops also where that cannot be written down', async () => {
    const shelf = newShelf();
    await server(shelf, 'mars').fence.look(folderOf(shelf));
    const asker = { lock: 'venus', host: 'venus', pid: 1, since: 0, address: 'games@x.test' };
    const fence = makeFence(asker, {
      time: { now: () => shelf.now },
      random: systemRandom,
      tell: () => {
        throw new Error('the disk is full');
      },
    });
    await expect(fence.look(folderOf(shelf))).rejects.toThrow('full');
    expect(fence.lost.aborted).toBe(true);
    expect(shelf.kept).toHaveLength(1);
  });

  it('need not wait for one that was stopped', async () => {
    const shelf = newShelf();
    const folder = folderOf(shelf);
    const first = server(shelf, 'mars');
    await first.fence.look(folder);
    await first.fence.leave(folder);
    expect(first.fence.holds).toBe(false);
    expect(await server(shelf, 'venus').fence.look(folder)).toBe(true);
  });

  it('is the only one after a takeover, also when the first was asleep, and the way back is one', async () => {
    const shelf = newShelf();
    const folder = folderOf(shelf);
    const first = server(shelf, 'mars');
    await first.fence.look(folder);
    const asker = { lock: 'venus', host: 'venus', pid: 2, since: 0, address: 'games@x.test' };
    const taken = await claimFirst(folder, asker, { time: { now: () => 0 }, random: systemRandom });
    expect(taken).toMatchObject({ ok: true, value: [{ host: 'mars' }] });
    const second = server(shelf, 'venus');
    expect(await second.fence.look(folder)).toBe(true);
    shelf.now += 21 * oneMinuteMs;
    expect(await second.fence.look(folder)).toBe(true);
    expect(await first.fence.look(folder)).toBe(false);
    const back = { ...asker, lock: 'mars', host: 'mars' };
    await claimFirst(folder, back, { time: { now: () => 0 }, random: systemRandom });
    expect(await second.fence.look(folder)).toBe(false);
    expect(await server(shelf, 'mars').fence.look(folder)).toBe(true);
  });

  it('that was copied with its whole machine leaves one of the two', async () => {
    const shelf = newShelf();
    const folder = folderOf(shelf);
    const [one, copy] = [server(shelf, 'mars'), server(shelf, 'mars')];
    expect(await one.fence.look(folder)).toBe(true);
    expect(await copy.fence.look(folder)).toBe(true);
    expect(await one.fence.look(folder)).toBe(false);
    expect(await copy.fence.look(folder)).toBe(true);
  });
});

describe('a mailbox in which no note can be left', () => {
  it('is read all the same, and that is said once', async () => {
    const shelf = newShelf();
    shelf.refusal = 'OVERQUOTA';
    const folder = folderOf(shelf);
    const { fence, states } = server(shelf, 'mars');
    for (let count = 0; count < 5; count++) {
      expect(await fence.look(folder)).toBe(true);
      expect(fence.holds).toBe(true);
      shelf.now += 22 * oneMinuteMs;
    }
    expect(states).toEqual([{ kind: 'none', why: 'OVERQUOTA' }]);
    shelf.refusal = undefined;
    expect(await fence.look(folder)).toBe(true);
    expect(states.at(-1)).toEqual({ kind: 'ours' });
  });

  it('still tells of another who could', async () => {
    const shelf = newShelf();
    const folder = folderOf(shelf);
    await server(shelf, 'mars').fence.look(folder);
    shelf.refusal = 'OVERQUOTA';
    expect(await server(shelf, 'venus').fence.look(folder)).toBe(false);
    shelf.now += oneHourMs;
    expect(await server(shelf, 'venus').fence.look(folder)).toBe(true);
  });
});

/** Orders in which the commands of some servers reach the mailbox: some of all that there are, or all. */
async function inOrders(
  play: (turnOf: (name: number) => () => Promise<void>) => Promise<void>[],
  check: (order: string) => Promise<void>,
): Promise<number> {
  let count = 0;
  const next: number[][] = [[]];
  while (next.length > 0 && (full || count < 60)) {
    const [prefix = []] = next.splice(dice.upTo(next.length) - 1, 1);
    const order: number[] = [];
    const waiting = new Map<number, () => void>();
    const running = new Set<number>();
    const turnOf = (name: number) => () =>
      new Promise<void>((resolve) => {
        waiting.set(name, resolve);
      });
    const all = play(turnOf).map((work, name) => {
      running.add(name);
      return work.finally(() => running.delete(name));
    });
    for (;;) {
      // Whoever runs comes to its next command, or to its end.
      for (let calm = 0; calm < 20; calm++) await Promise.resolve();
      if (running.size === 0) break;
      const ready = [...waiting.keys()].sort();
      const chosen = prefix[order.length] ?? ready[0];
      if (order.length >= prefix.length) {
        for (const other of ready.slice(1)) next.push([...order, other]);
      }
      const go = waiting.get(chosen ?? -1);
      if (chosen === undefined || !go) throw new Error('nobody is ready');
      waiting.delete(chosen);
      order.push(chosen);
      go();
    }
    await Promise.all(all);
    await check(order.join(''));
    count++;
  }
  return count;
}

describe('in whatever order their commands reach the mailbox', () => {
  /** @param before what lies there, and who looks */
  async function race(
    before: (shelf: Shelf) => Promise<readonly MailboxLease[]>,
    holder?: 0 | 1,
  ): Promise<void> {
    // What came before is the same each time, and is done once for each order.
    let shelf = newShelf();
    let fences: readonly MailboxLease[] = [];
    let ready: Promise<void> = Promise.resolve();
    const begin = async () => {
      shelf = newShelf();
      fences = await before(shelf);
    };
    await begin();
    const orders = await inOrders(
      (turnOf) =>
        fences.map(async (fence, index) => {
          await ready;
          await fence.look(folderOf(shelf, turnOf(index)));
        }),
      async (order) => {
        const left = fences.filter(({ lost }) => !lost.aborted);
        expect(left.length, order).toBe(1);
        if (holder !== undefined) expect(left[0], order).toBe(fences[holder]);
        for (let again = 0; again < 2; again++) {
          for (const fence of fences) await fence.look(folderOf(shelf));
          shelf.now += 21 * oneMinuteMs;
        }
        expect(
          fences.filter(({ lost }) => !lost.aborted),
          order,
        ).toEqual(left);
        ready = Promise.resolve();
        await begin();
      },
    );
    expect(orders).toBeGreaterThan(20);
  }

  it('two that begin together leave one', () =>
    race(async (shelf) => [server(shelf, 'mars').fence, server(shelf, 'venus').fence]));

  it('one that renews its note keeps the mailbox', () =>
    race(async (shelf) => {
      const holder = server(shelf, 'mars').fence;
      await holder.look(folderOf(shelf));
      shelf.now += 30 * oneMinuteMs;
      return [holder, server(shelf, 'venus').fence];
    }, 0));

  it('one that wakes after an hour and one that begins leave one', () =>
    race(async (shelf) => {
      const sleeper = server(shelf, 'mars').fence;
      await sleeper.look(folderOf(shelf));
      shelf.now += oneHourMs;
      return [sleeper, server(shelf, 'venus').fence];
    }));

  it('one that is started again after its death keeps the mailbox', () =>
    race(async (shelf) => {
      await server(shelf, 'mars').fence.look(folderOf(shelf));
      shelf.now += 30 * oneMinuteMs;
      return [server(shelf, 'mars').fence, server(shelf, 'venus').fence];
    }, 0));

  it('one that was taken over and renews its note loses it', () =>
    race(async (shelf) => {
      const old = server(shelf, 'mars').fence;
      await old.look(folderOf(shelf));
      shelf.now += 30 * oneMinuteMs;
      const asker = { lock: 'venus', host: 'venus', pid: 2, since: 0, address: 'games@x.test' };
      await claimFirst(folderOf(shelf), asker, {
        time: { now: () => shelf.now },
        random: systemRandom,
      });
      return [old, server(shelf, 'venus').fence];
    }, 1));
});
