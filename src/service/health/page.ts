import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { spansOf } from '../../budget/quota.ts';
import type { Submission } from '../../post/smtp.ts';
import { healthLimits } from '../../server-limits.ts';
import { quotaUsed } from '../../store/letters/charges.ts';
import { figures } from '../../store/reading/overview.ts';
import { backupsNow, currentCondition, lastHeartbeat } from '../../store/server/conditions.ts';
import type { Shell } from '../shell/shell.ts';
import type { HealthState } from './troubles.ts';
import { TROUBLES } from './watch.ts';

/** The shell and the submission server, which also time their work for the metrics; `stop` ends the page. */
export interface Health {
  readonly shell: Shell;
  readonly submission: Submission;
  stop(): void;
}

/**
 * Serves metrics and health on loopback. This file loads the library of Prometheus, so it is imported on
 * demand.
 *
 * @throws Error if the port is taken
 */
export async function openHealth(
  shell: Shell,
  submission: Submission,
  port: number,
  check: () => HealthState,
): Promise<Health> {
  const metrics = makeMetrics(shell, check);
  const served = await serve(port, {
    '/healthz': async () => healthz(shell, check()),
    '/metrics': metrics.page,
  });
  shell.log.info({ health: `http://127.0.0.1:${served.port}/healthz` }, 'health is served');
  /** Measures work, successful or not. A clock set back counts as no time. */
  const timed =
    <Args extends readonly unknown[], T>(meter: Histogram, work: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      const beganAt = shell.time.now();
      return work(...args).finally(() =>
        meter.observe(Math.max(shell.time.now() - beganAt, 0) / 1_000),
      );
    };
  const { parser, writer } = shell;
  return {
    shell: {
      ...shell,
      parser: { ...parser, parse: timed(metrics.parsing, parser.parse) },
      writer: { ...writer, write: timed(metrics.writing, writer.write) },
    },
    submission: { ...submission, send: timed(metrics.sending, submission.send) },
    stop: served.stop,
  };
}

/** A response to a monitoring program. */
interface HealthResponse {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/**
 * Serves pages to this machine alone: read-only, and denied to web pages in a browser.
 *
 * @param port 0: any that is free
 * @param pages by path
 * @returns the port, and a function that stops the server at once
 */
async function serve(
  port: number,
  pages: Readonly<Record<string, () => Promise<HealthResponse>>>,
): Promise<{ readonly port: number; stop(): void }> {
  const boundPort = () => (server.address() as AddressInfo).port;
  const answer = async (request: IncomingMessage): Promise<HealthResponse> => {
    const [path = ''] = (request.url ?? '').split('?');
    if (!isFromSameOrigin(request, boundPort()))
      return plainText(403, 'this is for the machine itself');
    const page = Object.hasOwn(pages, path) ? pages[path] : undefined;
    if (!page) return plainText(404, `there is ${Object.keys(pages).join(' and ')}`);
    return request.method === 'GET' ? page() : plainText(405, 'nothing can be done here');
  };
  const server = createServer(
    // Slow or silent clients are dropped.
    { requestTimeout: healthLimits.requestMs, headersTimeout: healthLimits.requestMs },
    async (request, response) => {
      // The error could name a file or a table; it is only in the log.
      const { status, type, body } = await answer(request).catch(() =>
        plainText(500, 'the figures cannot be read just now'),
      );
      response.writeHead(status, {
        'Content-Type': type,
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
        'Content-Security-Policy': "default-src 'none'",
        'Cross-Origin-Resource-Policy': 'same-origin',
        ...(status === 405 && { Allow: 'GET' }),
        Connection: 'close',
      });
      response.end(body);
    },
  );
  server.maxConnections = healthLimits.connections;
  server.setTimeout(healthLimits.requestMs);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  server.on('error', () => undefined);
  return {
    port: boundPort(),
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

const plainText = (status: number, text: string): HealthResponse => ({
  status,
  type: 'text/plain; charset=utf-8',
  body: `${text}\n`,
});

/**
 * The health page: 200, or 503 if anything is wrong, even before an alarm. The body names it, and warns about
 * the backups.
 */
function healthz({ db, time, pulse }: Shell, { troubles }: HealthState): HealthResponse {
  const now = time.now();
  const wrong = troubles.map(({ name, since, why, raisesAlarm }) => ({
    name,
    since: new Date(since).toISOString(),
    seconds: Math.max(Math.round((now - since) / 1_000), 0),
    why,
    called: raisesAlarm,
  }));
  const hung = pulse.isHung(now) ? [{ name: 'hung', why: 'the work does not move' }] : [];
  const isNew = pulse.polledAt === undefined && wrong.length === 0;
  const starting = isNew ? [{ name: 'starting', why: 'the mailbox was not read yet' }] : [];
  const all = [...wrong, ...hung, ...starting];
  const { placeProblem } = backupsNow(db);
  const body = {
    status: all.length === 0 ? 'ok' : 'wrong',
    wrong: all,
    warnings: placeProblem === undefined ? [] : [{ name: 'backup', why: placeProblem }],
    lastPoll: pulse.polledAt === undefined ? null : new Date(pulse.polledAt).toISOString(),
  };
  return {
    status: all.length === 0 ? 200 : 503,
    type: 'application/json',
    body: `${JSON.stringify(body)}\n`,
  };
}

/** The buckets of all histograms, in seconds: from the usual duration to the longest limit. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60, 600];
/** A quota without limits: with it, `quotaUsed` counts the hand-overs of every span. */
const UNLIMITED_QUOTA = { perDay: Number.POSITIVE_INFINITY, perHour: Number.POSITIVE_INFINITY };
const DOOR_STATES = ['open', 'doubted', 'shut'] as const;

/**
 * Metrics for Prometheus. Stored figures are read from the database on request, so a restart loses nothing.
 */
function makeMetrics({ db, time, pulse, quota }: Shell, check: () => HealthState) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const gauge = (name: string, help: string, ...labelNames: readonly string[]) =>
    new Gauge({ name: `turnpost_${name}`, help, labelNames, registers });
  const meter = (name: string, help: string) =>
    new Histogram({ name: `turnpost_${name}_seconds`, help, buckets: BUCKETS, registers });

  const lastPoll = gauge(
    'last_poll_timestamp_seconds',
    'When the mailbox was last read to its end.',
  );
  const letters = gauge('letters', 'E-mails that came in or go out, by state.', 'way', 'state');
  const unread = gauge(
    'oldest_unread_letter_age_seconds',
    'How long the oldest e-mail has waited to be read; 0 where none waits.',
  );
  const unsent = gauge(
    'oldest_unsent_letter_age_seconds',
    'How long the oldest e-mail has waited to be sent; 0 where none waits.',
  );
  const retried = gauge('retried_letters', 'E-mails that wait after a hand-over in vain.');
  const retries = gauge('retries', 'Hand-overs in vain of the e-mails that wait.');
  const handed = gauge('handed_over_letters', 'E-mails handed over lately.', 'within');
  const limit = gauge('letters_limit', 'What the mail host takes, where that is known.', 'within');
  const door = gauge('door', 'Whether the submission server takes e-mail.', 'state');
  const suspensions = gauge('suspensions', 'Addresses that are sent nothing for some days.');
  const robotTurns = gauge('robot_turns', 'Turns of the robot that wait.');
  const trouble = gauge('trouble', 'What is wrong now.', 'trouble');
  const backup = gauge(
    'last_backup_timestamp_seconds',
    'When the newest backup of the schedule was begun; 0 where there is none.',
  );
  const bytes = gauge('database_bytes', 'Size of the database file.');

  const age = (since: number | undefined): number =>
    since === undefined ? 0 : Math.max(time.now() - since, 0) / 1_000;
  const read = (): void => {
    const now = time.now();
    const rows = figures(db);
    const state = currentCondition(db, 'door')?.state ?? 'open';
    const { troubles } = check();
    lastPoll.set((pulse.polledAt ?? lastHeartbeat(db) ?? 0) / 1_000);
    for (const { way, state: each, letters: count } of rows.letters) {
      letters.set({ way, state: each }, count);
    }
    unread.set(age(rows.unreadSince));
    unsent.set(age(rows.unsentSince));
    retried.set(rows.retried);
    retries.set(rows.retries);
    for (const { span, used } of quotaUsed(db, UNLIMITED_QUOTA, now))
      handed.set({ within: span.name }, used);
    for (const span of spansOf(quota)) limit.set({ within: span.name }, span.limit);
    for (const each of DOOR_STATES) door.set({ state: each }, each === state ? 1 : 0);
    suspensions.set(rows.suspensions);
    robotTurns.set(rows.robotTurns);
    for (const each of TROUBLES) {
      trouble.set({ trouble: each }, troubles.some(({ name }) => name === each) ? 1 : 0);
    }
    backup.set((backupsNow(db).madeAt ?? 0) / 1_000);
    bytes.set(rows.bytes);
  };

  return {
    parsing: meter('parse', 'How long e-mails took to be taken apart, with the wait for others.'),
    writing: meter('compose', 'How long e-mails took to be written, with the wait for others.'),
    sending: meter('send', 'How long e-mails took to be handed over.'),
    page: async (): Promise<HealthResponse> => {
      read();
      return { status: 200, type: registry.contentType, body: await registry.metrics() };
    },
  };
}

/**
 * Whether a request on loopback comes from the page itself or from no page. DNS rebinding shows in Host,
 * another page in Origin.
 */
export function isFromSameOrigin({ headers }: IncomingMessage, port: number): boolean {
  const names = ['127.0.0.1', 'localhost'];
  // A browser leaves the default port out.
  const hosts = names.map((name) => (port === 80 ? name : `${name}:${port}`));
  const { host = '', origin } = headers;
  return hosts.includes(host) && (origin === undefined || origin === `http://${host}`);
}
