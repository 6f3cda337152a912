import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerTo, writeLetter } from '../support/post/letters.ts';
import { type Program, startProgram } from '../support/process/process.ts';
import { settings } from '../support/process/settings.ts';
import { newFolder } from '../support/run/folder.ts';
import { throwDice } from '../support/run/seed.ts';
import { type Sink, startSink } from '../support/servers/sink.ts';

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const ALICE = 'alice@home.test';
let folder: string;
let sink: Sink;
let worker: Program;
let env: Record<string, string>;

beforeEach(async () => {
  folder = newFolder();
  sink = await startSink('games', 'secret');
  env = {
    ...settings(join(folder, 'turnpost.sqlite'), sink.port),
    // Not soon enough for this test: what is seen here was not seen by a poll.
    TURNPOST_POLL: '0 0 1 1 *',
  };
});
afterEach(async () => {
  worker.signal('SIGTERM');
  expect(await worker.ended()).toEqual({ code: 0, signal: null });
  await sink.stop();
});

/** As a mail transfer agent does it. */
const pipe = (raw: Uint8Array) =>
  spawnSync(process.execPath, [MAIN, 'receive'], { input: raw, env, cwd: folder }).status;

describe('a server whose only door is the pipe', () => {
  it.runIf(throwDice('the pipe').takes())(
    'answers letters, those that came before its start too',
    async () => {
      const signUp = writeLetter({ from: ALICE, subject: 'signup alice', text: '' }, 1);
      // There is no database yet: the agent keeps the letter.
      expect(pipe(signUp)).toBe(75);
      worker = startProgram('dist/main.js', ['start'], env, folder);
      await worker.prints('waiting for e-mail');
      expect(pipe(signUp)).toBe(0);
      const confirm = await sink.next(ALICE);
      worker.signal('SIGTERM');
      await worker.ended();
      expect(pipe(writeLetter(answerTo(confirm, 'yes'), 2))).toBe(0);
      worker = startProgram('dist/main.js', ['start'], env, folder);
      expect((await sink.next(ALICE)).subject).toBe('Turnpost: welcome, alice');
    },
  );
});
