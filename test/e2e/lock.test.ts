import { cpSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type PostOffice, startPostOffice } from '../../sandbox/postoffice.ts';
import { statusReport } from '../../src/cli/look/status.ts';
import { takeOver } from '../../src/service/process/fence.ts';
import { openReadOnly } from '../../src/store/file/database.ts';
import { findHolder } from '../../src/store/file/lock.ts';
import { type Program, startProgram } from '../support/process/process.ts';
import { settings, workerConfig } from '../support/process/settings.ts';
import { newFolder } from '../support/run/folder.ts';
import { present } from '../support/run/present.ts';
import { throwDice } from '../support/run/seed.ts';
import { type Dovecot, hasDovecot, startDovecot } from '../support/servers/dovecot.ts';
import { type Sink, startSink } from '../support/servers/sink.ts';

const dice = throwDice('second workers');

const GAMES = 'games@turnpost.test';
let office: PostOffice;
let folder: string;
let database: string;
const programs: Program[] = [];

beforeAll(async () => {
  const people = [{ address: GAMES, password: 'hunter2' }];
  office = await startPostOffice({ domain: 'turnpost.test', people, now: () => Date.now() });
});
afterAll(() => office.stop());
beforeEach(() => {
  folder = newFolder();
  database = join(folder, 'turnpost.sqlite');
});
afterEach(async () => {
  for (const program of programs.splice(0)) {
    program.signal('SIGKILL');
    await program.ended();
  }
});

const start = (): Program => {
  const program = startProgram(
    'dist/main.js',
    ['start'],
    {
      TURNPOST_ADDRESS: GAMES,
      TURNPOST_IMAP_URL: office.imapUrl(GAMES),
      TURNPOST_SMTP_URL: office.smtpUrl(GAMES),
      TURNPOST_DATABASE: database,
    },
    folder,
  );
  programs.push(program);
  return program;
};

describe('a second worker on one database', () => {
  it.runIf(dice.takes())('says who holds it and stops, and the first goes on', async () => {
    const first = start();
    await first.prints('waiting for e-mail');
    const second = start();
    expect(await second.ended()).toEqual({ code: 1, signal: null });
    const holder = findHolder(database);
    if (!holder || holder === 'unknown') throw new Error('nobody holds it');
    expect(second.output()).toMatch(
      new RegExp(
        `^Another worker runs on ${database}: process ${holder.pid} on ${hostname()} since \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC\\.\\n$`,
      ),
    );
    first.signal('SIGTERM');
    expect(await first.ended()).toEqual({ code: 0, signal: null });
    expect(findHolder(database)).toBeUndefined();
  });

  it.runIf(dice.takes())('may start as soon as the first is dead, however it died', async () => {
    const first = start();
    await first.prints('waiting for e-mail');
    expect(statSync(`${database}.lock`).mode & 0o777).toBe(0o600);
    expect(statSync(`${database}.worker`).mode & 0o777).toBe(0o600);
    first.signal('SIGKILL');
    await first.ended();
    expect(findHolder(database)).toBeUndefined();
    const second = start();
    await second.prints('waiting for e-mail');
    expect(findHolder(database)).toMatchObject({ host: hostname() });
  });
});

describe.skipIf(!present('dovecot-imapd, dovecot-lmtpd', hasDovecot()))(
  'a second server on one mailbox, with a copy of the database',
  () => {
    let dovecot: Dovecot;
    let sink: Sink;
    beforeAll(async () => {
      dovecot = await startDovecot([GAMES]);
      sink = await startSink('games', dovecot.password);
    });
    afterAll(async () => {
      await sink.stop();
      await dovecot.stop();
    });
    const variables = (path: string) => ({
      ...settings(path, sink.port, { mailbox: GAMES, port: dovecot.imapPort }),
      TURNPOST_POLL: '* * * * * *',
    });
    const startOn = (path: string): Program => {
      const program = startProgram('dist/main.js', ['start'], variables(path), folder);
      programs.push(program);
      return program;
    };
    const notes = () =>
      dovecot.admin(GAMES, 'search', 'mailbox', 'Turnpost', 'all').split('\n').length - 1;

    it('says who reads it and stops; takes it over when it is told to', async () => {
      const first = startOn(database);
      await first.prints('waiting for e-mail');
      const copied = join(folder, 'copy.sqlite');
      for (const end of ['', '-wal', '.secret', '.worker', '.lock']) {
        cpSync(`${database}${end}`, `${copied}${end}`);
      }
      const second = startOn(copied);
      expect(await second.ended()).toEqual({ code: 1, signal: null });
      const who = `process ${first.pid} on ${hostname()} since`;
      const lines = second.output().split('\n');
      expect(lines.at(-2)).toContain(`Another server reads the mailbox: ${who}`);
      const db = openReadOnly(copied);
      expect(statusReport(db, undefined).join('\n')).toContain(
        `Another server reads the mailbox: ${who}`,
      );
      db.close();
      expect(notes()).toBe(1);

      const config = workerConfig(variables(copied));
      expect(await takeOver(config)).toMatchObject({
        ok: true,
        value: expect.stringContaining(`The mailbox is taken over from ${who}`),
      });
      expect(await first.ended()).toEqual({ code: 1, signal: null });
      expect(first.output()).toContain('Another server has the mailbox now: process');
    });
  },
);
