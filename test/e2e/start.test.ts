import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PostOffice, startPostOffice } from '../../sandbox/postoffice.ts';
import { openSqlite } from '../../src/store/file/database.ts';
import { startProgram } from '../support/process/process.ts';
import { throwDice } from '../support/run/seed.ts';
import { freePort } from '../support/servers/ports.ts';

const { version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { version: string };
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
      'an SMTP port that nobody listens on',
      async () => ({ TURNPOST_SMTP_URL: `smtp://u:hunter2@127.0.0.1:${await freePort()}` }),
      'The SMTP server 127.0.0.1 cannot be reached (ECONNREFUSED); see TURNPOST_SMTP_URL.\n',
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
    ['/proc/turnpost.sqlite', 'ENOENT: no such file or directory'],
    ['/sys/turnpost/turnpost.sqlite', 'mkdir'],
    ['/dev/null', 'this is not a file'],
    ['/dev/null/turnpost.sqlite', /ENOTDIR|EEXIST/],
    ['FOLDER/file/turnpost.sqlite', /ENOTDIR|EEXIST/],
    ['FOLDER/loop', 'ELOOP'],
    ['FOLDER/loop/turnpost.sqlite', 'ELOOP'],
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

  const OPTIONS: readonly [string, string][] = [
    ['--help', 'Usage: turnpost COMMAND'],
    ['-h', 'Usage: turnpost COMMAND'],
    ['--version', version],
    ['-V', version],
  ];
  it.each(dice.sample(OPTIONS, 1))('knows %s, too', async (option, begins) => {
    const program = start({}, option);
    expect(await program.ended()).toEqual({ code: 0, signal: null });
    expect(program.output().slice(0, begins.length)).toBe(begins);
  });

  it.runIf(dice.takes())('checks a configuration without using it', async () => {
    const program = start(right(), 'check', '--offline');
    expect(await program.ended()).toEqual({ code: 0, signal: null });
    expect(program.output()).toContain('The configuration is complete. Mode: worker.\n');
    expect(program.output()).not.toMatch(/^\S+ +(?:imap|smtp|letter) /m);
  });

  it.runIf(dice.takes())('names what it does not know', async () => {
    const program = start({}, 'strat');
    expect(await program.ended()).toEqual({ code: 64, signal: null });
    expect(program.output()).toContain('There is no command strat.');
    expect(program.output()).toContain('turnpost start\n');
  });

  it.runIf(dice.takes())('counts positions, and solves one', async () => {
    const perft = start({}, 'perft', 'forms', '4x4', '3');
    expect(await perft.ended()).toEqual({ code: 0, signal: null });
    expect(perft.output()).toMatch(/^0 1 \S+\n1 24 \S+\n2 448 \S+\n3 6448 \S+\n$/);
    const solve = start({}, 'solve', 'forms 8x8 8/8/8/4xxx./4wx2/4x3/8/8 w');
    expect(await solve.ended()).toEqual({ code: 0, signal: null });
    expect(solve.output()).toContain('Winning moves (4): e4-e2 e4-d3 e4-g4 e4-f6');
    const wrong = start({}, 'solve', 'nonsense');
    expect(await wrong.ended()).toEqual({ code: 1, signal: null });
    expect(wrong.output()).toBe(
      'That is no position to solve: not-a-position.\nWrite it like "forms 4x4 4/.xx./.ww./4 x".\n',
    );
  });

  it('runs the sandbox with nothing set, and stops at SIGINT', async () => {
    const program = start({ TURNPOST_SANDBOX_PORT: '0' }, 'start');
    await program.prints('Nothing leaves this machine.');
    expect(program.output()).toMatch(/The sandbox runs at http:\/\/127\.0\.0\.1:\d+/);
    program.signal('SIGINT');
    expect(await program.ended()).toEqual({ code: 0, signal: null });
  });
});
