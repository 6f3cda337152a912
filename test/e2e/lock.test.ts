import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type PostOffice, startPostOffice } from '../../src/sandbox/postoffice.ts';
import { findHolder } from '../../src/store/file/lock.ts';
import { type Program, startProgram } from '../support/process/process.ts';

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
  folder = mkdtempSync(join(tmpdir(), 'turnpost-'));
  database = join(folder, 'turnpost.sqlite');
});
afterEach(async () => {
  for (const program of programs.splice(0)) {
    program.signal('SIGKILL');
    await program.ended();
  }
  rmSync(folder, { recursive: true });
});

const start = (): Program => {
  const program = startProgram(
    'dist/main.js',
    [],
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
  it('says who holds it and stops, and the first goes on', async () => {
    const first = start();
    await first.prints('waiting for letters');
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

  it('may start as soon as the first is dead, however it died', async () => {
    const first = start();
    await first.prints('waiting for letters');
    expect(statSync(`${database}.lock`).mode & 0o777).toBe(0o600);
    expect(statSync(`${database}.worker`).mode & 0o777).toBe(0o600);
    first.signal('SIGKILL');
    await first.ended();
    expect(findHolder(database)).toBeUndefined();
    const second = start();
    await second.prints('waiting for letters');
    expect(findHolder(database)).toMatchObject({ host: hostname() });
  });
});
