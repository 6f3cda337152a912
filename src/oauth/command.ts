import { spawn } from 'node:child_process';
import { AccessError } from '../post/access.ts';
import { accessTokenBytesMax, accessTokenMsMax, accessTokenMsUnknown } from '../server-limits.ts';
import type { Grant } from './access.ts';
import { isToken } from './token.ts';

const VARIABLE = 'TURNPOST_TOKEN_COMMAND';

/**
 * Runs a command that prints an access token. It has no terminal and no input, and what it complains
 * of is not heard: nobody knows what is in that.
 *
 * @param env its environment
 * @throws AccessError when it fails, takes too long, or prints something else
 */
export async function tokenOfCommand(
  [program, ...args]: readonly [string, ...string[]],
  env: NodeJS.ProcessEnv,
): Promise<Grant> {
  const printed = await outputOf(program, args, env);
  const token = printed.trim();
  if (!isToken(token)) throw new AccessError('the token command has printed no token', VARIABLE);
  return { token, livesMs: accessTokenMsUnknown };
}

function outputOf(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
    const chunks: Buffer[] = [];
    let bytes = 0;
    const giveUp = (why: string): void => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      child.stdout.destroy();
      reject(new AccessError(`the token command ${why}`, VARIABLE));
    };
    const timer = setTimeout(
      () => giveUp(`has not ended within ${accessTokenMsMax / 1000} seconds`),
      accessTokenMsMax,
    );
    child.on('error', (error: NodeJS.ErrnoException) => giveUp(`cannot be run (${error.code})`));
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > accessTokenBytesMax) giveUp('prints far more than a token');
      else chunks.push(chunk);
    });
    child.on('close', (code, signal) => {
      if (code !== 0) return giveUp(`has ended with ${signal ?? `exit code ${code}`}`);
      clearTimeout(timer);
      resolve(Buffer.concat(chunks).toString('utf8'));
    });
  });
}
