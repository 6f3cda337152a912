import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compose } from '../../../src/service/delivery/compose.ts';
import { deliver } from '../../../src/service/delivery/deliver.ts';
import { frozenRaw } from '../../../src/store/letters/leases.ts';
import { pack, unpack } from '../../../src/store/letters/packed.ts';
import { ALICE, BOB, type Desk, openBoard, openDesk } from '../../support/desk/desk.ts';
import { keptLetters } from '../../support/desk/kept-letters.ts';
import { answerTo } from '../../support/post/letters.ts';

const dictionary = (file: string): Buffer =>
  readFileSync(fileURLToPath(new URL(`../../../migrations/${file}`, import.meta.url)));

describe('bytes that are made small', () => {
  it('are the same bytes afterwards, and never more', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2_000 }), (raw) => {
        const kept = pack(raw);
        expect(Buffer.from(unpack(kept)).equals(Buffer.from(raw))).toBe(true);
        expect(kept.bytes.length).toBeLessThanOrEqual(raw.length);
      }),
    );
  });

  it.each([
    ['letters.dictionary', '8cc4bc26180a5060c83436bea6a882815706c8f7a0ab6320b775cbb8dd1272a6'],
    ['letters-2.dictionary', 'a6321f803b44f4376c64dca4366cdcb05b265ff9c617c6eaa6036b061b8fedd9'],
  ])(
    'need the dictionary that they were made with, so that %s is never changed',
    (file, sha256) => {
      expect(createHash('sha256').update(dictionary(file)).digest('hex')).toBe(sha256);
    },
  );

  it('are the same bytes with each dictionary that there was', () => {
    const raw = Buffer.from(
      'To move, answer this letter with the move on the first line'.repeat(9),
    );
    for (const file of ['letters.dictionary', 'letters-2.dictionary']) {
      const bytes = deflateSync(raw, { dictionary: dictionary(file) });
      expect(Buffer.from(unpack({ bytes, packed: 1 })).equals(raw)).toBe(true);
    }
  });

  it('are not read when they are damaged', () => {
    const { bytes } = pack(Buffer.from('From: alice\r\n'.repeat(50)));
    const damaged = Buffer.from(bytes).fill(7, bytes.length >> 1);
    expect(() => unpack({ bytes: damaged, packed: 1 })).toThrow();
  });
});

describe('letters that are kept', () => {
  let desk: Desk;
  beforeEach(async () => {
    desk = openDesk();
    await openBoard(desk, 'forms -size=8x8');
  });
  afterEach(() => desk.close());
  const bytesOf = (table: string) =>
    desk.shell.db.prepare(`select length(raw) from ${table} order by rowid desc`).pluck().get();

  it('are small, out and in, and all that they were', async () => {
    await desk.post(answerTo(desk.newest(ALICE), 'e4e5'));
    const posted = Buffer.from(desk.box.get(desk.box.size) ?? []);
    expect(keptLetters(desk.shell.db).at(-1)?.equals(posted)).toBe(true);
    expect(bytesOf('inbox')).toBeLessThan(posted.length / 2);
    const last = desk.shell.db.prepare('select max(id) from outbox').pluck().get() as number;
    const raw = Buffer.from(frozenRaw(desk.shell.db, last));
    expect(raw.toString('utf8')).toBe(desk.sent.at(-1)?.raw);
    expect(bytesOf('letter_bytes')).toBeLessThan(raw.length / 8);
  });

  it('stay readable where they were stored as they are, before', async () => {
    const { shell } = desk;
    const signal = new AbortController().signal;
    shell.db.exec("update outbox set state = 'composed', sent_at = null, leased_at = null");
    const old = shell.db.prepare('update letter_bytes set raw = ?, packed = 0 where outbox_id = ?');
    const ids = shell.db.prepare('select outbox_id from letter_bytes').pluck().all() as number[];
    const raws = ids.map((id) => frozenRaw(shell.db, id));
    for (const [index, id] of ids.entries()) old.run(raws[index], id);
    const again: string[] = [];
    await compose(shell, signal);
    await deliver(
      shell,
      {
        async send({ raw }) {
          again.push(Buffer.from(raw).toString('utf8'));
          return { kind: 'taken' };
        },
        verify: async () => undefined,
        close: () => undefined,
      },
      signal,
    );
    expect(again.sort()).toEqual(raws.map((raw) => Buffer.from(raw).toString('utf8')).sort());
    expect(desk.newest(BOB).subject).toContain('Board 1');
  });
});
