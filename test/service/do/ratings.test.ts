import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chargeTo } from '../../../src/budget/charge.ts';
import { oneDayMs } from '../../../src/limits.ts';
import { endMatch, resignMatch, takeBackLast } from '../../../src/match/offer.ts';
import { playMove } from '../../../src/match/play.ts';
import { startMatch as newMatch, startWithRobot } from '../../../src/match/start.ts';
import { type Match, ROBOT, type Seat } from '../../../src/match/types.ts';
import { advance } from '../../../src/service/do/advance.ts';
import { recomputeRatings } from '../../../src/service/do/rate.ts';
import { transact } from '../../../src/store/file/database.ts';
import { storePiped } from '../../../src/store/letters/inbox.ts';
import { addPlayer } from '../../../src/store/people/players.ts';
import { insertMatch, matchOf } from '../../../src/store/play/matches.ts';
import { value } from '../../engine/given.ts';
import { ADMIN, ALICE, BOB, type Desk, openBoard, openDesk } from '../../support/desk/desk.ts';
import { newestBoard, play, storedBoard } from '../../support/desk/play.ts';
import { CAROL, flat, signUp } from '../../support/desk/players.ts';
import { answerTo } from '../../support/post/letters.ts';
import { full } from '../../support/run/seed.ts';
import { useridOf } from '../../support/stored/people.ts';
import { putRating, ratingChanges, ratings } from '../../support/stored/play.ts';

let desk: Desk;
beforeEach(() => {
  desk = openDesk();
});
afterEach(() => desk.close());

const rates = () => ratings(desk.shell.db);
const changes = () => ratingChanges(desk.shell.db);
const ratingOf = (userid: string) =>
  rates().find(({ player }) => useridOf(desk.shell.db, player) === userid)?.rating;

/** Matches that are not rated, and robots whose ratings they have changed. */
const changedByRobot = () =>
  changes()
    .filter(({ board, player }) => player < 0 && storedBoard(desk, board).rated === 0)
    .map(({ board, player }) => ({ board, player }));

/** What may happen to a board in a random history. */
const ACTS = ['ply', 'ply', 'ply', 'ply', 'ply', 'resign', 'draw', 'cancel', 'undo'] as const;
const anyAct = fc.record({
  board: fc.integer({ min: 1, max: 7 }),
  act: fc.constantFrom(...ACTS),
  // Often nothing, sometimes months, and now and then a clock that is put back.
  passedMs: fc.constantFrom(0, 0, 1, oneDayMs, 100 * oneDayMs, -oneDayMs),
});

function after(match: Match, act: (typeof ACTS)[number]): Match | undefined {
  if (act === 'undo') {
    const back = takeBackLast(match);
    return back.ok ? back.value.match : undefined;
  }
  if (match.outcome) return undefined;
  switch (act) {
    case 'ply': {
      const move = { 0: 'a4b4', 1: 'd4c4', 2: 'd1c1' }[match.moves.length];
      if (!move) return undefined;
      return value(playMove(match, match[match.position.turn].id, move, {})).match;
    }
    case 'resign':
      return value(resignMatch(match, match.black.id, 'resigned'));
    case 'draw':
      return value(endMatch(match, { winner: undefined, ending: 'drawn-by-admin' }));
    case 'cancel':
      return value(endMatch(match, { winner: undefined, ending: 'cancelled-by-admin' }));
  }
}

/** A letter that has led to what happens. */
const CAUSE = {
  inboxId: 1,
  messageId: undefined,
  address: '',
  charge: chargeTo(undefined, 'none', 0),
};

/** Five boards of three players: on four both have moved, and one is not rated. */
function beginBoards(): void {
  const { db } = desk.shell;
  const seats = ['alice', 'bob', 'carol'].map((userid, index) => ({ id: index + 1, userid }));
  for (const { id, userid } of seats) {
    addPlayer(db, { id, userid, address: `${userid}@x.test`, language: 'en' }, 0);
  }
  for (let board = 1; board <= 5; board++) {
    const [one, other] = [seats[board % 3], seats[(board + 1) % 3]];
    if (!one || !other) throw new Error('no seats');
    const size = { cols: 4, rows: 4 };
    const first = value(newMatch(board, 'forms', size, { first: one, second: other }));
    const played = after(after(first, 'ply') ?? first, 'ply') ?? first;
    const match = board === 4 ? first : { ...played, revision: 1 };
    insertMatch(db, board === 5 ? match : { ...match, rated: true }, desk.time.now);
  }
  beginWithRobot(seats[0] ?? ROBOT);
}

/** Two boards against the robot: at the highest level, where it counts for the player, and below. */
function beginWithRobot(player: Seat): void {
  const { db } = desk.shell;
  storePiped(db, new Uint8Array(1), new Uint8Array(1), 0);
  const terms = {
    rules: 'forms',
    size: { cols: 8, rows: 8 },
    pace: undefined,
    rated: true,
  } as const;
  for (const [board, level, first] of [
    [6, 5, 'me'],
    [7, 3, 'them'],
  ] as const) {
    const begun = value(startWithRobot(board, player, { ...terms, level, first }, true));
    const match = after(after(begun, 'ply') ?? begun, 'ply') ?? begun;
    insertMatch(db, { ...match, revision: 1 }, desk.time.now);
  }
}

describe('ratings that are written along the way', () => {
  it('are those that the matches give in the order of their ends', () => {
    let rated = 0;
    let takenBack = 0;
    let oneSided = 0;
    fc.assert(
      fc.property(fc.array(anyAct, { minLength: 40, maxLength: 80, size: 'max' }), (acts) => {
        desk.close();
        desk = openDesk();
        const { db } = desk.shell;
        beginBoards();
        for (const { board, act, passedMs } of acts) {
          desk.time.now += passedMs;
          const match = matchOf(db, board);
          const next = match && after(match, act);
          const before = changes().length;
          if (next) transact(db, () => advance(desk.shell, next, undefined, CAUSE));
          if (changes().length < before) takenBack++;
        }
        const written = { ratings: rates(), changes: changes() };
        rated += written.changes.length;
        transact(db, () => recomputeRatings(db, 'forms'));
        expect({ ratings: rates(), changes: changes() }).toEqual(written);
        expect(changes().filter(({ board }) => board === 5)).toEqual([]);
        const ofRobots = changedByRobot();
        expect(ofRobots).toEqual(ofRobots.length === 0 ? [] : [{ board: 7, player: -3 }]);
        oneSided += ofRobots.length;
      }),
      { numRuns: full ? 25 : 8 },
    );
    expect(rated).toBeGreaterThan(full ? 10 : 0);
    expect(takenBack).toBeGreaterThan(0);
    expect(oneSided).toBeGreaterThan(0);
  });
});

describe('the last letter of a match', () => {
  it('tells both players and spectators what it has changed', async () => {
    await openBoard(desk, 'forms -size=4x4');
    await signUp(desk, CAROL);
    await desk.answer(CAROL, 'watch 1');
    await play(desk, 'a4b4', 'd4c4');
    expect(newestBoard(desk, ALICE).text).not.toContain('Rating');
    await desk.post(answerTo(newestBoard(desk, BOB), 'resign'));
    for (const reader of [ALICE, BOB, CAROL]) {
      const { text, email } = newestBoard(desk, reader);
      expect(text).toContain(
        '\nRating: alice 1600? -> 1762?, bob 1600? -> 1438? (? is provisional)\n',
      );
      expect(email.html).toContain('Rating: alice 1600? &#8594; 1762?, bob 1600? &#8594; 1438?');
    }
    expect(ratingOf('alice')).toBeCloseTo(1762, 0);
  });

  it.each([
    ['it was not rated', '-unrated', ['a4b4', 'd4c4']],
    ['only one has moved', '', ['a4b4']],
  ])('tells nothing when %s', async (_, terms, moves) => {
    await openBoard(desk, `forms -size=4x4 ${terms}`);
    await play(desk, ...moves);
    await desk.post(answerTo(newestBoard(desk, BOB), 'resign'));
    expect(newestBoard(desk, BOB).text).toContain('You have lost: you resigned.');
    expect(newestBoard(desk, BOB).text).not.toContain('Rating');
    expect(changes()).toEqual([]);
  });

  /** The lines of a new letter, and the yes to them. */
  const confirmed = async (from: string, ...lines: readonly string[]) => {
    await desk.post({ from, subject: '', text: lines.join('\n') });
    return desk.answer(from, 'yes');
  };
  const noticesSentTo = (reader: string) =>
    desk.sent.flatMap(({ to, text }) =>
      to === reader ? (/^Rating: (alice \d+\?? -> \d+\??)/m.exec(text)?.[1] ?? []) : [],
    );
  const beginTwo = async () => {
    await openBoard(desk, 'forms -size=4x4');
    await confirmed(ALICE, 'challenge bob forms -size=4x4 -first=me');
    await confirmed(BOB, 'accept 2');
    await confirmed(ALICE, 'move 1 a4b4', 'move 2 a4b4');
    await confirmed(BOB, 'move 1 d4c4', 'move 2 d4c4');
  };

  it('is true on each board of a player who leaves', async () => {
    await beginTwo();
    await confirmed(BOB, 'signoff');
    const last = Math.round(ratingOf('alice') ?? 0);
    expect(noticesSentTo(ALICE)).toEqual(['alice 1600? -> 1762?', `alice 1762? -> ${last}?`]);
  });
});

describe('what an admin does to a match that has ended', () => {
  const admin = async (line: string) => {
    await desk.post({ from: ADMIN, subject: line, text: '' });
    await desk.answer(ADMIN, 'yes');
  };
  beforeEach(async () => {
    await openBoard(desk, 'forms -size=4x4');
    await play(desk, 'a4b4', 'd4c4');
    await desk.post(answerTo(newestBoard(desk, BOB), 'resign'));
  });

  it('takes the change of ratings back with the end', async () => {
    expect(changes()).toHaveLength(2);
    await admin('admin undo 1');
    expect(changes()).toEqual([]);
    expect(rates()).toEqual([]);
    expect(newestBoard(desk, ALICE).text).not.toContain('Rating');
  });

  it('rates it by its new end', async () => {
    await admin('admin undo 1');
    await admin('admin end 1 white');
    expect(newestBoard(desk, ALICE).text).toContain(
      'Rating: alice 1600? -> 1438?, bob 1600? -> 1762?',
    );
    await admin('admin undo 1');
    await admin('admin end 1 cancel');
    expect(newestBoard(desk, ALICE).text).not.toContain('Rating');
    expect(rates()).toEqual([]);
  });
});

describe('a challenge for some ratings', () => {
  beforeEach(async () => {
    await openBoard(desk, 'forms -size=4x4');
    await signUp(desk, CAROL);
    await play(desk, 'a4b4', 'd4c4');
    await desk.post(answerTo(newestBoard(desk, BOB), 'resign'));
    await desk.answer(CAROL, 'challenge open forms -rating=1700-1800');
  });

  it('is taken by who has such a rating in its game, and by nobody else', async () => {
    const [refused] = await desk.answer(BOB, 'accept 2');
    expect(flat(refused)).toContain(
      'for players with a rating of 1700-1800 in Forms. Yours is 1438.',
    );
    expect((await desk.answer(ALICE, 'accept 2'))[0]?.subject).toContain('Forms Board 2');
  });

  it('is not held out to who cannot take it', async () => {
    const [list] = await desk.answer(BOB, 'challenges');
    expect(list?.text).toContain('1700-1800');
    expect(list?.text).not.toContain('accept 2');
    await desk.answer(CAROL, 'challenge open minefield');
    await desk.answer(ALICE, 'accept 3');
    const [late] = await desk.answer(BOB, 'accept 3');
    expect(flat(late)).toContain('Nothing else is open to everybody');
  });

  it('waits for a yes with its ratings', async () => {
    await desk.post({ from: CAROL, subject: 'challenge open forms -rating=1-2', text: '' });
    const [opened] = await desk.answer(CAROL, 'yes');
    expect(flat(opened)).toContain('open to players with a rating of 1-2');
    const [refused] = await desk.answer(ALICE, 'accept 3');
    expect(flat(refused)).toContain('Yours is 1762.');
  });

  it.each(['challenge bob forms -rating=1-2', 'challenge bob from 1 #1 -rating=1-2'])(
    'is to nobody in particular: %s',
    async (line) => {
      const [refused] = await desk.answer(ALICE, line);
      expect(flat(refused)).toContain('A challenge to one player is for that player');
    },
  );
});

describe('the standings', () => {
  it('have places for the established, and the others below', async () => {
    const names = ['alice', 'bob', 'carol', 'dave'];
    for (const userid of names) await signUp(desk, `${userid}@home.test`);
    const { db } = desk.shell;
    const { now: at } = desk.time;
    const after40 = { rules: 'forms', matches: 40 };
    putRating(db, 1, { ...after40, rating: 1700, deviation: 60, at });
    putRating(db, 2, { ...after40, rating: 1900, deviation: 70, at });
    putRating(db, 3, { ...after40, rating: 2400, deviation: 111, at });
    // Certain once, but that was ten years ago.
    putRating(db, 4, { ...after40, rating: 1650, deviation: 60, at: at - 3650 * oneDayMs });
    const [list] = await desk.post({ from: ALICE, subject: 'standings forms', text: '' });
    expect(list?.text).toContain(
      [
        'Standings of Forms:',
        '',
        '  Place  Player       Rating  Deviation  Matches',
        '      1  bob          1900           70       40',
        '      2  alice (you)  1700           60       40',
        '',
        'Provisional, after few matches or a long break:',
        '',
        '  Player  Rating  Deviation  Matches',
        '  carol   2400?         111       40',
        '  dave    1650?         129       40',
      ].join('\n'),
    );
    await desk.answer('bob@home.test', 'signoff');
    await desk.answer('bob@home.test', 'yes');
    const [without] = await desk.post({ from: ALICE, subject: 'standings forms', text: '' });
    expect(without?.text).not.toContain('bob');
    expect(without?.text).toContain('1  alice (you)');
  });
});
