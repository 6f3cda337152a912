import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type PostOffice, startPostOffice } from '../../sandbox/postoffice.ts';
import { type Account, parseAccount } from '../../src/post/account.ts';
import { openSubmission } from '../../src/post/smtp.ts';
import { say } from '../../src/sentence.ts';
import { intendLetter } from '../../src/service/do/intend.ts';
import { probeTaggedAddress } from '../../src/service/due/reachable.ts';
import { openShell } from '../../src/service/process/open.ts';
import { startWorker, type Worker } from '../../src/service/process/worker.ts';
import type { Shell } from '../../src/service/shell/shell.ts';
import { makeThreadSolver } from '../../src/service/thread/solver.ts';
import { newFolder } from '../support/run/folder.ts';
import { until } from '../support/servers/ports.ts';
import { lettersIn, lettersOut, probes } from '../support/stored/letters.ts';

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
});

const accountOf = (url: string, kind: 'imap' | 'smtp'): Account => {
  const account = parseAccount(url, kind);
  if (!account.ok) throw new Error(account.error);
  return account.value;
};
const states = (kind: string) =>
  lettersOut(shell.db)
    .filter((each) => each.kind === kind)
    .map(({ state }) => state);

describe('over real mail servers', () => {
  it('the probe comes back, tagged senders are taken, and the admin hears of a dead address', async () => {
    office = await startPostOffice({
      domain: 'turnpost.test',
      people: [GAMES, ADMIN].map((address) => ({ address, password: 'secret' })),
      now: () => Date.now(),
    });
    folder = newFolder();
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
    const probe = () => probes(shell.db)[0];
    await until('the probe is back', () => probe() === 'works');
    await until('the report is sent', () => states('report').includes('sent'));
    expect(states('notice')).toEqual(['failed']);
    expect(states('report')).toEqual(['sent']);
    const probed = { state: 'ignored', reason: 'our own probe' };
    expect(lettersIn(shell.db)).toMatchObject([probed]);
    const senders = lettersOut(shell.db).map(({ sender }) => sender ?? '');
    expect(senders.filter((sender) => !/^games\+[a-z2-7]+@/.test(sender))).toEqual([]);
  });
});
