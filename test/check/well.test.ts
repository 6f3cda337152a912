import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Finding, findings } from '../../src/check/check.ts';
import { readDraft } from '../../src/config.ts';
import { systemRandom, systemTime } from '../../src/ports.ts';
import { type PostOffice, startPostOffice } from '../../src/sandbox/postoffice.ts';

const GAMES = 'games@turnpost.test';
let office: PostOffice;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'turnpost-'));
  const people = [{ address: GAMES, password: 'hunter2' }];
  office = await startPostOffice({ domain: 'turnpost.test', people, now: () => Date.now() });
});
afterAll(async () => {
  await office.stop();
  rmSync(folder, { recursive: true });
});

describe('a server where all is well', () => {
  it('is told so', async () => {
    const env = {
      TURNPOST_ADDRESS: GAMES,
      TURNPOST_IMAP_URL: office.imapUrl(GAMES),
      TURNPOST_SMTP_URL: office.smtpUrl(GAMES),
      TURNPOST_DATABASE: join(folder, 'turnpost.sqlite'),
      TURNPOST_ADMINS: 'op@home.test',
    };
    const found: Finding[] = [];
    const patience = { stepMs: 3000, letterMs: 3000, lookMs: 50 };
    for await (const each of findings(readDraft(env) ?? {}, { reach: 'letters', time: systemTime, random: systemRandom, patience })) found.push(each);
    console.log(found.map((f) => `${f.level} ${f.name}: ${f.what} ${f.remedy ?? ''}`).join('\n'));
    expect(found.filter(({ level }) => level !== 'ok')).toEqual([]);
  });
});
