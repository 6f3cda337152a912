import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PostOffice, startPostOffice } from '../../sandbox/postoffice.ts';
import { openSqlite } from '../../src/store/file/database.ts';
import { startProgram } from '../support/process/process.ts';
import { newFolder } from '../support/run/folder.ts';
import { throwDice } from '../support/run/seed.ts';
import { freePort } from '../support/servers/ports.ts';

const GAMES = 'games@turnpost.test';
let office: PostOffice;
let folder: string;

beforeAll(async () => {
  folder = newFolder();
  const people = [{ address: GAMES, password: 'hunter2' }];
  office = await startPostOffice({ domain: 'turnpost.test', people, now: () => Date.now() });
});
afterAll(() => office.stop());

const right = () => ({
  TURNPOST_ADDRESS: GAMES,
  TURNPOST_IMAP_URL: office.imapUrl(GAMES),
  TURNPOST_SMTP_URL: office.smtpUrl(GAMES),
  TURNPOST_DATABASE: join(folder, 'turnpost.sqlite'),
});
const start = (env: Record<string, string>, ...args: readonly string[]) =>
  startProgram('dist/main.js', args, env, folder);

describe('the program', () => {
  const dice = throwDice('starts');
  const WRONG: readonly [string, () => Promise<Record<string, string>>, string][] = [
    [
      'a wrong IMAP password',
      async () => ({ TURNPOST_IMAP_URL: office.imapUrl(GAMES).replace('hunter2', 'hunter3') }),
      'The IMAP server 127.0.0.1 does not accept the user or the password; see TURNPOST_IMAP_URL.\n',
    ],
    [
      'a wrong SMTP password',
      async () => ({ TURNPOST_SMTP_URL: office.smtpUrl(GAMES).replace('hunter2', 'hunter3') }),
      'The SMTP server 127.0.0.1 does not accept the user or the password; see TURNPOST_SMTP_URL.\n',
    ],
    [
      'an IMAP port that nobody listens on',
      async () => ({ TURNPOST_IMAP_URL: `imap://u:hunter2@127.0.0.1:${await freePort()}/INBOX` }),
      'The IMAP server 127.0.0.1 cannot be reached (ECONNREFUSED); see TURNPOST_IMAP_URL.\n',
    ],
    [
      'a missing variable',
      async () => ({ TURNPOST_SMTP_URL: '' }),
      'The configuration is not complete:\nTURNPOST_SMTP_URL is not set\n',
    ],
  ];
  it.each(dice.sample(WRONG, 1))(
    'ends with one clear line and exit code 1 after %s',
    async (_, wrong, line) => {
      const program = start({ ...right(), ...(await wrong()) }, 'start');
      expect(await program.ended()).toEqual({ code: 1, signal: null });
      expect(program.output().replace(/^\{.*\n/gm, '')).toBe(line);
      expect(program.output()).not.toContain('hunter');
    },
  );

  const BROKEN: readonly [string, string, string][] = [
    ['is none', '', 'file is not a database'],
    ['is of a newer program', '.newer', 'the database is newer than this program (9999 > '],
    ['has a damaged secret', '.whole', '.secret is damaged: put the backup back'],
  ];
  it.each(dice.sample(BROKEN, 1))('ends so with a database that %s', async (_, name, line) => {
    const path = join(folder, `broken.sqlite${name}`);
    if (name === '') writeFileSync(path, 'no database'.padEnd(4096));
    if (name === '.newer') openSqlite(path).pragma('user_version = 9999');
    if (name === '.whole') writeFileSync(`${path}.secret`, 'half of i');
    const env = { ...right(), TURNPOST_DATABASE: path, TURNPOST_LOG: 'warn' };
    const program = start(env, 'start');
    expect(await program.ended()).toEqual({ code: 1, signal: null });
    expect(program.output()).toContain(line);
    expect(program.output()).toMatch(new RegExp(`^${path}: .+\n$`));
  });

  // Where a file stands in the way, Node.js 20 finds it when it looks, newer ones when they make a folder.
  const ODD: readonly [string, string | RegExp][] = [
    ['/proc/turnpost/turnpost.sqlite', "ENOENT: no such file or directory, mkdir '/proc/turnpost'"],
    ['/sys/turnpost/turnpost.sqlite', 'mkdir'],
    ['/dev/null', 'this is not a file'],
    ['/dev/null/turnpost.sqlite', /ENOTDIR|EEXIST/],
    ['FOLDER/loop', 'ELOOP'],
    ['FOLDER/nowhere/turnpost.sqlite', 'EEXIST'],
  ];
  it.each(dice.sample(ODD, 1))('ends so with no place for a database: %s', async (odd, line) => {
    const place = mkdtempSync(join(folder, 'odd-'));
    writeFileSync(join(place, 'file'), '');
    symlinkSync('loop', join(place, 'loop'));
    symlinkSync('missing', join(place, 'nowhere'));
    const path = odd.replace('FOLDER', place);
    const device = statSync('/dev/null').mode;
    const env = { ...right(), TURNPOST_DATABASE: path, TURNPOST_LOG: 'warn' };
    const program = start(env, 'start');
    expect(await program.ended()).toEqual({ code: 1, signal: null });
    expect(program.output()).toMatch(line);
    expect(program.output()).toMatch(new RegExp(`^${path}: .+\n$`));
    const check = start(env, 'check', '--offline');
    expect(await check.ended()).toEqual({ code: 1, signal: null });
    expect(check.output()).toMatch(
      new RegExp(`^wrong +database +${path}: .+TURNPOST_DATABASE`, 'm'),
    );
    expect(statSync('/dev/null').mode).toBe(device);
  });

  it('reads .env, waits for letters, and stops at SIGTERM', async () => {
    const env = Object.entries(right()).map(([name, value]) => `${name}=${value}\n`);
    writeFileSync(join(folder, '.env'), env.join(''));
    const program = start({}, 'start');
    await program.prints('waiting for e-mail');
    program.signal('SIGTERM');
    expect(await program.ended()).toEqual({ code: 0, signal: null });
    expect(program.output()).toContain('"msg":"stopped"');
    rmSync(join(folder, '.env'));
  });

  it('runs the sandbox with nothing set, and stops at SIGINT', async () => {
    const program = start({ TURNPOST_SANDBOX_PORT: '0' }, 'start');
    await program.prints('Nothing leaves this machine.');
    expect(program.output()).toMatch(/The sandbox runs at http:\/\/127\.0\.0\.1:\d+/);
    program.signal('SIGINT');
    expect(await program.ended()).toEqual({ code: 0, signal: null });
  });
});
