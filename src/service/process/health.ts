import type { Submission } from '../../post/smtp.ts';
import { type HealthPage, healthz, type Meter, serveHealth } from '../health/page.ts';
import type { State } from '../health/troubles.ts';
import type { Shell } from '../shell/shell.ts';

/** What a worker is to work with, so that its figures can be read. */
export interface Health {
  readonly shell: Shell;
  readonly submission: Submission;
  stop(): void;
}

/**
 * Serves figures and health on loopback.
 *
 * @param port undefined: nothing is served, and nothing is measured
 * @throws StartError when the port is taken
 */
export async function openHealth(
  shell: Shell,
  submission: Submission,
  port: number | undefined,
  look: () => State,
): Promise<Health> {
  if (port === undefined) return { shell, submission, stop: () => undefined };
  // Loaded only here: most servers are not asked, and their start is not to wait for it.
  const { makeMetrics } = await import('../health/page.ts');
  const metrics = makeMetrics(shell, look);
  const page = await opened(port, {
    '/healthz': () => healthz(shell, look()),
    '/metrics': metrics.page,
  });
  shell.log.info({ health: `http://127.0.0.1:${page.port}/healthz` }, 'health is served');
  const timed = timing(shell);
  const { parser, writer } = shell;
  return {
    shell: {
      ...shell,
      parser: { ...parser, parse: timed(metrics.parsing, parser.parse) },
      writer: { ...writer, write: timed(metrics.writing, writer.write) },
    },
    submission: { ...submission, send: timed(metrics.sending, submission.send) },
    stop: page.stop,
  };
}

async function opened(port: number, pages: Parameters<typeof serveHealth>[1]): Promise<HealthPage> {
  try {
    return await serveHealth(port, pages);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(`Port ${port} cannot be used (${code}); see TURNPOST_HEALTH_PORT.`);
  }
}

/** Measures a piece of work, however it ends. */
const timing =
  ({ time }: Shell) =>
  <Args extends readonly unknown[], T>(meter: Meter, work: (...args: Args) => Promise<T>) =>
  async (...args: Args): Promise<T> => {
    const beganAt = time.now();
    try {
      return await work(...args);
    } finally {
      meter.took(time.now() - beganAt);
    }
  };

/** What keeps the server from starting, in one line for the operator that names no password. */
export class StartError extends Error {}
