import type { SandboxConfig } from '../config.ts';
import { noCrashPoints } from '../ports.ts';
import type { Server } from '../service/process/serve.ts';
import { type Exit, exitOf, type Terminal } from './command.ts';
import { configured } from './configured.ts';
import { exits } from './sysexits.ts';

/**
 * What `turnpost start` does: runs the server, or the sandbox when no mail account is set, until it
 * is told to stop.
 *
 * @param isNew it begins with the database that is there, or a new one, whatever its copies know
 * @returns how it ended, when that was not a bug
 */
export async function start(terminal: Terminal, isNew: boolean): Promise<Exit> {
  const config = configured();
  if (!config.ok) return exitOf(config);
  const told = terminal.toldToStop();
  // Loaded only here: it is much, and a mail server starts this program for each letter.
  const { serve, StartError } = await import('../service/process/serve.ts');
  const { value } = config;
  let server: Server | Exit | undefined;
  try {
    const begun =
      value.mode === 'worker' ? serve(value, noCrashPoints, isNew) : startSandbox(value, terminal);
    server = await Promise.race([begun, told.then(() => undefined)]);
  } catch (error) {
    if (error instanceof StartError) return { code: exits.failed, line: error.message };
    throw error;
  }
  // A mail server may let us wait for a minute. Nothing has been begun that needs an end.
  if (!server) return { code: exits.ok };
  if (!('stop' in server)) return server;
  await Promise.race([told, lostOrLeft(server, terminal)]);
  await server.stop();
  if (!server.lost?.aborted) return { code: exits.ok };
  // Otherwise the log has said it.
  return {
    code: exits.failed,
    ...(value.log === 'silent' && { line: String(server.lost.reason) }),
  };
}

/** What else ends a server: that it has lost its database, or, of a sandbox, that its visitor has gone. */
const lostOrLeft = ({ lost, note }: Server, { hear }: Terminal): Promise<unknown> =>
  new Promise((resolve) => {
    if (lost?.aborted) resolve(undefined);
    lost?.addEventListener('abort', resolve, { once: true });
    hear?.('SIGHUP', note ? () => note('SIGHUP') : () => resolve(undefined));
    hear?.('SIGUSR1', () => note?.('SIGUSR1'));
  });

async function startSandbox(config: SandboxConfig, terminal: Terminal): Promise<Server | Exit> {
  // Loaded only here, because its servers are not installed everywhere.
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
