import type { WorkerConfig } from '../config.ts';
import { type CrashPoints, noCrashPoints } from '../ports.ts';
import { openSubmission } from '../post/smtp.ts';
import { closeShell, openShell } from './open.ts';
import { makeThreadSolver } from './solver.ts';
import { startWorker } from './worker.ts';

/** A running server. */
export interface Server {
  stop(): Promise<void>;
}

/**
 * Logs in at both mail servers, so that a wrong host or password shows at once, and starts the
 * worker.
 *
 * @throws MailAccountError with one line for the operator
 */
export async function serve(
  config: WorkerConfig,
  crash: CrashPoints = noCrashPoints,
): Promise<Server> {
  const submission = openSubmission(config.smtp);
  await loggedIn('SMTP', config.smtp.host, submission.verify());
  const shell = openShell(config, crash);
  const worker = startWorker(shell, {
    imap: config.imap,
    submission,
    solver: makeThreadSolver(),
    poll: config.poll,
  });
  const { stop } = await loggedIn('IMAP', config.imap.host, worker).catch(async (error) => {
    submission.close();
    await closeShell(shell);
    throw error;
  });
  shell.log.info({ address: shell.address }, 'waiting for letters');
  return {
    async stop() {
      await stop();
      await closeShell(shell);
    },
  };
}

/** A mail account that does not work, in one line that names no password. */
export class MailAccountError extends Error {}

async function loggedIn<T>(protocol: 'IMAP' | 'SMTP', host: string, login: Promise<T>): Promise<T> {
  try {
    return await login;
  } catch (error) {
    const { authenticationFailed, code, message } = error as Error & {
      authenticationFailed?: boolean;
      code?: string;
    };
    const variable = `TURNPOST_${protocol}_URL`;
    const why =
      authenticationFailed || code === 'EAUTH'
        ? 'does not accept the user or the password'
        : `cannot be reached (${code ?? message})`;
    throw new MailAccountError(`The ${protocol} server ${host} ${why}; see ${variable}.`);
  }
}
