import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databaseLimits } from '../../src/server-limits.ts';
import {
  addPlayer,
  addPlayerWithoutAddress,
  nextPlayerId,
  suspendPlayer,
} from '../../src/store/people/players.ts';
import { setCondition } from '../../src/store/server/conditions.ts';
import { typeLine } from '../support/desk/command-line.ts';
import { ALICE, BOB, type Desk, openBoard, openDesk } from '../support/desk/desk.ts';
import { leave } from '../support/stored/people.ts';

let desk: Desk;
beforeEach(async () => {
  // The command line has the clock of the machine.
  desk = openDesk({ log: 'silent', now: Date.now() });
});
afterEach(() => desk.close());

const type = (line: string) => typeLine(desk, line);
const rowsOf = async (line: string) => JSON.parse((await type(`${line} --json`)).out);
const linesOf = async (line: string) => (await type(line)).out.split('\n');
const today = () => new Date(desk.time.now).toISOString().slice(0, 10);
/** A player who wrote so many days ago. */
const addSeen = (userid: string, days: number) => {
  const { db } = desk.shell;
  const id = nextPlayerId(db);
  const then = desk.time.now - days * 86_400_000;
  addPlayer(db, { id, userid, address: `${userid}@far.test`, language: 'en' }, then);
};

describe('turnpost players', () => {
  it('says when there is none', async () => {
    expect(await type('players')).toMatchObject({ code: 0, out: 'Nobody has an account yet.' });
    expect(await rowsOf('players')).toEqual([]);
  });

  it('lists them without an address, which only --addresses shows', async () => {
    await openBoard(desk, 'forms -size=4x4');
    const { db } = desk.shell;
    for (const [userid, days] of [
      ['carl', 20],
      ['dora', 300],
      ['emil', 999],
    ] as const) {
      addSeen(userid, days);
    }
    addPlayerWithoutAddress(db, { id: 9, userid: 'fred', language: 'en' }, desk.time.now);
    suspendPlayer(db, 2, desk.time.now);
    setCondition(db, { kind: 'suspension', key: 'carl@far.test' }, 1);
    const lines = await linesOf('players');
    expect(lines[0]).toBe('PLAYER  SINCE       SEEN        BOARDS  NOTE');
    expect(lines[1]).toBe(`alice   ${today()}  this week        1`);
    expect(lines[2]).toBe(`bob     ${today()}  this week        1  suspended`);
    expect(lines[3]).toMatch(/^carl {4}\d{4}-\d\d-\d\d {2}this month {7}0 {2}e-mails came back$/);
    expect(lines[4]).toMatch(/ this year {8}0$/);
    expect(lines[5]).toMatch(/ long ago {9}0$/);
    expect(lines[6]).toMatch(/^fred .* no address$/);
    expect(lines.join('\n')).not.toContain('@');
    expect((await linesOf('players --addresses'))[1]).toMatch(new RegExp(` {2}${ALICE}$`));
    const rows = await rowsOf('players');
    expect(JSON.stringify(rows)).not.toContain('@');
    expect(rows[1]).toEqual({
      userid: 'bob',
      since: expect.stringContaining(today()),
      seenWithin: 'week',
      boards: 1,
      suspended: true,
      lettersStopped: false,
      hasAddress: true,
    });
    expect(rows[5]).toMatchObject({ userid: 'fred', hasAddress: false });
    expect((await rowsOf('players --addresses'))[1].addresses).toEqual([BOB]);
  });

  it('leaves out who has left', async () => {
    addSeen('carl', 0);
    addSeen('dora', 0);
    leave(desk.shell.db, 1);
    expect((await rowsOf('players')).map(({ userid }: { userid: string }) => userid)).toEqual([
      'dora',
    ]);
  });

  it('reads no more of a long list than somebody reads of it', async () => {
    for (let each = 0; each <= 2 * databaseLimits.listRows; each++) addSeen(`p${each}`, 0);
    expect(await linesOf('players')).toHaveLength(2 * databaseLimits.listRows + 2);
    expect(await rowsOf('players')).toHaveLength(2 * databaseLimits.listRows + 1);
    const printed: string[] = [];
    const print = async (line: string) => {
      printed.push(line);
      return false;
    };
    expect(await typeLine(desk, 'players', { print })).toMatchObject({ code: 0, error: '' });
    expect(printed.join('\n').split('\n').length).toBeLessThan(databaseLimits.listRows);
  });
});

describe('turnpost matches', () => {
  it('says when there is none', async () => {
    expect(await type('matches')).toMatchObject({ code: 0, out: 'No match is being played.' });
    expect(await type('matches --finished')).toMatchObject({
      code: 0,
      out: 'No match is finished yet.',
    });
  });

  it('lists those that are played, whose turn it is, and the days left', async () => {
    await openBoard(desk, 'forms -size=4x4 -forfeit=9');
    addSeen('carl', 0);
    const [head, row, ...rest] = await linesOf('matches');
    expect(head).toMatch(/^BOARD {2}GAME {3}BLACK {2}WHITE {2}TURN {2,3}PLIES {2}DAYS LEFT$/);
    expect(row).toMatch(
      /^ {4}1 {2}forms {2}(?:alice {2}bob {4}alice|bob {4}alice {2}bob) +0 {10}\d$/,
    );
    expect(rest).toEqual([]);
    const [match, ...others] = await rowsOf('matches');
    expect(match).toMatchObject({ board: 1, game: 'forms', colour: 'black', plies: 0 });
    expect(match.turn).toBe(match.black);
    expect(match.daysLeft).toBeGreaterThan(6);
    expect(Date.parse(match.lostAt)).toBeGreaterThan(Date.now());
    expect(others).toEqual([]);
    expect(await rowsOf('matches --player Alice')).toEqual([match]);
    expect(await rowsOf('matches --player carl')).toEqual([]);
    expect(await rowsOf('matches --finished')).toEqual([]);
  });

  it('lists those that are over: who won, when, and how', async () => {
    await openBoard(desk, 'forms -size=4x4');
    await desk.answer(ALICE, 'resign');
    expect(await rowsOf('matches')).toEqual([]);
    const [head, row] = await linesOf('matches --finished --player bob');
    expect(head).toBe('BOARD  GAME   BLACK  WHITE  WON    PLIES  ENDED       BY');
    expect(row).toMatch(new RegExp(` (black|white) {6}0 {2}${today()} {2}resigned$`));
    expect(await rowsOf('matches --finished')).toMatchObject([
      { board: 1, game: 'forms', ending: 'resigned', plies: 0 },
    ]);
  });

  it.each([
    ['nobody', 'There is no player nobody.'],
    ['al1ce', 'There is no player al1ce.\nDid you mean this: alice'],
  ])('knows no player %s', async (userid, error) => {
    await openBoard(desk, 'forms -size=4x4');
    expect(await type(`matches --player ${userid}`)).toEqual({ code: 1, out: '', error });
  });
});

describe('turnpost letters', () => {
  it('lists those in any state, and what a program wants to know of them', async () => {
    await openBoard(desk, 'forms -size=4x4');
    desk.put({ from: 'eve@evil.test', subject: '\u009b31mhello', text: 'x' });
    expect(await type('letters')).toMatchObject({ code: 0, out: 'No e-mail is put aside.' });
    expect(await type('letters --state stored')).toMatchObject({ out: 'No e-mail is stored.' });
    const done = await rowsOf('letters --state done');
    expect(done.length).toBeGreaterThan(1);
    expect(done[0]).toEqual({
      id: expect.any(Number),
      state: 'done',
      receivedAt: expect.stringContaining(today()),
      bytes: expect.any(Number),
      runs: expect.any(Number),
      reason: null,
      from: expect.stringMatching(/^(home|work)\.test$/),
    });
    const lines = await linesOf('letters --state done');
    expect(lines).toHaveLength(done.length + 1);
    expect(lines.join()).not.toContain('replay');
  });

  it('knows its states', async () => {
    const { code, error } = await type('letters --state putaside');
    expect(code).toBe(64);
    expect(error).toContain('Allowed: stored, done, refused, held, ignored, put-aside\n');
    expect(error).toContain('Did you mean this: put-aside\n');
  });
});

describe('turnpost status --json', () => {
  it('says the same to a program', async () => {
    await openBoard(desk, 'forms -size=4x4');
    const { code, out } = await type('status --json');
    expect(code).toBe(3);
    expect(JSON.parse(out)).toEqual({
      worker: null,
      mailboxLastRead: expect.stringMatching(/^\d{4}-.*Z$/),
      lettersIn: { done: 4, held: 2 },
      lettersOut: { sent: 8 },
      oldestUnread: null,
      oldestUnsent: null,
      submission: { state: 'open' },
      fence: null,
      quota: [],
      backups: { file: null, madeAt: null, failingSince: null, error: null, amiss: null },
    });
  });
});
