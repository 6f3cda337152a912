import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PostOffice } from '../../../sandbox/postoffice.ts';
import { readConfig } from '../../../src/config.ts';
import { openVisit } from '../../../src/post/visit.ts';
import { serve } from '../../../src/service/process/serve.ts';
import { openReadOnly } from '../../../src/store/file/database.ts';
import { inspect, makeGround, openOffice } from '../../support/check/ground.ts';
import { until } from '../../support/servers/ports.ts';
import { lettersIn, lettersOut, probes } from '../../support/stored/letters.ts';

/** A check while a server polls the same mailbox, which gets the letters of the check first. */

let office: PostOffice;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office.stop());

describe('a check beside a running server', () => {
  it("finds all well, and its letters are nobody's", async () => {
    const { ground, clear } = makeGround(office);
    const config = readConfig({ ...ground.env, TURNPOST_LOG: 'silent' });
    if (!config.ok || config.value.mode !== 'worker' || !config.value.imap) throw new Error('no');
    const server = await serve(config.value);
    const db = openReadOnly(ground.database);
    try {
      const states = () => lettersIn(db).map(({ state, reason }) => ({ state, reason }));
      await until('the probe of the start is read', () => states().length === 1);
      const found = await inspect(ground, {});
      const told = found.filter(({ level, name }) => level !== 'ok' && name !== 'copies');
      expect(told).toMatchObject([{ name: 'lock', level: 'warn' }]);
      expect(found.filter(({ name }) => name === 'letter').map(({ level }) => level)).toEqual([
        'ok',
        'ok',
      ]);
      const read = () => states().filter(({ state }) => state === 'ignored').length;
      await until('both letters are read, and for nothing', () => read() === 3);
      expect(states()).toHaveLength(3);
      const kinds = new Set(lettersOut(db).map(({ kind }) => kind));
      expect([...kinds].filter((kind) => kind !== 'probe' && kind !== 'report')).toEqual([]);
      expect(probes(db)).toEqual(['works']);
    } finally {
      db.close();
      await server.stop();
    }
    await clear();
  });

  it('leaves nothing in the mailbox where none runs', async () => {
    const own = await openOffice();
    const { ground, clear } = makeGround(own);
    await inspect(ground, {});
    const config = readConfig(ground.env);
    if (!config.ok || config.value.mode !== 'worker' || !config.value.imap) throw new Error('no');
    const visit = await openVisit(config.value.imap, 5_000);
    if (!visit.ok) throw new Error(visit.error.said);
    for (const folder of ['INBOX', 'Processed']) {
      const heads = await visit.value.heads(folder, 1);
      const texts = (heads.ok ? heads.value : []).map(({ header }) =>
        Buffer.from(header).toString(),
      );
      expect(texts.filter((text) => text.includes('check-'))).toEqual([]);
    }
    visit.value.close();
    await clear();
    await own.stop();
  });
});
