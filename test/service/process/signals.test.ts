import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs';
import { createServer, connect as dial } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { openSqlite } from '../../../src/store/file/database.ts';
import { hasNotify, listenForNotices } from '../../support/process/notify-socket.ts';
import { startProgram } from '../../support/process/process.ts';
import { newFolder } from '../../support/run/folder.ts';
import { present } from '../../support/run/present.ts';
import { throwDice } from '../../support/run/seed.ts';
import { startFakeImap } from '../../support/servers/fake-imap.ts';
import { freePort, until } from '../../support/servers/ports.ts';
import { startSmtp } from '../../support/servers/scripted-smtp.ts';
import { statesOut } from '../../support/stored/letters.ts';

const dice = throwDice('signals');

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const notifies = present('python3, systemd-notify', hasNotify());
let folder: string;
beforeAll(() => {
  folder = newFolder();
});

const envFor = (name: string, imapPort: number, smtpPort: number) => ({
  TURNPOST_ADDRESS: 'games@turnpost.test',
  TURNPOST_IMAP_URL: `imap://games:hunter2@127.0.0.1:${imapPort}/INBOX`,
  TURNPOST_SMTP_URL: `smtp://games:hunter2@127.0.0.1:${smtpPort}`,
  TURNPOST_DATABASE: join(folder, name),
  // Of each its own: one that finds the copies of another says that its own database is lost.
  TURNPOST_BACKUP_DIR: join(folder, `${name}-copies`),
});

describe('a server', () => {
  it.runIf(dice.takes())(
    'outlives what is no reason to stop, and stops in order though everything hangs',
    async () => {
      const never = new Promise<undefined>(() => undefined);
      let said = false;
      let asked = false;
      const smtp = await startSmtp((step) => {
        said ||= step === 'END';
        return step === 'END' ? never : undefined;
      });
      const imap = await startFakeImap(['From: a@x.test\r\n\r\nHi'], () => {
        asked = said;
        return asked;
      });
      const socket = notifies ? await listenForNotices(join(folder, 'notify')) : undefined;
      const server = startProgram(
        'dist/main.js',
        ['start'],
        {
          ...envFor('hangs.sqlite', imap.port, smtp.port),
          TURNPOST_POLL: '* * * * * *',
          TURNPOST_HEALTH_PORT: '0',
          ...(socket && { NOTIFY_SOCKET: socket.path, WATCHDOG_USEC: '2000000' }),
        },
        folder,
      );
      await server.prints('waiting for e-mail');
      await until('the letter waits for its last reply, and the mailbox for its letters', () => {
        return said && asked;
      });

      server.signal('SIGUSR1');
      await server.prints('"msg":"status"');
      server.signal('SIGHUP');
      await server.prints('the terminal is gone; the server goes on');
      server.signal('SIGPIPE');
      const [, health = ''] = /"health":"([^"]+)"/.exec(server.output()) ?? [];
      const answer = await fetch(health);
      expect(await answer.json()).toMatchObject({ status: 'ok', wrong: [] });
      const kept = dial(Number(new URL(health).port), '127.0.0.1');
      kept.on('error', () => undefined);
      kept.write('GET /healthz HTTP/1.1\r\n');
      if (socket) await until('it is alive', () => socket.told().includes('WATCHDOG=1'));

      server.signal('SIGTERM');
      expect(await server.ended()).toEqual({ code: 0, signal: null });
      expect(server.output()).not.toMatch(/Debugger|inspector|hunter2/);
      expect(server.output()).toContain('"msg":"stopped"');
      kept.destroy();
      const db = openSqlite(join(folder, 'hangs.sqlite'));
      const states = statesOut(db);
      db.close();
      expect(states).toEqual(['waiting']);
      if (socket) {
        await until('it has said that it stops', () => socket.told().includes('STOPPING=1'));
        expect(socket.told().slice(0, 2)).toEqual([
          'STATUS=Starting',
          expect.stringMatching(/^EXTEND_TIMEOUT_USEC=\d+$/),
        ]);
        const order = ['READY=1', 'WATCHDOG=1', 'STOPPING=1'].map((each) =>
          socket.told().indexOf(each),
        );
        expect(order).toEqual([...order].sort((one, other) => one - other));
        expect(order).not.toContain(-1);
      }
      socket?.stop();
      await imap.stop();
      await smtp.stop();
    },
  );

  it('stops while it still waits for its mail server', async () => {
    const smtp = await startSmtp(() => undefined);
    let reached = false;
    const silent = createServer(() => {
      reached = true;
    });
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as { port: number };
    const server = startProgram(
      'dist/main.js',
      ['start'],
      envFor('silent.sqlite', port, smtp.port),
      folder,
    );
    await until('it waits for the mail server', () => reached);
    server.signal('SIGTERM');
    expect(await server.ended()).toEqual({ code: 0, signal: null });
    silent.close();
    await smtp.stop();
  });

  it.runIf(dice.takes())('goes on when nobody takes its log', async () => {
    const log = pathToFileURL(join(ROOT, 'dist/log.js'));
    const script = `
      const { openLog } = await import(${JSON.stringify(log)});
      const log = openLog('info');
      for (let line = 0; line < 2_000; line++) log.info({ line }, 'x'.repeat(100));
      console.error('alive');`;
    const full = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
      encoding: 'utf8',
    });
    expect([full.status, full.stderr]).toEqual([0, 'alive\n']);
    const gone = execFile(process.execPath, ['--input-type=module', '-e', script]);
    gone.stdout?.destroy();
    expect(await new Promise((resolve) => gone.once('exit', resolve))).toBe(0);
  });

  describe('whose standard output is a pipe that nobody reads', () => {
    /** A pipe that is full. Its other end is read only when that is asked for. */
    const fullPipe = (name: string) => {
      const path = join(folder, name);
      execFileSync('mkfifo', [path]);
      const end = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
      const chunk = Buffer.alloc(4096, '\n');
      const write = () => {
        try {
          return writeSync(end, chunk) > 0;
        } catch {
          return false;
        }
      };
      while (write());
      // Another one to read by: a child shares its flags with those it was given.
      return { end, from: openSync(path, constants.O_RDONLY | constants.O_NONBLOCK) };
    };
    const ended = (child: ChildProcess) =>
      new Promise<readonly unknown[]>((resolve) => child.once('exit', (...how) => resolve(how)));

    it('goes on, and ends when it is told to', async () => {
      const smtp = await startSmtp(() => undefined);
      const imap = await startFakeImap([], () => false);
      const { end } = fullPipe('unread');
      const port = await freePort();
      const server = spawn(process.execPath, ['dist/main.js', 'start'], {
        cwd: ROOT,
        env: {
          PATH: process.env['PATH'],
          ...envFor('unread.sqlite', imap.port, smtp.port),
          TURNPOST_HEALTH_PORT: String(port),
        },
        stdio: ['ignore', end, 'inherit'],
      });
      const over = ended(server);
      const health = () =>
        fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(10_000) }).then(
          (answer) => answer.ok,
          () => false,
        );
      try {
        await until('its health is told', health);
        for (let signal = 0; signal < 20; signal++) server.kill('SIGUSR1');
        expect(await health()).toBe(true);
        server.kill('SIGTERM');
        const late = new Promise((resolve) => setTimeout(resolve, 20_000, 'it does not end'));
        expect(await Promise.race([over, late])).toEqual([0, null]);
      } finally {
        server.kill('SIGKILL');
        closeSync(end);
        await smtp.stop();
        await imap.stop();
      }
    });

    it('keeps the first lines, and says how many were dropped when it is read again', async () => {
      const { end, from } = fullPipe('dropped');
      const script = `
        const { openLog } = await import(${JSON.stringify(pathToFileURL(join(ROOT, 'dist/log.js')))});
        process.stdout.on('error', () => undefined);
        const log = openLog('info');
        for (let line = 0; line < 10_000; line++) log.info({ line }, 'x'.repeat(100));
        console.error('alive');
        process.stdin.once('data', () => { log.fatal('the last line'); process.exit(0); });`;
      const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
        stdio: ['pipe', end, 'pipe'],
      });
      const over = ended(child);
      await new Promise((resolve) => child.stderr?.once('data', resolve));
      const chunks: Buffer[] = [];
      const read = (): string => {
        const chunk = Buffer.alloc(65_536);
        try {
          for (;;) chunks.push(Buffer.from(chunk.subarray(0, readSync(from, chunk))));
        } catch {
          // It is empty.
        }
        return Buffer.concat(chunks).toString('utf8').trim();
      };
      await until('the log says what is missing', () => read().includes('"dropped":'));
      child.stdin?.end('\n');
      expect(await over).toEqual([0, null]);
      const lines = read()
        .split('\n')
        .map((line) => JSON.parse(line) as { line?: number; dropped?: number; msg: string });
      const kept = lines.flatMap(({ line }) => (line === undefined ? [] : [line]));
      expect(kept.slice(0, 400)).toEqual(Array.from({ length: 400 }, (_, line) => line));
      const dropped = lines.find((line) => line.dropped !== undefined)?.dropped ?? 0;
      expect(kept.length + dropped).toBe(10_000);
      expect(lines.at(-1)?.msg).toBe('the last line');
      closeSync(end);
    });
  });

  it('says in one line what the machine lacks, and does not begin', () => {
    const start = 'ulimit -n 64; exec "$0" dist/main.js start';
    const { status, stderr } = spawnSync('bash', ['-c', start, process.execPath], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect(status).toBe(78);
    expect(stderr).toBe(
      'The system gives only 64 open files (ulimit -n); use 256 open files (ulimit -n).\n',
    );
  });
});
