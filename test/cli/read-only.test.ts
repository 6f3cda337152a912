import { execFileSync, spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PostOffice, startPostOffice } from '../../sandbox/postoffice.ts';
import { PACKAGE_ROOT } from '../../src/package-root.ts';
import { startProgram } from '../support/process/process.ts';
import { newFolder } from '../support/run/folder.ts';
import { skipping } from '../support/run/present.ts';
import { throwDice } from '../support/run/seed.ts';

const GAMES = 'games@turnpost.test';
const UNSHARE = '/usr/bin/unshare';
const MAIN = resolve(PACKAGE_ROOT, 'dist/main.js');

/** Mounts a folder for reading alone, which only the command sees that is run then. */
const READ_ONLY = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && cd "$0" && exec "$@"';
const behind = (folder: string, ...command: readonly string[]): readonly string[] => [
  ...['--mount', 'sh', '-c', READ_ONLY, folder],
  ...command,
];

function canMount(): boolean {
  const folder = newFolder();
  try {
    execFileSync(UNSHARE, behind(folder, 'true'), { stdio: 'ignore' });
    return true;
  } catch {
    skipping('nothing can be mounted here; root can');
    return false;
  }
}

describe.skipIf(!canMount())('on a disk that can only be read', () => {
  let office: PostOffice;
  let folder: string;
  let env: Record<string, string>;
  beforeAll(async () => {
    folder = newFolder();
    const people = [{ address: GAMES, password: 'hunter2' }];
    office = await startPostOffice({ domain: 'turnpost.test', people, now: () => Date.now() });
    env = {
      TURNPOST_ADDRESS: GAMES,
      TURNPOST_IMAP_URL: office.imapUrl(GAMES),
      TURNPOST_SMTP_URL: office.smtpUrl(GAMES),
    };
    const server = startProgram('dist/main.js', ['start'], env, folder);
    await server.prints('waiting for e-mail');
    server.signal('SIGTERM');
    await server.ended();
    writeFileSync(join(folder, '.env'), 'TURNPOST_POLL=* * * * *\n');
  });
  afterAll(() => office.stop());

  async function run(args: readonly string[], more: Record<string, string> = {}, input = '') {
    const before = readdirSync(folder, { recursive: true });
    const command = behind(folder, process.execPath, MAIN, ...args);
    const child = spawn(UNSHARE, command, {
      env: { PATH: process.env['PATH'], ...env, ...more },
    });
    const said = { out: '', error: '' };
    child.stdout.on('data', (chunk: Buffer) => {
      said.out += chunk.toString('utf8');
    });
    child.stderr.on('data', (chunk: Buffer) => {
      said.error += chunk.toString('utf8');
    });
    child.stdin.end(input);
    const code = await new Promise((ended) => child.once('close', ended));
    expect(said.out + said.error).not.toMatch(/^ +at /m);
    expect(readdirSync(folder, { recursive: true })).toEqual(before);
    return { code, ...said };
  }
  const RO = 'EROFS: read-only file system';
  const database = () => join(folder, 'data/turnpost.sqlite');

  const COMMANDS: readonly (readonly [string, ...string[]])[] = [
    ['start', 'start'],
    ['takeover', 'takeover'],
    ['status', 'status'],
    ['players', 'players'],
    ['secret', 'secret', 'rotate', '--yes'],
    ['backup', 'backup', `${join(tmpdir(), 'turnpost-never.sqlite')}`],
  ];
  const some = throwDice('a disk that can only be read').sample(COMMANDS, 2);
  it.each(some)('%s ends with one line', async (_, ...args) => {
    const { code, out, error } = await run(args);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(error).toMatch(/^[^\n]+\n$/);
    expect(error).toContain(RO);
    expect(error).toContain(database());
  });

  it('start ends with one line where no database is yet', async () => {
    for (const name of ['new.sqlite', 'new/new.sqlite']) {
      const path = join(folder, name);
      const { code, error } = await run(['start'], { TURNPOST_DATABASE: path });
      expect(code).toBe(1);
      expect(error).toMatch(/^[^\n]+\n$/);
      expect(error).toContain(`${path}: ${RO}`);
    }
  });

  it('a piped letter is to come again later', async () => {
    const letter = `From: a@home.test\nTo: ${GAMES}\nSubject: x\n\nhi\n`;
    expect(await run(['receive'], {}, letter)).toEqual({
      code: 75,
      out: '',
      error: 'turnpost cannot store the e-mail now: EROFS\n',
    });
  });

  it('check says where, and what to do', async () => {
    const { code, out } = await run(['check', '--offline']);
    const wrong = out.split('\n').filter((line) => line.startsWith('wrong'));
    expect(code).toBe(1);
    expect(wrong).toHaveLength(1);
    expect(wrong[0]).toContain(`${database()}: ${RO}`);
    expect(wrong[0]).toContain('mount it for writing');
  });

  it('init says so before it asks, and changes nothing', async () => {
    const { code, out, error } = await run(
      ['init', '--yes', '--no-try', '--password-stdin'],
      {},
      'x\n',
    );
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(error).toBe(
      `${folder} is not writable (EROFS). Run turnpost init in a folder of its own.\n`,
    );
    expect(readFileSync(join(folder, '.env'), 'utf8')).toBe('TURNPOST_POLL=* * * * *\n');
  });

  it('copies alone: the server goes on, and says it once for each try', async () => {
    const elsewhere = newFolder();
    const copies = {
      TURNPOST_DATABASE: join(elsewhere, 'turnpost.sqlite'),
      TURNPOST_BACKUP_DIR: join(folder, 'copies'),
    };
    const command = behind(folder, process.execPath, MAIN, 'start');
    const child = spawn(UNSHARE, command, {
      env: { PATH: process.env['PATH'], ...env, ...copies },
    });
    let out = '';
    const closed = new Promise((ended) => child.once('close', ended));
    const seen = new Promise<void>((done) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk: Buffer) => {
          out += chunk.toString('utf8');
          if (/no copy of the database/.test(out) && /waiting for e-mail/.test(out)) done();
        });
      }
    });
    const tooEarly = closed.then((code) => Promise.reject(new Error(`${code}: ${out}`)));
    await Promise.race([seen, tooEarly]);
    tooEarly.catch(() => undefined);
    await new Promise((later) => setTimeout(later, 2_000));
    expect(child.exitCode).toBeNull();
    child.kill('SIGTERM');
    expect(await closed).toBe(0);
    expect(out).not.toMatch(/^ +at /m);
    expect(out.match(/no copy of the database/g)).toHaveLength(1);
  });
});
