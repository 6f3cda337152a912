import type { SandboxConfig } from '../config.ts';
import { noCrashPoints } from '../ports.ts';
import type { Server } from '../service/process/serve.ts';
import { type Exit, exitOf, exits, type Terminal } from './command.ts';
import { configured } from './configured.ts';

/**
 * Runs `turnpost start`: the server, or the sandbox if no mail account is set, until SIGINT or SIGTERM.
 *
 * @param startsAnyway starts with the database as it is, or a new one, even if a copy is newer
 * @throws any error that is not a StartError or SandboxError
 */
export async function start(terminal: Terminal, startsAnyway: boolean): Promise<Exit> {
  const config = configured();
  if (!config.ok) return exitOf(config);
  const stopRequested = terminal.stopSignal();
  // Loaded after the configuration was found right: it is large.
  const { serve, StartError } = await import('../service/process/serve.ts');
  const { value } = config;
  let server: Server | Exit | undefined;
  try {
    const starting =
      value.mode === 'worker'
        ? serve(value, noCrashPoints, startsAnyway)
        : startSandbox(value, terminal);
    server = await Promise.race([starting, stopRequested.then(() => undefined)]);
  } catch (error) {
    if (error instanceof StartError) return { code: exits.failed, line: error.message };
    throw error;
  }
  // Stopped during the start, which a slow mail server may delay: nothing to close.
  if (!server) return { code: exits.ok };
  if (!('stop' in server)) return server;
  await Promise.race([stopRequested, lostOrHungUp(server, terminal)]);
  await server.stop();
  if (!server.lost?.aborted) return { code: exits.ok };
  // The log has the reason, unless it is silent.
  return {
    code: exits.failed,
    ...(value.log === 'silent' && { line: String(server.lost.reason) }),
  };
}

/** Resolves when the server has to stop or, for a sandbox, at SIGHUP. */
const lostOrHungUp = ({ lost, handleSignal }: Server, { onSignal }: Terminal): Promise<unknown> =>
  new Promise((resolve) => {
    if (lost?.aborted) resolve(undefined);
    lost?.addEventListener('abort', resolve, { once: true });
    onSignal?.('SIGHUP', handleSignal ? () => handleSignal('SIGHUP') : () => resolve(undefined));
    onSignal?.('SIGUSR1', () => handleSignal?.('SIGUSR1'));
  });

async function startSandbox(config: SandboxConfig, terminal: Terminal): Promise<Server | Exit> {
  // Loaded on demand: the mail servers that it runs are not installed everywhere.
  const { openSandbox, SandboxError } = await import('../../sandbox/open.ts');
  try {
    const sandbox = await openSandbox(config);
    await terminal.print(sandbox.intro);
    return sandbox;
  } catch (error) {
    if (error instanceof SandboxError) return { code: exits.failed, line: error.message };
    throw error;
  }
}
