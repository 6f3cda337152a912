import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openSqlite } from '../../src/store/file/database.ts';
import type { Sent } from '../support/desk/desk.ts';
import { answerTo, type Draft } from '../support/post/letters.ts';
import { type Program, startProgram } from '../support/process/process.ts';
import { newFolder } from '../support/run/folder.ts';
import { present } from '../support/run/present.ts';
import { full, throwDice } from '../support/run/seed.ts';
import { type Dovecot, hasDovecot, startDovecot } from '../support/servers/dovecot.ts';
import { until } from '../support/servers/ports.ts';
import { type Sink, startSink } from '../support/servers/sink.ts';
import { boards } from '../support/stored/play.ts';

const ALICE = 'alice@home.test';
const BOB = 'bob@work.test';
const SWAKS = '/usr/bin/swaks';
const here = present('dovecot-imapd, dovecot-lmtpd, swaks', hasDovecot() && existsSync(SWAKS));

describe.skipIf(!here)('a match over Dovecot, by real letters', () => {
  let dovecot: Dovecot;
  let sink: Sink;
  let folder: string;
  let worker: Program;
  let games: string;
  let matches = 0;

  beforeAll(async () => {
    dovecot = await startDovecot(['one@game.test', 'two@game.test', 'three@game.test']);
  });
  afterAll(() => dovecot.stop());

  beforeEach(async () => {
    games = `${['one', 'two', 'three'][matches++]}@game.test`;
    sink = await startSink(games, dovecot.password);
    folder = newFolder();
  });
  afterEach(async () => {
    worker.signal('SIGTERM');
    expect(await worker.ended()).toEqual({ code: 0, signal: null });
    await sink.stop();
  });

  const start = async (crashPoint?: string): Promise<void> => {
    const login = `${encodeURIComponent(games)}:${dovecot.password}@127.0.0.1`;
    worker = startProgram('test/support/process/worker.mjs', crashPoint ? [crashPoint] : [], {
      TURNPOST_ADDRESS: games,
      TURNPOST_IMAP_URL: `imap://${login}:${dovecot.imapPort}/INBOX`,
      TURNPOST_SMTP_URL: `smtp://${login}:${sink.port}`,
      TURNPOST_DATABASE: join(folder, 'turnpost.sqlite'),
      // Often enough that a killed worker's successor does not sleep long; IDLE wakes it anyway.
      TURNPOST_POLL: '*/5 * * * * *',
      TURNPOST_LOG: 'info',
    });
    if (!crashPoint) await worker.prints('ready');
  };

  /** Hands a letter to Dovecot by LMTP, as the last mail server on its way would. */
  const write = ({ from, to = games, subject = '', text, headers = [] }: Draft): void => {
    const body = join(folder, 'body');
    writeFileSync(body, text);
    execFileSync(SWAKS, [
      ...['--protocol', 'LMTP', '--server', `127.0.0.1:${dovecot.lmtpPort}`],
      ...['--from', from, '--to', to, '--header', `Subject: ${subject}`, '--body', `@${body}`],
      ...headers.flatMap((header) => ['--add-header', header]),
    ]);
  };
  const answer = (letter: Sent, text: string): void => write(answerTo(letter, text));

  const signUp = async (address: string, userid: string): Promise<Sent> => {
    write({ from: address, subject: `signup ${userid}`, text: '' });
    answer(await sink.next(address), 'yes');
    return sink.next(address);
  };

  const openBoard = async (size: string): Promise<Sent> => {
    const welcome = await signUp(ALICE, 'alice');
    await signUp(BOB, 'bob');
    answer(welcome, `challenge bob forms -size=${size} -first=me`);
    answer(await sink.next(BOB), 'accept');
    await sink.next(ALICE);
    // The transcript of the challenge may have come just before the board.
    await until('alice has a board', () => boardsOf(ALICE).length === 1);
    return boardsOf(ALICE)[0] as Sent;
  };

  const boardsOf = (to: string): readonly Sent[] => {
    const boards = sink.sent.filter(
      (each) => each.to === to && each.subject.startsWith('Forms Board'),
    );
    return [...new Map(boards.map((each) => [each.email.messageId, each])).values()];
  };

  /** Plays the move that each board letter gives as its example, until the match is over. */
  const playToTheEnd = async (beforePly: (ply: number) => Promise<void> = async () => {}) => {
    const moves: string[] = [];
    for (let ply = 1; ply <= 60; ply++) {
      await until(`both have board ${ply}`, () =>
        [ALICE, BOB].every((each) => boardsOf(each).length === ply),
      );
      const [mover] = [ALICE, BOB].filter((each) =>
        boardsOf(each).at(-1)?.text.includes('Reply with your move'),
      );
      const board = mover && boardsOf(mover).at(-1);
      if (!board) return moves;
      const move = /on the first line, for example: (\S+)/.exec(board.text)?.[1] ?? '';
      await beforePly(ply);
      moves.push(move);
      answer(board, `${move}\nThis is move ${ply}.`);
    }
    throw new Error('the match does not end');
  };

  const record = () => {
    const db = openSqlite(join(folder, 'turnpost.sqlite'), { readonly: true });
    const [row] = boards(db);
    db.close();
    return row;
  };

  it('goes from the sign-up to the last ply', async () => {
    await start();
    await openBoard(full ? '4x4' : '2x2');
    const moves = await playToTheEnd();
    expect(record()).toMatchObject({ moves: moves.join(' '), revision: moves.length + 1 });
    expect(record()?.winner).not.toBeNull();
    expect(boardsOf(ALICE).at(-1)?.text.replace(/\s+/g, ' ')).toContain('last stone is gone');
    expect(sink.sent).toHaveLength(new Set(sink.sent.map(({ email }) => email.messageId)).size);
  });

  const dice = throwDice('deaths at a commit');
  const DEATHS = [
    ['between commit and flag', 'file: before flag'],
    ['between commit and send', 'deliver: before send'],
  ] as const;
  for (const [name, point] of dice.sample(DEATHS, 1)) {
    it.runIf(dice.takes())(`loses and repeats nothing when it is killed ${name}`, async () => {
      await start();
      await openBoard('4x4');
      let killed = 0;
      const moves = await playToTheEnd(async (ply) => {
        if (ply !== 2) return;
        worker.signal('SIGTERM');
        await worker.ended();
        await start(point);
        // The next letter kills it; the watcher below starts it again.
        void worker.ended().then(async ({ signal }) => {
          if (signal === 'SIGKILL') killed++;
          await start();
        });
      });
      expect(killed).toBe(1);
      expect(record()).toMatchObject({ moves: moves.join(' '), revision: moves.length + 1 });
      for (const each of [ALICE, BOB]) expect(boardsOf(each)).toHaveLength(moves.length + 1);
    });
  }
});
