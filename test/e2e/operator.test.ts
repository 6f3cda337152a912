import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Program, startProgram } from '../support/process/process.ts';
import { settings } from '../support/process/settings.ts';
import { newFolder } from '../support/run/folder.ts';
import { throwDice } from '../support/run/seed.ts';
import { until } from '../support/servers/ports.ts';
import { type Sink, startSink } from '../support/servers/sink.ts';

const dice = throwDice('the operator');

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
let folder: string;
let sink: Sink;
let worker: Program;
let env: Record<string, string>;

beforeEach(async () => {
  folder = newFolder();
  sink = await startSink('games', 'secret');
  env = {
    ...settings(join(folder, 'turnpost.sqlite'), sink.port),
    TURNPOST_POLL: '0 0 1 1 *',
  };
  worker = startProgram('dist/main.js', ['start'], env, folder);
});
afterEach(async () => {
  worker.signal('SIGTERM');
  expect(await worker.ended()).toEqual({ code: 0, signal: null });
  await sink.stop();
});

const turnpost = (args: readonly string[], input = '') => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], {
    input,
    env,
    cwd: folder,
    encoding: 'utf8',
  });
  return { code: status, out: stdout + stderr };
};

describe('the operator beside a running server', () => {
  it.runIf(dice.takes())('sees what was put aside, and has it read again', async () => {
    await worker.prints('waiting for e-mail');
    expect(turnpost(['receive'], 'Subject: nobody wrote this\n\nHi\n').code).toBe(0);
    await worker.prints('no-from');
    const letters = turnpost(['letters']);
    expect(letters.out).toContain('no-from');
    const status = turnpost(['status']);
    expect(status.code).toBe(0);
    expect(status.out).toMatch(/^Server: process \d+ on \S+ since .+\nMailbox last read: .+\n/);
    expect(status.out).toContain('\nIncoming e-mails: 1 put-aside\n');
    expect(status.out).not.toContain('secret');
    const read = () => worker.output().split('no-from').length - 1;
    expect(turnpost(['replay', '1'])).toEqual({
      code: 0,
      out: 'E-mail 1 will be read again.\n',
    });
    await until('the letter is read again', () => read() === 2);
    expect(turnpost(['replay', '2']).code).toBe(1);
  });

  it.runIf(dice.takes())(
    'exports matches, and cannot import into a server that is at work',
    async () => {
      await worker.prints('waiting for e-mail');
      expect(turnpost(['export', 'archive'])).toEqual({
        code: 0,
        out: 'No match is finished yet: there is nothing to export.\n',
      });
      writeFileSync(join(folder, 'archive', '2026-11.jsonl'), '{}\n');
      const refused = turnpost(['import', 'archive']);
      expect(refused.code).toBe(1);
      expect(refused.out).toMatch(
        /^Stop the server first\. It is running on .+: process \d+ on .+\n$/,
      );
      env['TURNPOST_DATABASE'] = join(folder, 'elsewhere', 'other.sqlite');
      expect(turnpost(['import', 'archive'])).toEqual({
        code: 1,
        out:
          'Nothing was imported. 2026-11.jsonl, line 1: ' +
          'the value of "board" is missing or has the wrong type.\n',
      });
      writeFileSync(join(folder, 'archive', '2026-11.jsonl'), '');
      expect(turnpost(['import', 'archive']).code).toBe(0);
      expect(turnpost(['export']).code).toBe(64);
    },
  );
});
