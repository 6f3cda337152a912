import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqlite } from '../../../src/store/file/database.ts';
import { answerTo, type Draft, writeLetter } from '../../support/post/letters.ts';
import { type Program, startProgram } from '../../support/process/process.ts';
import { throwDice } from '../../support/run/seed.ts';
import { type Sink, startSink } from '../../support/servers/sink.ts';
import { boards } from '../../support/stored/play.ts';

const MAIN = fileURLToPath(new URL('../../../dist/main.js', import.meta.url));
const ALICE = 'alice@home.test';
const BOB = 'bob@work.test';
let folder: string;
let database: string;
let sink: Sink;
let worker: Program;
let env: Record<string, string>;
let written = 0;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'turnpost-'));
  database = join(folder, 'turnpost.sqlite');
  sink = await startSink('games', 'secret');
  env = {
    TURNPOST_ADDRESS: 'games@turnpost.test',
    TURNPOST_IMAP_URL: 'none',
    TURNPOST_SMTP_URL: `smtp://games:secret@127.0.0.1:${sink.port}`,
    TURNPOST_DATABASE: database,
  };
  await start();
});
afterEach(async () => {
  await stop();
  await sink.stop();
  rmSync(folder, { recursive: true });
});

async function start(): Promise<void> {
  worker = startProgram('dist/main.js', ['start'], env, folder);
  await worker.prints('waiting for e-mail');
}
async function stop(): Promise<void> {
  worker.signal('SIGTERM');
  expect(await worker.ended()).toEqual({ code: 0, signal: null });
}
const run = (args: readonly string[], input: Uint8Array | string = '') =>
  spawnSync(process.execPath, [MAIN, ...args], { input, env, cwd: folder, encoding: 'utf8' });
const send = (draft: Draft): void => {
  expect(run(['receive'], writeLetter(draft, ++written)).status).toBe(0);
};
const movesOf = (board: number): unknown => {
  const db = openSqlite(database, { readonly: true });
  try {
    return boards(db).find((each) => each.board === board)?.moves;
  } finally {
    db.close();
  }
};

/** Two accounts by letter, and a board by the admin at the terminal, beside the running server. */
async function openBoard() {
  for (const [address, userid] of [
    [ALICE, 'alice'],
    [BOB, 'bob'],
  ] as const) {
    send({ from: address, subject: `signup ${userid}`, text: '' });
    send(answerTo(await sink.next(address), 'yes'));
    expect((await sink.next(address)).subject).toContain('welcome');
  }
  const { status, stdout } = run(['admin', 'start', 'forms', 'alice', 'bob', '-size=4x4']);
  expect([status, stdout]).toEqual([0, expect.stringContaining('Board 1 has started.')]);
  return { alice: await sink.next(ALICE), bob: await sink.next(BOB) };
}

describe('a server that was put back from a backup', () => {
  it.runIf(throwDice('put back').takes())(
    'does not play an answer to a letter that it does not know on another course of play',
    async () => {
      const first = await openBoard();
      await stop();
      copyFileSync(database, join(folder, 'copy.sqlite'));
      await start();
      send(answerTo(first.alice, 'a4b4'));
      await sink.next(ALICE);
      const ofLost = await sink.next(BOB);
      await stop();
      for (const file of [database, `${database}-wal`, `${database}-shm`])
        rmSync(file, { force: true });
      copyFileSync(join(folder, 'copy.sqlite'), database);
      await start();
      send(answerTo(first.alice, 'a2b2'));
      await sink.next(ALICE);
      await sink.next(BOB);
      expect(movesOf(1)).toBe('a2xb2');
      send(answerTo(ofLost, 'd4c4'));
      const told = await sink.next(BOB);
      expect(told.text).toContain('a time that this server');
      expect(movesOf(1)).toBe('a2xb2');
      send(answerTo(told, 'd4c4'));
      await sink.next(BOB);
      expect(movesOf(1)).toBe('a2xb2 d4xc4');
    },
  );
});
