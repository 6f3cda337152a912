import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { heldMsMax, oneHourMs } from '../../../src/limits.ts';
import { ALICE, BOB, type Desk, openBoard, openDesk, type Sent } from '../../support/desk/desk.ts';
import { storedBoard } from '../../support/desk/play.ts';
import { answerTo, ON_THE_WAY } from '../../support/post/letters.ts';
import { changeOut, keptLettersOut, lettersOut } from '../../support/stored/letters.ts';
import { addresses, tablesWithPlayers, userids } from '../../support/stored/people.ts';
import { challenges } from '../../support/stored/play.ts';
import { everything } from '../../support/stored/rows.ts';

let desk: Desk;
let board: Sent;

beforeEach(async () => {
  desk = openDesk({ log: 'silent' });
  await openBoard(desk, 'forms -size=4x4');
  board = desk.newest(ALICE);
});
afterEach(() => desk.close());

const flat = (letter: Sent | undefined) => letter?.text.replace(/\s+/g, ' ') ?? '';
const yesTo = async (from: string, line: string) => {
  await desk.post({ from, subject: line, text: '' });
  return desk.answer(from, 'yes');
};

describe('signoff', () => {
  it('warns first, with the boards that would be resigned, and does nothing', async () => {
    await desk.post(answerTo(board, 'a4b4'));
    const sent = await desk.post({ from: ALICE, subject: 'signoff', text: '' });
    expect(sent.map(({ to }) => to)).toEqual([ALICE]);
    expect(sent[0]?.text).toContain('     Board 1, Forms, against bob\n');
    expect(sent[0]?.text).toContain('answer this letter with the one word: yes');
    const [again] = await desk.answer(ALICE, 'Yes, I think so.');
    expect(flat(again)).toContain('with the one word: yes');
    expect(storedBoard(desk).ending).toBeNull();
    expect(addresses(desk.shell.db)).toHaveLength(2);
  });

  it('waits no longer than any other question', async () => {
    await desk.post({ from: ALICE, subject: 'signoff', text: '' });
    desk.time.now += heldMsMax;
    const [late] = await desk.answer(ALICE, 'yes');
    expect(flat(late)).toContain('There is nothing left to confirm');
    expect(addresses(desk.shell.db)).toHaveLength(2);
  });

  it('asks so many times a day and no more, whoever writes in the player’s name', async () => {
    for (let letter = 0; letter < 8; letter++) {
      await desk.post({ from: ALICE, subject: 'signoff', text: '' });
      desk.time.now += oneHourMs;
    }
    const asked = desk.sent.filter(({ text }) => text.includes('asks to close the account'));
    // The sign-up of the same day was answered with yes, and is none of the five.
    expect(asked).toHaveLength(5);
    expect(flat(desk.newest(ALICE))).toContain('Several letters wait for your yes already.');
  });

  it('leaves nothing behind that offers the other player words or a match with who has gone', async () => {
    await yesTo(ALICE, 'signoff');
    const end = desk.newest(BOB);
    await desk.post({ from: BOB, subject: 'show 1', text: '', headers: ON_THE_WAY });
    for (const letter of [end, desk.newest(BOB)]) {
      expect(letter.text).toContain('You have won: alice resigned.');
      expect(letter.text).toContain('answer this letter with: challenge open forms -size=4x4\n');
      const links = [...(letter.email.html ?? '').matchAll(/body=([^"]*)"/g)].map(([, body]) =>
        decodeURIComponent(body ?? '').trim(),
      );
      const offered = links.filter((link) => link !== 'signoff');
      expect([...new Set(offered)]).toEqual(['challenge open forms -size=4x4', 'show 1', 'games']);
    }
    const [refused, ...more] = await desk.answer(BOB, 'say 1\nCome back.');
    expect(flat(refused)).toContain('alice has no account here, so nothing was sent.');
    expect(more).toEqual([]);
  });

  it('resigns boards, ends challenges, and tells the others', async () => {
    await yesTo(ALICE, 'challenge bob minefield -size=4x4');
    await yesTo(BOB, 'challenge alice minefield -size=4x4');
    const before = desk.sent.length;
    await yesTo(ALICE, 'signoff');
    const after = desk.sent.slice(before + 1);
    expect(after.filter(({ to }) => to === ALICE)).toHaveLength(1);
    expect(flat(desk.newest(ALICE))).toContain('The account of alice is closed.');
    const told = after.filter(({ to }) => to === BOB).map(flat);
    expect(told).toHaveLength(3);
    expect(told[0]).toContain('alice has left this server.');
    expect(told[0]).toContain('You have won: alice resigned.');
    expect(told[1]).toContain('so challenge 2 has ended.');
    expect(told[2]).toContain('so challenge 3 has ended.');
    expect(storedBoard(desk)).toMatchObject({ winner: 'white', ending: 'resigned' });
    expect(challenges(desk.shell.db).slice(1)).toMatchObject([
      { number: 2, state: 'withdrawn' },
      { number: 3, state: 'declined' },
    ]);
  });

  it('is the last thing that a letter asks for', async () => {
    const text = 'signoff now\nchallenge bob minefield -size=4x4';
    await desk.post({ from: ALICE, subject: '', text });
    await desk.answer(ALICE, 'yes');
    expect(flat(desk.newest(ALICE))).toContain('The account of alice is closed.');
    expect(challenges(desk.shell.db)).toHaveLength(1);
  });

  it('forgets the person, but not the name on the boards', async () => {
    await desk.post(answerTo(board, 'a4b4\nA comment.'));
    await yesTo(ALICE, 'set zone Europe/Berlin');
    await yesTo(ALICE, 'signoff');
    const { db } = desk.shell;
    for (const [table, rows] of Object.entries(everything(db))) {
      // The farewell, whose address is nobody's, and the letter that is being read right now.
      if (['outbox', 'inbox'].includes(table)) continue;
      expect(JSON.stringify(rows), table).not.toMatch(/alice@|Berlin/);
    }
    expect(keptLettersOut(db, 1)).toBe(0);
    const [shown] = await desk.post({ from: BOB, subject: 'show 1', text: '' });
    expect(shown?.subject).toBe('Forms Board 1 (alice vs bob)');
    const [refused] = await desk.post({ from: BOB, subject: 'challenge alice', text: '' });
    expect(flat(refused)).toContain('There is no player alice.');
  });

  it('lets the address begin anew, under another name, and no old letter opens anything', async () => {
    await yesTo(ALICE, 'signoff');
    const [introduced] = await desk.post(answerTo(board, 'games'));
    expect(introduced?.subject).toBe('Turnpost: board games by letter');
    const [taken] = await desk.post({ from: ALICE, subject: 'signup alice', text: '' });
    expect(flat(taken)).toContain('The userid alice, or one that looks like it, is taken.');
    await yesTo(ALICE, 'signup alicia');
    expect(userids(desk.shell.db)).toEqual(['alice', 'bob', 'alicia']);
    await desk.post(answerTo(board, 'resign 1'));
    expect(desk.newest(ALICE).subject).not.toContain('Board 1');
  });

  it('gives up letters that have not gone out', async () => {
    const retryAt = desk.time.now + 3_600_000;
    changeOut(desk.shell.db, { state: 'waiting', attempts: 9, retryAt }, 1);
    await yesTo(ALICE, 'signoff');
    const [first] = lettersOut(desk.shell.db);
    expect(first).toMatchObject({ state: 'failed', lastError: 'signed off', address: '' });
  });

  it('knows of every table that names a player', () => {
    const tables = tablesWithPlayers(desk.shell.db);
    const kept = ['board_offers', 'challenges', 'matches', 'rating_changes', 'ratings'];
    const emptied = ['invitations', 'jobs', 'outbox'];
    const deleted = ['address_requests', 'addresses', 'blocks'];
    const also = ['settings', 'waiting'];
    const time = ['vacations'];
    const puzzles = ['puzzle_attempts', 'puzzle_standings'];
    expect(
      tables,
      'deal with a new one in store/people/sign-off.ts and store/reading/everything.ts, and add it here',
    ).toEqual([...kept, ...emptied, ...deleted, ...also, ...time, ...puzzles].sort());
  });
});
