import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { commandWords, tokenOfCommand } from '../../../src/oauth/access.ts';

describe('a token command', () => {
  it.each([
    ['/usr/bin/oama access games@example.org', ['/usr/bin/oama', 'access', 'games@example.org']],
    ['  token\t-x ', ['token', '-x']],
    [`"/opt/my tools/token" --user='a b'`, ['/opt/my tools/token', '--user=a b']],
    [`token "" 'x;y|$z'`, ['token', '', 'x;y|$z']],
  ])('is words: %s', (line, words) => {
    expect(commandWords(line)).toEqual({ ok: true, value: words });
  });

  it.each([
    'cat x | tail',
    'a; b',
    'a && b',
    'cat $HOME/token',
    'cat `x`',
    'cat ~/token',
    'cat <x',
    'a "b',
    "a 'b",
    'a\\ b',
    'cat *',
    'a #b',
  ])('that needs a shell is refused: %s', (line) => {
    expect(commandWords(line)).toMatchObject({ ok: false });
  });

  it.each(['', '  ', '""'])('is not nothing: "%s"', (line) => {
    expect(commandWords(line)).toMatchObject({ ok: false });
  });

  const run = (script: string, env = {}) => tokenOfCommand(['/bin/sh', '-c', script], env);

  it('prints a token', async () => {
    expect(await run('echo "$GIVEN"; echo secret >&2', { GIVEN: 'abc.def~' })).toMatchObject({
      token: 'abc.def~',
    });
  });

  it.each([
    ['echo hunter2 >&2; exit 3', 'has ended with exit code 3'],
    ['kill -9 $$', 'has ended with SIGKILL'],
    ['echo hunter2 and more', 'has printed no token'],
    ['true', 'has printed no token'],
    ['yes hunter2', 'prints far more than a token'],
  ])('that fails is told in one line without what it prints: %s', async (script, told) => {
    const error = await run(script).catch((thrown) => thrown);
    expect(error.message).toContain(told);
    expect(error.see).toBe('TURNPOST_TOKEN_COMMAND');
    expect(inspect(error, { depth: 9 })).not.toContain('hunter2');
  });

  it('that is not there is told', async () => {
    const error = await tokenOfCommand(['/nowhere/token'], {}).catch((thrown) => thrown);
    expect(error.message).toContain('cannot be run (ENOENT)');
  });
});
