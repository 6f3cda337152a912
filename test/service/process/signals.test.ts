import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { createServer, connect as dial } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSqlite } from '../../../src/store/file/sqlite.ts';
import { hasNotify, listenForNotices } from '../../support/process/notify-socket.ts';
import { startProgram } from '../../support/process/process.ts';
import { present } from '../../support/run/present.ts';
import { onlyInFull, throwDice } from '../../support/run/seed.ts';
import { startFakeImap } from '../../support/servers/fake-imap.ts';
import { until } from '../../support/servers/ports.ts';
import { startSmtp } from '../../support/servers/scripted-smtp.ts';

const dice = throwDice('signals');

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const notifies = present('python3, systemd-notify', hasNotify());
const COMPILER = '/usr/bin/cc';
const hasCompiler = present('cc', existsSync(COMPILER));
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnpost-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const envFor = (name: string, imapPort: number, smtpPort: number) => ({
  TURNPOST_ADDRESS: 'games@turnpost.test',
  TURNPOST_IMAP_URL: `imap://games:hunter2@127.0.0.1:${imapPort}/INBOX`,
  TURNPOST_SMTP_URL: `smtp://games:hunter2@127.0.0.1:${smtpPort}`,
  TURNPOST_DATABASE: join(folder, name),
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
      await server.prints('waiting for letters');
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
      const states = db.prepare('select state from outbox').pluck().all();
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

  it.runIf(onlyInFull() && hasCompiler)('stops while a name is looked up', async () => {
    const library = join(folder, 'slow.so');
    const source = 'int getaddrinfo() { sleep(1000); return -3; }\n';
    execFileSync(COMPILER, ['-shared', '-fPIC', '-w', '-x', 'c', '-', '-o', library], {
      input: source,
    });
    const smtp = await startSmtp(() => undefined);
    const env = envFor('slow.sqlite', 1, smtp.port);
    const server = startProgram(
      'dist/main.js',
      ['start'],
      {
        ...env,
        TURNPOST_IMAP_URL: 'imap://games:hunter2@imap.slow.test/INBOX',
        LD_PRELOAD: library,
      },
      folder,
    );
    await server.prints('0031_alarms');
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    server.signal('SIGTERM');
    // The only end that cannot be one of our own.
    expect(await server.ended()).toEqual({ code: null, signal: 'SIGTERM' });
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
