import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv, stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newFolder } from '../../support/run/folder.ts';
import { until } from '../../support/servers/ports.ts';
import { type Sink, startSink } from '../../support/servers/sink.ts';

const MAIN = fileURLToPath(new URL('../../../dist/main.js', import.meta.url));
const PASSWORD = 'open "sesame"';

let folder: string;
let sink: Sink;
beforeEach(async () => {
  folder = newFolder();
  sink = await startSink('games', PASSWORD);
});
afterEach(() => sink.stop());

const settings = () => parseEnv(readFileSync(join(folder, '.env'), 'utf8'));

describe('turnpost init', () => {
  it('asks nothing where nobody sits, and tries what it is told before it writes', async () => {
    const args = ['init', '--yes', '--address', 'games@turnpost.test', '--imap', 'none'];
    const init = async (password: string) => {
      const server = ['--smtp', `smtp://games@127.0.0.1:${sink.port}`, '--password-stdin'];
      const child = spawn(process.execPath, [MAIN, ...args, ...server], {
        cwd: folder,
        env: { TURNPOST_POLL: '*/2 * * * *' },
      });
      const said = { out: '', error: '' };
      child.stdout.on('data', (chunk) => {
        said.out += chunk;
      });
      child.stderr.on('data', (chunk) => {
        said.error += chunk;
      });
      child.stdin.end(`${password}\n`);
      const code = await new Promise((resolve) => child.once('close', resolve));
      return { code, ...said };
    };
    const wrong = await init('sesame');
    expect(wrong).toMatchObject({ code: 1, out: '' });
    expect(wrong.error).toContain('127.0.0.1 does not accept the user or the password');
    expect(readdirSync(folder)).toEqual([]);
    const right = await init(PASSWORD);
    expect(right.code).toBe(0);
    expect(right.out).toMatch(/^\.env was written\.\n/);
    expect(right.out + right.error + wrong.error).not.toContain('sesame');
    expect(statSync(join(folder, '.env')).mode & 0o777).toBe(0o600);
    expect(settings()).toEqual({
      TURNPOST_ADDRESS: 'games@turnpost.test',
      TURNPOST_IMAP_URL: 'none',
      TURNPOST_SMTP_URL: `smtp://games:${encodeURIComponent(PASSWORD)}@127.0.0.1:${sink.port}`,
      TURNPOST_DATABASE: 'data/turnpost.sqlite',
      TURNPOST_POLL: '*/2 * * * *',
    });
  });

  describe.skipIf(!existsSync('/usr/bin/script'))('at a terminal', () => {
    let child: ChildProcess;
    let output: string;
    /** All of it, as it came. */
    let screen: string;
    let closed: Promise<number | null>;
    beforeEach(() => {
      output = '';
      screen = '';
      const command = `stty cols 70 rows 40; '${process.execPath}' '${MAIN}' init`;
      child = spawn('script', ['-qec', command, '/dev/null'], {
        cwd: folder,
        env: { PATH: process.env['PATH'], SHELL: '/bin/sh', TERM: 'xterm' },
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      child.stdin?.on('error', () => undefined);
      child.stdout?.on('data', (chunk: Buffer) => {
        output += chunk.toString('utf8');
        screen += chunk.toString('utf8');
      });
      closed = new Promise((resolve) => child.once('close', resolve));
    });
    afterEach(() => child.kill());

    /** Waits for a question, and types. */
    const type = async (question: string, keys: string): Promise<void> => {
      await until(`it asks: ${question}`, () =>
        stripVTControlCharacters(output).includes(question),
      );
      output = '';
      child.stdin?.write(keys);
    };
    const DOWN = '\u001b[B';

    it('asks, goes back to what does not work, and writes in the end', async () => {
      await type('Which address', 'games@turnpost.test\r');
      // The last but one: our own.
      await type('Who hosts the mail of turnpost.test', '\r');
      await type('How does the server receive', `${DOWN}\r`);
      await type('The submission server', `\u0015127.0.0.1:${sink.port}\r`);
      await type('from the start', `${DOWN}\r`);
      await type('The user name', '\u0015games\r');
      await type('How does the server log in', '\r');
      await type('The password', 'wrong\r');
      await type('admins', 'you@home.test\r');
      await type('The database file', '\r');
      await type('for the copies', '\r');
      await type('What do you want to change', '\r');
      expect(readdirSync(folder)).toEqual([]);
      await type('The user name', '\r');
      await type('How does the server log in', '\r');
      await type('The password', `${PASSWORD}\r`);
      await type('Write .env here?', '\r');
      await until('it is written', () => {
        // Where the program has one along, a unit is offered as well; no is what stands there.
        if (output.includes('systemd unit')) child.stdin?.write('\r');
        return existsSync(join(folder, '.env'));
      });
      child.stdin?.end();
      expect(await closed).toBe(0);
      expect(settings()).toMatchObject({
        TURNPOST_IMAP_URL: 'none',
        TURNPOST_SMTP_URL: `smtp://games:${encodeURIComponent(PASSWORD)}@127.0.0.1:${sink.port}`,
        TURNPOST_ADMINS: 'you@home.test',
      });
      expect(readdirSync(folder)).toEqual(['.env']);
      // What is typed is written anew at each key.
      const lines = stripVTControlCharacters(screen)
        .split(/\r?\n/)
        .filter((line) => !/[█_]/.test(line));
      expect(lines.join('\n')).toContain('│  The database is copied every ten minutes.');
      expect(lines.filter((line) => line.length > 70)).toEqual([]);
    });

    it('leaves everything as it is when somebody types Ctrl-C', async () => {
      await type('Which address', 'games@gmail.com\r');
      await type('Who hosts', '\u0003');
      await until('it says so', () => output.includes('Nothing was written.'));
      child.stdin?.end();
      expect(await closed).toBe(1);
      expect(readdirSync(folder)).toEqual([]);
    });
  });
});
