import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type PostOffice, startPostOffice } from '../../sandbox/postoffice.ts';
import { type Account, parseAccount } from '../../src/post/account.ts';
import { openSubmission } from '../../src/post/smtp.ts';
import { say } from '../../src/sentence.ts';
import { intendLetter } from '../../src/service/do/intend.ts';
import { probeTaggedAddress } from '../../src/service/due/probe.ts';
import { openShell } from '../../src/service/process/open.ts';
import { startWorker, type Worker } from '../../src/service/process/worker.ts';
import type { Shell } from '../../src/service/shell/shell.ts';
import { makeThreadSolver } from '../../src/service/thread/solver.ts';
import { until } from '../support/servers/ports.ts';

const GAMES = 'games@turnpost.test';
const ADMIN = 'admin@turnpost.test';

let office: PostOffice;
let worker: Worker;
let shell: Shell;
let folder: string;
afterEach(async () => {
  await worker.stop();
  shell.db.close();
  await office.stop();
  rmSync(folder, { recursive: true });
});

const accountOf = (url: string, kind: 'imap' | 'smtp'): Account => {
  const account = parseAccount(url, kind);
  if (!account.ok) throw new Error(account.error);
  return account.value;
};
const states = (kind: string) =>
  shell.db.prepare('select state from outbox where kind = ?').pluck().all(kind);

describe('over real mail servers', () => {
  it('the probe comes back, tagged senders are taken, and the admin hears of a dead address', async () => {
    office = await startPostOffice({
      domain: 'turnpost.test',
      people: [GAMES, ADMIN].map((address) => ({ address, password: 'secret' })),
      now: () => Date.now(),
    });
    folder = mkdtempSync(join(tmpdir(), 'turnpost-'));
    shell = openShell({
      address: GAMES,
      database: join(folder, 'turnpost.sqlite'),
      admins: new Set([ADMIN]),
      secret: undefined,
      plus: true,
      templates: undefined,
      log: 'silent',
    });
    probeTaggedAddress(shell, 'imap.test');
    intendLetter(
      shell,
      {
        to: {
          playerId: undefined,
          userid: undefined,
          address: 'nobody@turnpost.test',
          language: 'en',
        },
        message: { kind: 'notice', facts: { says: [say('no-games')] } },
        reply: { purpose: 'none' },
      },
      'clock',
    );
    worker = await startWorker(shell, {
      imap: accountOf(office.imapUrl(GAMES), 'imap'),
      submission: openSubmission(accountOf(office.smtpUrl(GAMES), 'smtp')),
      solver: makeThreadSolver(),
      poll: '* * * * * *',
    });
    const probe = () => shell.db.prepare('select state from probes').pluck().get();
    await until('the probe is back', () => probe() === 'works');
    await until('the report is sent', () => states('report').includes('sent'));
    expect(states('notice')).toEqual(['failed']);
    expect(states('report')).toEqual(['sent']);
    const ends = shell.db.prepare('select state, reason from inbox').all();
    expect(ends).toEqual([{ state: 'ignored', reason: 'our own probe' }]);
    const senders = shell.db.prepare('select envelope_from from outbox').pluck().all() as string[];
    expect(senders.filter((sender) => !/^games\+[a-z2-7]+@/.test(sender))).toEqual([]);
  });
});
