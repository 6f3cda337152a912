import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { healthLimits } from '../../../src/server-limits.ts';
import { type Program, startProgram } from '../../support/process/process.ts';
import { newFolder } from '../../support/run/folder.ts';
import { onlyInFull, throwDice } from '../../support/run/seed.ts';
import { until } from '../../support/servers/ports.ts';
import { type SmtpServer, startSmtp } from '../../support/servers/scripted-smtp.ts';

const dice = throwDice('hosts that count');

/** The program itself, with submission servers as they are in the world; letters come by the pipe. */

const MAIN = fileURLToPath(new URL('../../../dist/main.js', import.meta.url));
const ADMIN = 'admin@turnpost.test';
let folder: string;
let host: SmtpServer;
let server: Program;
/** What the host says to the end of a letter. */
let says: string | undefined;
let env: Record<string, string>;

beforeEach(async () => {
  folder = newFolder();
  says = undefined;
  host = await startSmtp((step) => (step === 'END' ? says : undefined));
  env = {
    TURNPOST_ADDRESS: 'games@turnpost.test',
    TURNPOST_ADMINS: ADMIN,
    TURNPOST_IMAP_URL: 'none',
    TURNPOST_SMTP_URL: `smtp://games:hunter2@127.0.0.1:${host.port}`,
    TURNPOST_DATABASE: join(folder, 'turnpost.sqlite'),
  };
});
afterEach(async () => {
  server.signal('SIGKILL');
  await server.ended();
  await host.stop();
});

async function start(more: Record<string, string>): Promise<void> {
  Object.assign(env, more);
  server = startProgram('dist/main.js', ['start'], env, folder);
  await server.prints('waiting for e-mail');
}

/** Another process, which is waited for without a halt: the host is in this one. */
async function turnpost(args: readonly string[], input = ''): Promise<string> {
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...env },
  });
  child.stdin.end(input);
  const [out, error, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  expect({ code, error }, args.join(' ')).toEqual({ code: 0, error: '' });
  return out;
}

/** A stranger asks for help. */
const ask = (name: string): Promise<string> => {
  const header = `From: ${name}@${name}.test\nTo: games@turnpost.test\nMessage-ID: <1@${name}.test>`;
  return turnpost(['receive'], `${header}\nSubject: help\n\n`);
};
const to = (name: string): readonly object[] =>
  host.sent.filter((letter) => letter.to.startsWith(name));

describe('a server', () => {
  it.runIf(dice.takes())(
    'hands over no more letters in an hour than its host takes, and says so in time',
    async () => {
      await start({ TURNPOST_LETTERS_PER_HOUR: '5' });
      const names = ['anna', 'bert', 'cleo', 'dora', 'emil'];
      for (const name of names) await ask(name);
      await until('the admin knows', () => to('admin').length > 0);
      await until('e-mails wait', async () =>
        /E-mails waiting for the quota: [1-9]/.test(await turnpost(['status'])),
      );
      expect(host.sent.length).toBeLessThanOrEqual(5);
      expect(names.filter((name) => to(name).length > 0).length).toBeGreaterThan(0);
      expect(names.filter((name) => to(name).length > 1)).toEqual([]);
      expect(await turnpost(['status'])).toMatch(/^E-mails sent in the last hour: [345] of 5$/m);
      expect(await turnpost(['outbox'])).toContain('no more letters in this hour');
    },
  );

  it.runIf(onlyInFull())('calls once for a backup that fails, also by a command', async () => {
    const calls = join(folder, 'calls');
    writeFileSync(join(folder, 'file'), '');
    await start({
      TURNPOST_BACKUP_DIR: join(folder, 'file', 'backups'),
      TURNPOST_ALERT_COMMAND: `echo "$TURNPOST_ALERT_TROUBLE $TURNPOST_ALERT_STATE" >> ${calls}`,
    });
    await until('somebody is called', () => existsSync(calls), 2 * healthLimits.lookMs);
    await until('the admin has a letter', () => to('admin').length > 0);
    await new Promise((resolve) => setTimeout(resolve, 1.2 * healthLimits.lookMs));
    expect(readFileSync(calls, 'utf8')).toBe('backup began\n');
    expect(to('admin').length).toBe(1);
    expect(server.output()).not.toContain('hunter2');
  });
});
