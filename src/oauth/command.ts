import { spawn } from 'node:child_process';
import { AccessError } from '../post/access.ts';
import { err, ok, type Result } from '../result.ts';
import { accessTokenBytesMax, accessTokenMsMax, accessTokenMsUnknown } from '../server-limits.ts';
import type { Grant } from './access.ts';
import { isToken } from './endpoint.ts';

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

/** A part of a word: quoted, or one plain sign. */
const PART = /"([^"\\]*)"|'([^']*)'|([^\s"'\\|&;<>()$`*?[\]#~{}])/g;
const WORD = new RegExp(`(?:${PART.source})+`, 'g');
const LINE = new RegExp(`^\\s*(?:${WORD.source}(?:\\s+|$))*$`);

/**
 * Takes a command line apart into its words, as a shell does with words and quotes alone.
 *
 * @returns an error where a shell would do more with it than that, which here nobody does
 */
export function commandWords(line: string): Result<readonly [string, ...string[]], string> {
  if (!LINE.test(line)) {
    return err('is run without a shell: put what needs one into a script of your own');
  }
  const [program, ...rest] = (line.match(WORD) ?? []).map((word) =>
    word.replace(PART, (_, ...parts: string[]) => parts[0] ?? parts[1] ?? parts[2] ?? ''),
  );
  return program ? ok([program, ...rest]) : err('must be a command, such as /usr/local/bin/token');
}
