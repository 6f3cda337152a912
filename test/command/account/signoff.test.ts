import { beforeEach, describe, expect, it } from 'vitest';
import { letterLimits, oneHourMs, questionLimits } from '../../../src/limits.ts';
import { ADMIN, ALICE, BOB, type Sent } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { storedBoard } from '../../support/desk/play.ts';
import { writeBounce } from '../../support/post/bounces.ts';
import { answerTo, ON_THE_WAY } from '../../support/post/letters.ts';
import {
  changeOut,
  keptLettersOut,
  lettersOut,
  suspendedAddresses,
} from '../../support/stored/letters.ts';
import { addresses, userids } from '../../support/stored/people.ts';
import { challenges } from '../../support/stored/play.ts';
import { everything, placesOf } from '../../support/stored/rows.ts';

let board: Sent;

eachDesk('forms -size=4x4');
beforeEach(() => {
  board = desk.newest(ALICE);
});

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
    expect(sent[0]?.text).toContain('reply with one word: yes');
    const [again] = await desk.answer(ALICE, 'Yes, I think so.');
    expect(flat(again)).toContain('with one word: yes');
    expect(storedBoard(desk).ending).toBeNull();
    expect(addresses(desk.shell.db)).toHaveLength(2);
  });

  it('waits no longer than any other question', async () => {
    await desk.post({ from: ALICE, subject: 'signoff', text: '' });
    desk.time.now += questionLimits.heldMs;
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
    expect(flat(desk.newest(ALICE))).toContain('Several e-mails already wait for your yes.');
  });

  it('leaves nothing behind that offers the other player words or a match with who has gone', async () => {
    await yesTo(ALICE, 'signoff');
    const end = desk.newest(BOB);
    await desk.post({ from: BOB, subject: 'show 1', text: '', headers: ON_THE_WAY });
    for (const letter of [end, desk.newest(BOB)]) {
      expect(letter.text).toContain('you have won: alice resigned.');
      expect(letter.text).toContain('reply with: challenge open forms, 4x4\n');
      const links = [...(letter.email.html ?? '').matchAll(/body=([^"]*)"/g)].map(([, body]) =>
        decodeURIComponent(body ?? '').trim(),
      );
      const offered = links.filter((link) => link !== 'signoff');
      expect([...new Set(offered)]).toEqual([
        'challenge open forms, 4x4',
        'play minefield',
        'show 1',
        'games',
      ]);
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
    expect(flat(desk.newest(ALICE))).toContain("alice's account is closed.");
    const told = after.filter(({ to }) => to === BOB).map(flat);
    expect(told).toHaveLength(3);
    expect(told[0]).toContain('alice has left this server.');
    expect(told[0]).toContain('you have won: alice resigned.');
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
    expect(flat(desk.newest(ALICE))).toContain("alice's account is closed.");
    expect(challenges(desk.shell.db)).toHaveLength(1);
  });

  it('forgets the person, but not the name on the boards', async () => {
    await desk.post(answerTo(board, 'a4b4\nA comment.'));
    await yesTo(ALICE, 'set zone Europe/Berlin');
    await yesTo(ALICE, 'signoff');
    const { db } = desk.shell;
    expect([placesOf(db, ALICE), placesOf(db, 'europe/berlin')]).toEqual([[], []]);
    expect(keptLettersOut(db, 1)).toBe(0);
    const [shown] = await desk.post({ from: BOB, subject: 'show 1', text: '' });
    expect(shown?.subject).toBe('Forms Board 1 (alice vs bob)');
    const [refused] = await desk.post({ from: BOB, subject: 'challenge alice', text: '' });
    expect(flat(refused)).toContain('There is no player alice.');
  });

  it('leaves no address in any column, whatever has been', async () => {
    const { db } = desk.shell;
    const bounce = async (recipient: string, status: string) => {
      const { messageId = '' } = desk.newest(recipient).email;
      const uid = desk.box.size + 1;
      desk.box.set(
        uid,
        writeBounce({ to: 'games@turnpost.test', messageId, recipient, status }, uid),
      );
      await desk.round();
    };
    await yesTo(ALICE, 'address add Alice+games@work.test');
    await desk.answer('Alice+games@work.test', 'yes');
    await desk.post({ from: ALICE, subject: 'address add third@alice.test', text: '' });
    await desk.answer(ALICE, 'yes');
    await desk.post(answerTo(board, 'a4b4\nWrite to Alice@home.test.'));
    await desk.answer(ALICE, 'puzzle');
    await desk.answer(ALICE, 'set puzzle daily');
    await desk.answer(ALICE, 'play forms -size=4x4');
    await desk.answer(ALICE, 'invite carol@else.test');
    await desk.answer(ALICE, 'whoami all');
    await desk.answer(ALICE, 'yes');
    const letter = { from: ALICE, subject: 'games', text: '' };
    desk.put(letter);
    desk.put(letter);
    desk.put({ ...letter, subject: 'Away', headers: ['Auto-Submitted: auto-replied'] });
    // Two that nobody can read.
    const large = `from: ${ALICE.toUpperCase()}\r\nTo: games@turnpost.test\r\n\r\n`;
    for (const raw of [`${large}x`, `From: ${BOB}\r\n${large}`]) {
      desk.box.set(
        desk.box.size + 1,
        Buffer.from(raw.replace(/x$/, 'x'.repeat(letterLimits.bytes))),
      );
    }
    await desk.round();
    await desk.post({ from: ALICE, subject: 'resign 1', text: '' });
    await bounce(ALICE, '5.1.1');
    expect(suspendedAddresses(db)).toEqual([ALICE]);
    await yesTo(ALICE, 'signoff');
    await desk.round();
    for (const address of [ALICE, 'alice+games@work.test', 'third@alice.test']) {
      expect(placesOf(db, address), address).toEqual([]);
    }
    await bounce(ALICE, '5.1.1');
    expect(suspendedAddresses(db)).toEqual([]);
  });

  it('leaves no address in the admin log, whose entries stay', async () => {
    await yesTo(ADMIN, 'admin address alice Alice@new.test');
    await yesTo('Alice@new.test', 'signoff');
    expect(everything(desk.shell.db)['admin_log']).toMatchObject([
      { act: 'admin address alice (an address)' },
    ]);
    // The admin's own letter is the admin's.
    expect(placesOf(desk.shell.db, 'alice@new.test')).toEqual(['inbox.raw']);
  });

  it('lets the address begin anew, under another name, and no old letter opens anything', async () => {
    await yesTo(ALICE, 'signoff');
    const [introduced] = await desk.post(answerTo(board, 'games'));
    expect(introduced?.subject).toBe('Turnpost: board games by e-mail');
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
});
