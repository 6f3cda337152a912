import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqlite } from '../../../src/store/file/database.ts';
import type { Sent } from '../../support/desk/desk.ts';
import { answerTo, type Draft, writeLetter } from '../../support/post/letters.ts';
import { type Program, startProgram } from '../../support/process/process.ts';
import { newFolder } from '../../support/run/folder.ts';
import { present } from '../../support/run/present.ts';
import { throwDice } from '../../support/run/seed.ts';
import { type Dovecot, hasDovecot, startDovecot } from '../../support/servers/dovecot.ts';
import { type Lmtp, openLmtp } from '../../support/servers/lmtp.ts';
import { until } from '../../support/servers/ports.ts';
import { type Sink, startSink } from '../../support/servers/sink.ts';
import { boards } from '../../support/stored/play.ts';

const MAIN = fileURLToPath(new URL('../../../dist/main.js', import.meta.url));
const ALICE = 'alice@home.test';
const BOB = 'bob@work.test';
const GAMES = 'one@game.test';
const here = present('dovecot-imapd, dovecot-lmtpd', hasDovecot());

describe.skipIf(!here)('turnpost recover', () => {
  const dice = throwDice('recoveries');
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
    folder = newFolder();
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
  });

  const start = async (): Promise<void> => {
    worker = startProgram('dist/main.js', ['start'], env, folder);
    await worker.prints('waiting for e-mail');
  };
  const run = (args: readonly string[], input: Uint8Array | string = '', more = {}) =>
    spawnSync(process.execPath, [MAIN, ...args], {
      input,
      env: { ...env, ...more },
      cwd: folder,
      encoding: 'utf8',
    });
  /** Hands a letter to Dovecot by LMTP. */
  const write = (draft: Draft): Promise<void> =>
    lmtp.deliver(GAMES, writeLetter({ ...draft, to: draft.to ?? GAMES }, ++written));
  const boardsOf = (to: string): readonly Sent[] =>
    sink.sent.filter((each) => each.to === to && each.subject.startsWith('Forms Board'));
  const movesOf = (board: number): unknown => {
    const db = openSqlite(join(disk, 'turnpost.sqlite'), { readonly: true });
    try {
      return boards(db).find((each) => each.board === board)?.moves;
    } finally {
      db.close();
    }
  };
  const newest = (to: string): Sent => boardsOf(to).at(-1) as Sent;
  /** Two players with a board. */
  const begin = async (): Promise<void> => {
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
  };
  const lose = async (): Promise<void> => {
    worker.signal('SIGKILL');
    await worker.ended();
    rmSync(disk, { recursive: true });
  };
  /** Waits until the letters that were read lie in `Processed`. */
  const filed = (letters: number): Promise<unknown> =>
    until('the letters are filed', () => countIn('Processed') === letters);
  const countIn = (mailbox: string): number =>
    Number(
      /messages=(\d+)/.exec(dovecot.admin(GAMES, 'mailbox', 'status', 'messages', mailbox))?.[1],
    );
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
    await begin();
    await play(ALICE, 'a4b4', 'mailbox');
    await play(BOB, 'd4c4', 'pipe');
    expect(movesOf(1)).toBe('a4xb4 d4xc4');

    expect(run(['recover'])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('Stop the server first'),
    });
    await lose();
    // Whatever stops it, it is run again and comes to the same.
    const cut = startProgram('dist/main.js', ['recover'], env, folder);
    await until('it is at work', () => existsSync(join(disk, 'turnpost.sqlite.recovering')));
    cut.signal('SIGKILL');
    await cut.ended();
    const back = run(['recover']);
    expect(back).toMatchObject({ status: 0, stderr: '' });
    expect(back.stdout).not.toMatch(/answers something that is missing|do not count|left out/);
    expect(movesOf(1)).toBe('a4xb4 d4xc4');
    expect(statSync(join(disk, 'turnpost.sqlite')).mode & 0o777).toBe(0o600);
    expect(statSync(join(disk, 'turnpost.sqlite.secret')).mode & 0o777).toBe(0o600);

    // Each player gets the board once more, and the letters from before still count.
    const old = newest(ALICE);
    await start();
    await until('both have the board once more', () =>
      [ALICE, BOB].every((each) =>
        boardsOf(each).some(({ text }) =>
          text.replace(/\s+/g, ' ').includes('restored from a backup'),
        ),
      ),
    );
    await write(answerTo(old, 'b4c4'));
    await until('the match goes on', () => movesOf(1) !== 'a4xb4 d4xc4');
  });

  it.runIf(dice.takes())(
    'goes on from the copy where the mailbox was emptied, and no ply is played twice',
    async () => {
      await begin();
      await play(ALICE, 'a4b4', 'mailbox');
      await filed(5);
      await lose();
      dovecot.admin(GAMES, 'expunge', 'mailbox', 'Processed', 'all');
      const back = run(['recover']);
      expect(back).toMatchObject({ status: 0, stderr: '' });
      expect(back.stdout).toContain('E-mails received since then and read: 0.');
      expect(movesOf(1)).toBe('');

      // Who answers the board that was lost is shown where it stands; then both go on.
      await start();
      const shown = boardsOf(BOB).length;
      await write(answerTo(newest(BOB), 'd4c4'));
      await until(
        'Bob is told',
        () => boardsOf(BOB).length > shown || sink.sent.at(-1)?.to === BOB,
      );
      expect(movesOf(1)).toBe('');
      await write(answerTo(boardsOf(ALICE)[0] as Sent, 'a4b4'));
      await until('the match goes on', () => movesOf(1) === 'a4xb4');
    },
  );

  it.runIf(dice.takes())('knows the letters of a mailbox that numbers them anew', async () => {
    await begin();
    await play(ALICE, 'a4b4', 'mailbox');
    await filed(5);
    await lose();
    for (const mailbox of ['INBOX', 'Processed']) {
      dovecot.admin(GAMES, 'mailbox', 'update', '--uid-validity', '777', mailbox);
    }
    const back = run(['recover']);
    expect(back).toMatchObject({ status: 0, stderr: '' });
    expect(back.stdout).not.toMatch(/answers something that is missing/);
    expect(movesOf(1)).toBe('a4xb4');
    await start();
    await write(answerTo(newest(BOB), 'd4c4'));
    await until('the match goes on', () => movesOf(1) === 'a4xb4 d4xc4');
  });

  it.runIf(dice.takes())(
    'reads what another server has filed that took the mailbox over in between',
    async () => {
      await begin();
      await play(ALICE, 'a4b4', 'mailbox');
      worker.signal('SIGTERM');
      await worker.ended();
      // Somebody begins anew beside the copies, on purpose, and takes the mailbox.
      const kept = join(folder, 'kept');
      renameSync(disk, kept);
      expect(run(['takeover'])).toMatchObject({
        status: 1,
        stderr: expect.stringMatching(/^Nothing was taken over: .* run turnpost recover/),
      });
      worker = startProgram('dist/main.js', ['start', '--new'], env, folder);
      await worker.prints('waiting for e-mail');
      const before = countIn('Processed');
      await write(answerTo(newest(BOB), 'd4c4'));
      await until('it is filed', () => countIn('Processed') > before);
      await until('both have copies', () => {
        const copies = readdirSync(join(folder, 'backups'), { recursive: true, encoding: 'utf8' });
        const whole = copies.filter((path) => /turnpost-\w+\.sqlite$/.test(path));
        return new Set(whole.map((path) => dirname(path))).size === 2;
      });
      await lose();
      const choice = run(['recover']);
      expect(choice).toMatchObject({ status: 1, stdout: '' });
      const file = /^ {2}(\S+)\n {4}players: 2, boards: 1/m.exec(choice.stderr)?.[1] ?? '';
      const back = run(['recover', file]);
      expect(back).toMatchObject({ status: 0, stderr: '' });
      expect(movesOf(1)).toBe('a4xb4 d4xc4');
      await start();
      await until('Alice has the board', () => newest(ALICE).text.includes('restored from'));
      await write(answerTo(newest(ALICE), 'b4c4'));
      await until('the match goes on', () => movesOf(1) === 'a4xb4 d4xc4 b4xc4');
    },
  );

  it.runIf(dice.takes())(
    'takes the mailbox from the server that still has it, which then stops',
    async () => {
      await begin();
      await write(answerTo(newest(ALICE), 'a4b4'));
      await until('it is played', () => movesOf(1) === 'a4xb4');
      const old = worker;
      const back = run(['recover'], '', {
        TURNPOST_DATABASE: join(folder, 'other', 'turnpost.sqlite'),
      });
      expect(back).toMatchObject({ status: 0, stderr: '' });
      expect(back.stdout).toContain(`The mailbox is taken over from process ${old.pid} on `);
      await write({ from: ALICE, subject: 'games', text: '' });
      expect((await old.ended()).code).toBe(1);
      disk = join(folder, 'other');
      env['TURNPOST_DATABASE'] = join(disk, 'turnpost.sqlite');
      await start();
      await write(answerTo(newest(BOB), 'd4c4'));
      await until('the match goes on', () => movesOf(1) === 'a4xb4 d4xc4');
    },
  );
});
