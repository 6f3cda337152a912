import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqlite } from '../../../src/store/file/sqlite.ts';
import type { Sent } from '../../support/desk/desk.ts';
import { answerTo, type Draft, writeLetter } from '../../support/post/letters.ts';
import { type Program, startProgram } from '../../support/process/process.ts';
import { present } from '../../support/run/present.ts';
import { type Dovecot, hasDovecot, startDovecot } from '../../support/servers/dovecot.ts';
import { type Lmtp, openLmtp } from '../../support/servers/lmtp.ts';
import { until } from '../../support/servers/ports.ts';
import { type Sink, startSink } from '../../support/servers/sink.ts';

const MAIN = fileURLToPath(new URL('../../../dist/main.js', import.meta.url));
const ALICE = 'alice@home.test';
const BOB = 'bob@work.test';
const GAMES = 'one@game.test';
const here = present('dovecot-imapd, dovecot-lmtpd', hasDovecot());

describe.skipIf(!here)('turnpost recover', () => {
  let dovecot: Dovecot;
  let lmtp: Lmtp;
  let sink: Sink;
  let folder: string;
  let disk: string;
  let env: Record<string, string>;
  let worker: Program;
  let written = 0;

  beforeEach(async () => {
    dovecot = await startDovecot([GAMES]);
    lmtp = openLmtp(dovecot.lmtpPort);
    sink = await startSink(GAMES, dovecot.password);
    folder = mkdtempSync(join(tmpdir(), 'turnpost-'));
    disk = join(folder, 'disk');
    const login = `${encodeURIComponent(GAMES)}:${dovecot.password}@127.0.0.1`;
    env = {
      TURNPOST_ADDRESS: GAMES,
      TURNPOST_IMAP_URL: `imap://${login}:${dovecot.imapPort}/INBOX`,
      TURNPOST_SMTP_URL: `smtp://${login}:${sink.port}`,
      TURNPOST_DATABASE: join(disk, 'turnpost.sqlite'),
      TURNPOST_BACKUP_DIR: join(folder, 'backups'),
      TURNPOST_POLL: '*/5 * * * * *',
    };
    mkdirSync(join(folder, 'backups'), { mode: 0o700 });
  });
  afterEach(async () => {
    worker.signal('SIGKILL');
    await worker.ended();
    lmtp.close();
    await sink.stop();
    await dovecot.stop();
    rmSync(folder, { recursive: true });
  });

  const start = async (): Promise<void> => {
    worker = startProgram('dist/main.js', ['start'], env, folder);
    await worker.prints('waiting for letters');
  };
  const run = (args: readonly string[], input: Uint8Array | string = '') =>
    spawnSync(process.execPath, [MAIN, ...args], { input, env, cwd: folder, encoding: 'utf8' });
  /** Hands a letter to Dovecot by LMTP. */
  const write = (draft: Draft): Promise<void> =>
    lmtp.deliver(GAMES, writeLetter({ ...draft, to: draft.to ?? GAMES }, ++written));
  const boardsOf = (to: string): readonly Sent[] =>
    sink.sent.filter((each) => each.to === to && each.subject.startsWith('Forms Board'));
  const movesOf = (board: number): unknown => {
    const db = openSqlite(join(disk, 'turnpost.sqlite'), { readonly: true });
    try {
      return db.prepare('select moves from matches where board = ?').pluck().get(board);
    } finally {
      db.close();
    }
  };
  const newest = (to: string): Sent => boardsOf(to).at(-1) as Sent;
  /** Plays a move by an answer, by the mailbox or by the pipe, and waits for both boards. */
  const play = async (from: string, move: string, by: 'mailbox' | 'pipe'): Promise<void> => {
    const counts = [ALICE, BOB].map((each) => boardsOf(each).length);
    const draft = answerTo(newest(from), move);
    if (by === 'mailbox') await write(draft);
    else expect(run(['receive'], writeLetter(draft, ++written)).status).toBe(0);
    await until('both have the board', () =>
      [ALICE, BOB].every((each, at) => boardsOf(each).length > (counts[at] ?? 0)),
    );
  };

  it('brings back every ply when the disk is lost', async () => {
    await start();
    for (const [address, userid] of [
      [ALICE, 'alice'],
      [BOB, 'bob'],
    ] as const) {
      await write({ from: address, subject: `signup ${userid}`, text: '' });
      await write(answerTo(await sink.next(address), 'yes'));
      await sink.next(address);
    }
    expect(run(['admin', 'start', 'forms', 'alice', 'bob', '-size=4x4']).status).toBe(0);
    await until('both have a board', () =>
      [ALICE, BOB].every((each) => boardsOf(each).length === 1),
    );
    await play(ALICE, 'a4b4', 'mailbox');
    await play(BOB, 'd4c4', 'pipe');
    expect(movesOf(1)).toBe('a4xb4 d4xc4');

    expect(run(['recover'])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('Stop the server first'),
    });
    worker.signal('SIGKILL');
    await worker.ended();
    rmSync(disk, { recursive: true });
    // Whatever stops it, it is run again and comes to the same.
    const cut = startProgram('dist/main.js', ['recover'], env, folder);
    await until('it is at work', () => existsSync(join(disk, 'turnpost.sqlite.recovering')));
    cut.signal('SIGKILL');
    await cut.ended();
    const back = run(['recover']);
    expect(back).toMatchObject({ status: 0, stderr: '' });
    expect(back.stdout).not.toMatch(/answers what is not there|do not count|left out/);
    expect(movesOf(1)).toBe('a4xb4 d4xc4');
    expect(statSync(join(disk, 'turnpost.sqlite')).mode & 0o777).toBe(0o600);
    expect(statSync(join(disk, 'turnpost.sqlite.secret')).mode & 0o777).toBe(0o600);

    // Each player gets the board once more, and the letters from before still count.
    const old = newest(ALICE);
    await start();
    await until('both have the board once more', () =>
      [ALICE, BOB].every((each) =>
        boardsOf(each).some(({ text }) =>
          text.replace(/\s+/g, ' ').includes('put back from a backup'),
        ),
      ),
    );
    await write(answerTo(old, 'b4c4'));
    await until('the match goes on', () => movesOf(1) !== 'a4xb4 d4xc4');
  });
});
