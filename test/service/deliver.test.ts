import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { retryForMsMax } from '../../src/limits.ts';
import type { Handover, Outbound } from '../../src/post/smtp.ts';
import { compose } from '../../src/service/compose.ts';
import { deliver } from '../../src/service/deliver.ts';
import { readStored } from '../../src/service/read.ts';
import { takeBackSending } from '../../src/store/outbox.ts';
import { type Desk, openDesk } from '../support/desk.ts';

const signal = new AbortController().signal;
let desk: Desk;
let offered: Outbound[];

/** A submission server that says one thing to every letter. */
const saying = (handover: Handover) => ({
  send: async (letter: Outbound) => {
    offered.push(letter);
    return handover;
  },
  verify: async () => undefined,
  close: () => undefined,
});
const state = () => desk.shell.db.prepare('select state, attempts, retry_at from outbox').all();

beforeEach(async () => {
  desk = openDesk();
  offered = [];
  // A letter in the outbox, composed and not sent.
  desk.shell.db
    .prepare(
      `insert into inbox (mailbox, uidvalidity, uid, raw, raw_hash, state, received_at)
      values ('INBOX', 7, 1, ?, x'00', 'stored', 0)`,
    )
    .run(Buffer.from('From: eve@x.test\r\nMessage-ID: <1@x.test>\r\nSubject: help\r\n\r\n'));
  await readStored(desk.shell, signal);
  await compose(desk.shell, signal);
});
afterEach(() => desk.close());

describe('a letter that is to be sent', () => {
  it('is tried again later, the same bytes, at growing distances', async () => {
    const waits: number[] = [];
    for (let count = 0; count < 12; count++) {
      await deliver(desk.shell, saying({ kind: 'later', error: '450' }), signal);
      const [row] = state() as [{ retry_at: number }];
      waits.push((row.retry_at - desk.clock.now) / 60_000);
      desk.clock.now = row.retry_at;
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 240, 240, 240, 240]);
    expect(new Set(offered.map(({ raw }) => Buffer.from(raw).toString())).size).toBe(1);
    await deliver(desk.shell, saying({ kind: 'taken' }), signal);
    expect(state()).toMatchObject([{ state: 'sent', attempts: 13 }]);
  });

  it('is given up when the server refuses it for good', async () => {
    await deliver(desk.shell, saying({ kind: 'refused', error: '550' }), signal);
    expect(state()).toMatchObject([{ state: 'failed', attempts: 1 }]);
  });

  it('is given up after five days', async () => {
    desk.clock.now += retryForMsMax + 1;
    await deliver(desk.shell, saying({ kind: 'later', error: '450' }), signal);
    expect(state()).toMatchObject([{ state: 'failed' }]);
  });

  it('waits, and so do all others, while the server is out of reach', async () => {
    expect(await deliver(desk.shell, saying({ kind: 'unreachable', error: 'x' }), signal)).toBe(
      false,
    );
    expect(state()).toMatchObject([{ state: 'waiting' }]);
  });

  it('is sent again when the process died with it in its hands', async () => {
    desk.shell.db.exec("update outbox set state = 'sending'");
    expect(takeBackSending(desk.shell.db)).toBe(1);
    await deliver(desk.shell, saying({ kind: 'taken' }), signal);
    expect(state()).toMatchObject([{ state: 'sent' }]);
  });
});
