import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pino, { type Logger } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AlarmName } from '../../../src/intent.ts';
import { healthLimits } from '../../../src/server-limits.ts';
import { makeHealthCheck } from '../../../src/service/health/troubles.ts';
import { makeAlertCommand, makeNotifier, startWatch } from '../../../src/service/health/watch.ts';
import { makePulse } from '../../../src/service/shell/pulse.ts';
import { openDesk } from '../../support/desk/desk.ts';
import { newFolder } from '../../support/run/folder.ts';
import { until } from '../../support/servers/ports.ts';

let folder: string;
let lines: { msg: string; how?: string }[];
let command: ReturnType<typeof makeAlertCommand> | undefined;
let log: Logger;
const calling = (name: AlarmName, state: 'began' | 'over' = 'began') => ({
  name,
  state,
  since: Date.UTC(2026, 10, 21, 9),
  why: 'it cannot be reached (ECONNREFUSED)',
});
const path = (name: string) => join(folder, name);
const read = (name: string) => (existsSync(path(name)) ? readFileSync(path(name), 'utf8') : '');
const isAlive = (pid: string): boolean => {
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch {
    return false;
  }
};

beforeEach(() => {
  folder = newFolder();
  // A command that is ended behind a test is told of after it, and not to the next one.
  const told: typeof lines = [];
  lines = told;
  log = pino({ level: 'debug' }, { write: (line: string) => void told.push(JSON.parse(line)) });
});
afterEach(() => {
  command?.stop();
  command = undefined;
  vi.unstubAllEnvs();
});

describe('the alert command', () => {
  it('is told what is wrong, one call after the other, and no secret', async () => {
    vi.stubEnv('TURNPOST_SMTP_URL', 'smtp://games:hunter2@host');
    vi.stubEnv('NOTIFY_SOCKET', '/run/notify');
    command = makeAlertCommand(`(env; sed 's/^/in: /') >> ${path('said')}`, log);
    command.run(calling('mailbox'));
    command.run(calling('mailbox', 'over'));
    await until('both have run', () => read('said').split('in: ').length === 3);
    const said = read('said');
    const text =
      'Turnpost cannot read its mailbox since 2026-11-21 09:00 UTC (it cannot be reached';
    expect(
      said
        .split('\n')
        .filter((line) => /^(TURNPOST|in:|NOTIFY)/.test(line))
        .sort(),
    ).toEqual(
      [
        `TURNPOST_ALERT=${text} (ECONNREFUSED))`,
        'TURNPOST_ALERT_STATE=began',
        'TURNPOST_ALERT_TROUBLE=mailbox',
        `in: ${text} (ECONNREFUSED))`,
        `TURNPOST_ALERT=Over: ${text} (ECONNREFUSED))`,
        'TURNPOST_ALERT_STATE=over',
        'TURNPOST_ALERT_TROUBLE=mailbox',
        `in: Over: ${text} (ECONNREFUSED))`,
      ].sort(),
    );
    expect(said).toMatch(/^PATH=/m);
    expect(said).not.toContain('hunter2');
    expect(lines).toEqual([]);
  });

  it('is ended with all that it has started, when it takes too long', async () => {
    command = makeAlertCommand(`sleep 1000 & echo $! > ${path('pid')}; wait`, log, 2_000);
    command.run(calling('disk'));
    await until('it has begun', () => read('pid') !== '');
    await until('it is ended', () => lines.length === 1);
    expect(lines[0]).toMatchObject({ how: 'took too long, and ended with code' });
    await until('nothing of it is left', () => !isAlive(read('pid')));
  });

  it('is ended by a stop, and no other begins', async () => {
    command = makeAlertCommand(`echo $$ >> ${path('pid')}; sleep 1000`, log);
    command.run(calling('disk'));
    command.run(calling('door'));
    await until('the first has begun', () => read('pid') !== '');
    command.stop();
    await until('it has ended', () => lines.length === 1);
    expect(isAlive(read('pid'))).toBe(false);
    expect(read('pid').split('\n')).toHaveLength(2);
  });

  it('that fails, or does not exist, is told of in the log', async () => {
    command = makeAlertCommand('exit 3', log);
    command.run(calling('disk'));
    await until('it is told', () => lines.length === 1);
    command = makeAlertCommand('no-such-program-here', log);
    command.run(calling('disk'));
    await until('it is told', () => lines.length === 2);
    expect(lines).toMatchObject([
      { msg: 'the alert command failed', code: 3 },
      { msg: 'the alert command failed', code: 127 },
    ]);
  });
});

describe('the service manager', () => {
  it('hears of life only while the work moves, and what is wrong in a line', async () => {
    const fake = path('systemd-notify');
    writeFileSync(fake, `#!/bin/sh\nfor each; do echo "$each" >> ${path('told')}; done\n`);
    chmodSync(fake, 0o700);
    vi.stubEnv('PATH', `${folder}:${process.env['PATH']}`);
    const desk = openDesk();
    const { shell, time } = desk;
    const { pulse } = shell;
    const watch = startWatch(shell, {
      check: makeHealthCheck(shell, () => 1e10),
      command: undefined,
      notifier: makeNotifier({ socket: path('socket'), watchdogMs: 60 }, log),
      wake: () => undefined,
    });
    const told = () => read('told').split('\n');
    const signs = () => told().filter((line) => line === 'WATCHDOG=1').length;
    await until('it is ready and alive', () => told().includes('READY=1') && signs() > 1);
    pulse.begin('round');
    pulse.pollEnded(time.now, 'it cannot be reached (ETIMEDOUT)');
    for (let ms = 0; ms <= healthLimits.hungMs + 120_000; ms += 60_000) {
      time.now += 60_000;
      watch.look();
    }
    expect(pulse.isHung(time.now)).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 500));
    const before = signs();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(signs()).toBe(before);
    expect(told()).toContainEqual(
      expect.stringMatching(/^STATUS=Turnpost cannot read its mailbox since .* \(ETIMEDOUT\)\)$/),
    );
    pulse.reached('receive: stored');
    watch.look();
    await until('it is alive again', () => signs() > before);
    watch.stop();
    desk.close();
    expect(lines).toEqual([]);
  });
});

describe('work that hangs', () => {
  it('is seen in each lane, and not while the machine slept', () => {
    const pulse = makePulse(0);
    let now = 0;
    const pass = (ms: number): boolean => {
      for (const end = now + ms; now < end; ) {
        now += 60_000;
        pulse.recordProgress(now);
      }
      return pulse.isHung(now);
    };
    expect(pass(2 * healthLimits.hungMs)).toBe(false);
    pulse.begin('round');
    // The way out moves, and what goes on aside, but not the round.
    const others = ['deliver: sending', 'analyse: before count', 'prune: committed'];
    for (let minute = 0; minute < 12; minute++) {
      for (const point of others) pulse.reached(point);
      expect(pass(60_000)).toBe(false);
    }
    now += 3 * healthLimits.hungMs;
    pulse.recordProgress(now);
    expect(pulse.isHung(now)).toBe(false);
    for (const point of others) pulse.reached(point);
    expect(pass(healthLimits.hungMs + 60_000)).toBe(true);
    pulse.end('round');
    expect(pass(60_000)).toBe(false);
  });
});
