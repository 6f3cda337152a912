import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Health, openHealth } from '../../../src/service/health/page.ts';
import { makeHealthCheck } from '../../../src/service/health/troubles.ts';
import { letterCounts } from '../../../src/store/reading/overview.ts';
import { ALICE, openBoard } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { freePort } from '../../support/servers/ports.ts';
import { changeOut, lettersIn, statesOut } from '../../support/stored/letters.ts';

const submission = {
  send: async () => ({ kind: 'taken' }) as const,
  verify: async () => undefined,
  close: () => undefined,
};
const MEBIBYTE = 1024 ** 2;
let health: Health;
let port: number;
let free: number;

eachDesk();
beforeEach(async () => {
  free = 900 * MEBIBYTE;
  port = await freePort();
  health = await openHealth(
    desk.shell,
    submission,
    port,
    makeHealthCheck(desk.shell, () => free),
  );
});
afterEach(() => health.stop());

interface Got {
  readonly status: number | undefined;
  readonly body: string;
}

const ask = (path: string, options: { method?: string; host?: string; origin?: string } = {}) =>
  new Promise<Got>((resolve, reject) => {
    const { method = 'GET', host = `127.0.0.1:${port}`, origin } = options;
    const headers = { Host: host, ...(origin && { Origin: origin }) };
    const asked = request({ port, host: '127.0.0.1', path, method, headers }, (response) => {
      let body = '';
      response.on('data', (chunk) => {
        body += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode, body }));
    });
    asked.on('error', reject);
    asked.end();
  });
const figure = (body: string, name: string): number | undefined => {
  const line = body.split('\n').find((each) => each.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
};

describe('the pages for whoever watches over a server', () => {
  it('are for this machine, and nothing can be done there', async () => {
    const { shell } = desk;
    shell.pulse.pollEnded(shell.time.now(), undefined);
    const name = `localhost:${port}`;
    const answers = await Promise.all([
      ask('/healthz'),
      ask('/healthz?from=here', { host: name, origin: `http://${name}` }),
      ask('/healthz', { host: `games.example.org:${port}` }),
      ask('/metrics', { host: 'rebound.test' }),
      ask('/metrics', { origin: 'http://rebound.test' }),
      ask('/healthz', { method: 'POST' }),
      ask('/metrics', { method: 'DELETE' }),
      ask('/metrics', { method: 'HEAD' }),
      ask('/'),
      ask('/constructor'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([
      ...[200, 200],
      ...[403, 403, 403],
      ...[405, 405, 405],
      ...[404, 404],
    ]);
  });

  it('say that all is well, or name at once what is not', async () => {
    const { shell, time } = desk;
    const { pulse } = shell;
    const wrong = async () => {
      const { status, body } = await ask('/healthz');
      const said = JSON.parse(body) as { wrong: { name: string; why: string }[] };
      return [status, ...said.wrong.map(({ name, why }) => `${name}: ${why}`)];
    };
    expect(await wrong()).toEqual([503, 'starting: the mailbox was not read yet']);
    pulse.pollEnded(time.now, undefined);
    expect(await wrong()).toEqual([200]);
    pulse.pollEnded(time.now, 'it cannot be reached (ECONNREFUSED)');
    pulse.handOverEnded(time.now, 'ETIMEDOUT');
    pulse.stepEnded('prune', time.now, 'SQLITE_FULL');
    free = 200 * MEBIBYTE;
    expect(await wrong()).toEqual([
      503,
      'mailbox: it cannot be reached (ECONNREFUSED)',
      'submission: ETIMEDOUT',
      'work: prune: SQLITE_FULL',
      'disk: 200 MiB are left',
    ]);
    pulse.pollEnded(time.now, undefined);
    pulse.handOverEnded(time.now, undefined);
    pulse.stepEnded('prune', time.now, undefined);
    // A little more room would be gone with the next letter.
    free = 300 * MEBIBYTE;
    expect(await wrong()).toEqual([503, 'disk: 300 MiB are left']);
    free = 600 * MEBIBYTE;
    expect(await wrong()).toEqual([200]);
  });

  it('have the figures of the rows, also after a new start, and nobody in them', async () => {
    await openBoard(desk, 'forms -size=4x4');
    desk.put({ from: ALICE, subject: 'help', text: '' });
    const { db } = desk.shell;
    changeOut(db, { state: 'waiting', attempts: 3 }, 2);
    health.stop();
    desk.reopen();
    port = await freePort();
    const { shell } = desk;
    health = await openHealth(shell, submission, port, makeHealthCheck(shell));
    await health.shell.parser.parse(Buffer.from('From: a@x.test\r\n\r\nhi'), 'games@x.test');
    await health.submission.send({ from: '', to: '', raw: new Uint8Array() });

    const { status, body } = await ask('/metrics');
    expect(status).toBe(200);
    for (const [way, states] of [
      ['in', lettersIn(shell.db).map(({ state }) => state)],
      ['out', statesOut(shell.db)],
    ] as const) {
      expect(states.length).toBeGreaterThan(0);
      for (const state of new Set(states)) {
        const letters = states.filter((each) => each === state).length;
        expect(figure(body, `turnpost_letters{way="${way}",state="${state}"}`)).toBe(letters);
      }
    }
    const age = (at: number | undefined) => (at === undefined ? 0 : (desk.time.now - at) / 1_000);
    expect(figure(body, 'turnpost_oldest_unread_letter_age_seconds')).toBe(
      age(letterCounts(shell.db).unreadSince),
    );
    expect(figure(body, 'turnpost_oldest_unsent_letter_age_seconds')).toBe(
      age(letterCounts(shell.db).unsentSince),
    );
    expect(figure(body, 'turnpost_retries')).toBe(3);
    expect(figure(body, 'turnpost_last_poll_timestamp_seconds')).toBeGreaterThan(1e9);
    expect(figure(body, 'turnpost_parse_seconds_count')).toBe(1);
    expect(figure(body, 'turnpost_send_seconds_count')).toBe(1);
    expect(figure(body, 'turnpost_door{state="open"}')).toBe(1);
    expect(body).toMatch(/^nodejs_eventloop_lag_seconds /m);
    expect(body).toMatch(/^process_resident_memory_bytes /m);
    expect(body).not.toMatch(/alice|bob|home\.test|@/);
    // Prometheus' own rules for names.
    const names = [...body.matchAll(/^# TYPE (turnpost_\S+) (\w+)$/gm)];
    expect(names.length).toBeGreaterThan(12);
    for (const [, name, type] of names) {
      expect(name).toMatch(/^[a-z_]+$/);
      expect(name?.endsWith('_total')).toBe(type === 'counter');
    }
  });
});
