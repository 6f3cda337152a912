import PostalMime from 'postal-mime';
import { boardLetter, ownBoardFacts } from '../src/command/letters/letters.ts';
import { DEFAULT_PACE } from '../src/match/clock.ts';
import { startMatch as newMatch } from '../src/match/start.ts';
import { type Match, ROBOT } from '../src/match/types.ts';
import type { Player } from '../src/player/settings.ts';
import { intendLetter, replyTokenFor } from '../src/service/do/intend.ts';
import type { Shell } from '../src/service/shell/shell.ts';
import { transact } from '../src/store/file/database.ts';
import { frozenRaw } from '../src/store/letters/leases.ts';
import { addPlayer } from '../src/store/people/players.ts';
import { insertMatch, matchOf } from '../src/store/play/matches.ts';
import { newTurn } from '../src/store/play/turn-clocks.ts';
import { queriesOf } from '../src/store/reading/reading.ts';
import type { Sent } from '../test/support/desk/desk.ts';
import { ON_THE_WAY, writeLetter } from '../test/support/post/letters.ts';
import { PROGRAMS, type Program } from '../test/support/post/programs.ts';
import { value } from '../test/support/stored/rows.ts';
import type { Delivery } from './street.ts';

const SIZE = { cols: 8, rows: 8 };
const FIRST_MOVE = 'b1b2';
/** People have their mail at many places, which are not slow all at once. */
const HOSTS = 50;

/**
 * Fills a database with matches, each of two players of its own, Black to move. Boards are numbered
 * from 1, and board n is played by the players 2n - 1 and 2n.
 *
 * @param robotAt the boards on which the robot plays White, at level 3
 */
export function settle(
  shell: Shell,
  matches: number,
  robotAt: (board: number) => boolean = () => false,
): void {
  const { db, time } = shell;
  transact(db, () => {
    for (let board = 1; board <= matches; board++) {
      const black = playerOf(2 * board - 1);
      const white = playerOf(2 * board);
      addPlayer(db, black, time.now());
      addPlayer(db, white, time.now());
      const match = newMatch(board, 'forms', SIZE, { first: black, second: white });
      if (!match.ok) throw new Error(match.error.code);
      const rated: Match = robotAt(board)
        ? {
            ...match.value,
            white: ROBOT,
            robot: { side: 'white', level: 3 },
            pace: DEFAULT_PACE,
          }
        : { ...match.value, pace: DEFAULT_PACE, rated: true };
      insertMatch(db, rated, time.now(), newTurn(db, rated, time.now()));
    }
  });
}

/** The letter in which Black answers the first letter about a board with a move and a few words. */
export function firstMove(shell: Shell, board: number): Delivery {
  const { id, address } = playerOf(2 * board - 1);
  const to = { playerId: id, address, language: 'en', userid: undefined };
  const token = replyTokenFor(shell, to, { purpose: 'board', number: board, revision: 1 });
  const replyTo = shell.address.replace('@', `+${token}@`);
  const lines = [
    `From: Player ${id} <${address}>`,
    `To: Turnpost <${replyTo}>`,
    `Subject: Re: Forms Board ${board}`,
    'Date: Sat, 21 Nov 2026 09:00:00 +0000',
    `Message-ID: <turn-${board}@home.test>`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8; format=flowed',
    'Content-Transfer-Encoding: 8bit',
    '',
    FIRST_MOVE,
    '',
    'Good luck, and have fun!',
    '',
    'On Sat, 21 Nov 2026 at 08:59, Turnpost wrote:',
    ...QUOTED,
  ];
  return { from: address, to: replyTo, raw: Buffer.from(lines.join('\r\n'), 'utf8') };
}

/** What Black types above the quotation. */
const TYPED = { top: [FIRST_MOVE, '', 'Good luck, and have fun!'], bottom: [], interleaved: [] };

const playerOf = (id: number): Player => ({
  id,
  userid: `player${id}`,
  address: `player${id}@home${id % HOSTS}.test`,
  language: 'en',
});

/** About as long as a board letter that is quoted below an answer. */
const QUOTED = Array.from(
  { length: 20 },
  (_, line) => `> ${String(line).padStart(2)}  x w x w x w x w   a line of the quoted board`,
);

/** The first letter about each board, to Black. */
export function writeFirstLetters(shell: Shell, boards: number): void {
  const queries = queriesOf(shell.db, shell.time.now());
  transact(shell.db, () => {
    for (let board = 1; board <= boards; board++) {
      const match = matchOf(shell.db, board);
      const id = 2 * board - 1;
      if (!match) throw new Error(`no board ${board}`);
      intendLetter(
        shell,
        boardLetter(match, playerOf(id), ownBoardFacts(match, id, queries)),
        'clock',
      );
    }
  });
}

/** The programs that quote in plain text. The letter is also in HTML, which they do not send. */
const PROGRAMS_IN_TEXT = PROGRAMS.filter(({ language, quotes, head }) => {
  const older = { text: '', email: { html: '' } } as Sent;
  return language === 'en' && quotes(head, older, TYPED).type.startsWith('text/plain');
});

/** The letter in which Black answers the first letter about a board, which it quotes, as mail programs do. */
export async function firstMoveQuoting(shell: Shell, board: number): Promise<Delivery> {
  const { id, address } = playerOf(2 * board - 1);
  const outboxId = value<number>(
    shell.db,
    "select id from outbox where player_id = ? and state = 'sent'",
    id,
  );
  const email = await PostalMime.parse(frozenRaw(shell.db, outboxId));
  const { text = '', subject = '' } = email;
  const older = { email, text, subject } as Sent;
  const { quotes, head } = PROGRAMS_IN_TEXT[board % PROGRAMS_IN_TEXT.length] as Program;
  const named = head.map((line) =>
    line.replaceAll('games@turnpost.test', shell.address).replaceAll('alice@home.test', address),
  );
  const answer = quotes(named, older, TYPED);
  const to = email.replyTo?.[0]?.address ?? '';
  const raw = writeLetter(
    {
      from: `Player ${id} <${address}>`,
      to: `Turnpost <${to}>`,
      subject: `Re: ${subject}`,
      text: answer.text,
      type: `Content-Type: ${answer.type}`,
      headers: [`In-Reply-To: ${email.messageId}`, `References: ${email.messageId}`, ...ON_THE_WAY],
    },
    board,
  );
  return { from: address, to, raw };
}

/**
 * The same for very many matches: one is played into the database as usual, and the others are
 * copied from it by SQL alone.
 */
export function settleByCopies(shell: Shell, matches: number): void {
  const { db } = shell;
  settle(shell, 1);
  const copy = (
    table: string,
    from: string,
    count: number,
    own: Readonly<Record<string, string>>,
  ) => {
    const columns = (db.pragma(`table_info(${table})`) as { name: string }[]).map(
      ({ name }) => name,
    );
    db.prepare(
      `with recursive numbers (n) as (select cast(? as integer) union all select n + 1 from numbers where n < ?)
      insert into ${table} (${columns.join(', ')})
      select ${columns.map((name) => own[name] ?? `first.${name}`).join(', ')}
      from numbers
      join ${table} as first on ${from}`,
    ).run(count === matches ? 2 : 3, count);
  };
  const userid = "'player' || n";
  transact(db, () => {
    copy('players', 'first.id = 1', 2 * matches, { id: 'n', userid, userid_key: userid });
    const address = `${userid} || '@home' || (n % ${HOSTS}) || '.test'`;
    copy('addresses', 'first.player_id = 1', 2 * matches, {
      address_key: address,
      address,
      player_id: 'n',
    });
    copy('matches', 'first.board = 1', matches, {
      board: 'n',
      black_id: '2 * n - 1',
      white_id: '2 * n',
    });
  });
}
