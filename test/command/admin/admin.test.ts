import { describe, expect, it } from 'vitest';
import { ADMIN, ALICE, BOB, type Sent } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { storedBoard } from '../../support/desk/play.ts';
import { CAROL, flat, signUp } from '../../support/desk/players.ts';
import { answerTo } from '../../support/post/letters.ts';
import {
  changeIn,
  changeOut,
  endOfNewest,
  lettersIn,
  newestIn,
  putAside,
  putTooLarge,
  thaw,
} from '../../support/stored/letters.ts';
import { adminActs } from '../../support/stored/people.ts';
import { challenges } from '../../support/stored/play.ts';

eachDesk('forms -size=4x4');

const to = (sent: readonly Sent[]) => sent.map((each) => each.to).sort();
const match = () => storedBoard(desk);
const acts = () => adminActs(desk.shell.db).map(({ act }) => act);
const stateIn = (letter: number) => lettersIn(desk.shell.db).find(({ id }) => id === letter)?.state;

/** An act of the admin, with the `yes` that every act needs. */
async function act(subject: string, text = ''): Promise<readonly Sent[]> {
  const [asked] = await desk.post({ from: ADMIN, subject, text });
  if (asked?.subject.startsWith('Turnpost: please confirm') !== true) return asked ? [asked] : [];
  return desk.answer(ADMIN, 'yes');
}

const READINGS = ['admin status', 'admin letters', 'admin log'];

describe('commands of admins', () => {
  it.each(['admin end 1 black', 'admin undo 1', 'admin suspend bob', 'admin broadcast'])(
    'that change something wait for the yes: %s',
    async (command) => {
      if (command === 'admin undo 1') await desk.answer(ALICE, 'a4b4');
      const before = match();
      const sent = await desk.post({ from: ADMIN, subject: command, text: 'Hello.' });
      expect(sent.map(({ to: whom, subject }) => [whom, subject])).toEqual([
        [ADMIN, expect.stringMatching(/^Turnpost: please confirm: admin /)],
      ]);
      expect(match()).toEqual(before);
      expect(acts()).toEqual([]);
      await desk.answer(ADMIN, 'yes');
      expect(acts()).toHaveLength(1);
    },
  );

  it.each(READINGS)('that read are answered to the address of the admin: %s', async (command) => {
    const sent = await desk.post({ from: ADMIN, subject: command, text: '' });
    expect(to(sent)).toEqual([ADMIN]);
    expect(sent[0]?.subject).toMatch(new RegExp(`^Turnpost: ${command}(?: 20)?$`));
  });

  it('are listed by: help admin', async () => {
    const [page] = await desk.post({ from: ADMIN, subject: 'help admin', text: '' });
    for (const name of ['end', 'undo', 'suspend', 'restore', 'address', 'broadcast', 'status']) {
      expect(page?.text).toContain(`  admin ${name} `);
    }
    for (const line of page?.text.split('\n') ?? []) expect(line.length).toBeLessThanOrEqual(72);
  });
});

describe('admin end', () => {
  it.each([
    ['black', 'black', 'won-by-admin', 'alice has won: the admin of this server decided it.'],
    ['white', 'white', 'won-by-admin', 'bob has won: the admin of this server decided it.'],
    ['draw', null, 'drawn-by-admin', 'The match is a draw: the admin of this server'],
    ['cancel', null, 'cancelled-by-admin', 'The admin of this server has cancelled the match.'],
  ])('%s tells both players, with the reason', async (how, winner, ending, sentence) => {
    const sent = await act(`admin end 1 ${how} nobody has answered`);
    expect(to(sent)).toEqual([ADMIN, ALICE, BOB]);
    for (const [each, userid] of [
      [ALICE, 'alice'],
      [BOB, 'bob'],
    ] as const) {
      expect(flat(desk.newest(each))).toContain(
        sentence
          .replace(`${userid} has won`, 'you have won')
          .replace(/^\w+ has won/, 'You have lost'),
      );
      expect(flat(desk.newest(each))).toContain('The reason given: nobody has answered');
    }
    expect(match()).toMatchObject({ winner, ending, revision: 2 });
    expect(acts()).toEqual([`admin end 1 ${how} nobody has answered`]);
    const [over] = await act('admin end 1 draw');
    expect(flat(over)).toContain('The match on board 1 is over.');
  });

  it('of a cancelled match counts for nobody', async () => {
    await act('admin end 1 cancel');
    const [mine] = await desk.answer(ALICE, 'history');
    expect(mine?.text).toMatch(/ 1 {2}forms {2}bob {6}none /);
  });
});

describe('admin undo', () => {
  it('takes back the last ply, and the time it took', async () => {
    await desk.answer(ALICE, 'a4b4');
    await desk.answer(BOB, 'c1d1');
    const old = desk.newest(ALICE);
    const sent = await act('admin undo 1 sent by mistake');
    expect(to(sent)).toEqual([ADMIN, ALICE, BOB]);
    expect(flat(desk.newest(BOB))).toContain('The admin of this server has taken back c1xd1 (#2).');
    expect(flat(desk.newest(BOB))).toContain('The reason given: sent by mistake');
    expect(match()).toMatchObject({ moves: 'a4xb4', times: '1', revision: 4, ending: null });
    await desk.post({ from: ALICE, to: old.email.replyTo?.[0]?.address ?? '', text: 'c3c4' });
    expect(flat(desk.newest(ALICE))).toContain('has moved on');
    await desk.answer(BOB, 'c1d1');
    expect(match()).toMatchObject({ moves: 'a4xb4 c1xd1', revision: 5 });
  });

  it('opens a match again that was resigned, without taking a ply', async () => {
    await desk.answer(ALICE, 'a4b4');
    await desk.answer(BOB, 'resign 1');
    await act('admin undo 1');
    expect(flat(desk.newest(BOB))).toContain(
      'The admin of this server has opened this match again.',
    );
    expect(match()).toMatchObject({ moves: 'a4xb4', ending: null, winner: null, revision: 4 });
  });
});

describe('admin suspend', () => {
  it('stops the commands of a player with one line, until restore', async () => {
    await signUp(desk, CAROL);
    const sent = await act('admin suspend bob after two warnings');
    expect(to(sent)).toEqual([ADMIN, BOB]);
    expect(flat(desk.newest(BOB))).toContain('The reason given: after two warnings');
    expect(flat(desk.newest(ADMIN))).toContain(
      'Running boards, whose clocks continue: 1. To end one: admin end 1 cancel',
    );
    await desk.answer(ALICE, 'a4b4');
    const revision = match();
    for (const command of ['c1d1', 'resign 1', 'games', 'challenge carol']) {
      const [refused, ...more] = await desk.answer(BOB, command);
      expect(more).toEqual([]);
      expect(flat(refused)).toContain('Your account is suspended, so nothing was done.');
    }
    const [once, ...others] = await desk.answer(BOB, 'games\nc1d1\nshow 1');
    expect(others).toEqual([]);
    expect(once?.text.match(/suspended/g)).toHaveLength(1);
    expect(match()).toEqual(revision);
    const [page] = await desk.answer(BOB, 'help');
    expect(page?.text).toContain('All commands:');
    const [none] = await desk.answer(CAROL, 'challenge bob');
    expect(flat(none)).toContain('bob accepts no challenges at the moment.');

    await act('admin restore bob');
    expect(flat(desk.newest(BOB))).toContain('Your account is open again.');
    await desk.answer(BOB, 'show 1');
    await desk.answer(BOB, 'c1d1');
    expect(match()).toMatchObject({ moves: 'a4xb4 c1xd1' });
    expect(acts()).toEqual(['admin suspend bob after two warnings', 'admin restore bob']);
  });

  it('takes the player’s challenges back, and tells who was challenged', async () => {
    await signUp(desk, CAROL);
    await desk.answer(CAROL, 'challenge alice');
    await desk.answer(CAROL, 'challenge open minefield');
    const sent = await act('admin suspend carol');
    expect(to(sent)).toEqual([ADMIN, ALICE, CAROL]);
    expect(flat(desk.newest(ALICE))).toContain('carol withdrew challenge 2');
    const states = challenges(desk.shell.db).map(({ state }) => state);
    expect(states.slice(1)).toEqual(['withdrawn', 'withdrawn']);
    const [again] = await act('admin suspend carol');
    expect(flat(again)).toContain('carol is already suspended.');
  });

  it('holds for what was waiting for a yes', async () => {
    await desk.post({ from: BOB, subject: 'resign 1', text: '' });
    const asked = desk.newest(BOB);
    await act('admin suspend bob');
    await desk.post({ from: BOB, to: asked.email.replyTo?.[0]?.address ?? '', text: 'yes' });
    expect(match()).toMatchObject({ ending: null, revision: 1 });
  });
});

describe('admin address', () => {
  it('moves the account, and tells both addresses, the old one not where to', async () => {
    const old = desk.newest(BOB);
    const sent = await act('admin address bob Bob@new.test');
    expect(to(sent)).toEqual([ADMIN, 'Bob@new.test', 'Bob@new.test', BOB].sort());
    const farewell = desk.newest(BOB);
    expect(flat(farewell)).toContain('has moved the account bob to another address.');
    expect(farewell.raw).not.toContain('new.test');
    const [anew, told] = sent.filter((letter) => letter.to === 'Bob@new.test');
    expect(flat(told)).toContain('has moved the account bob to this address.');
    expect(anew?.subject).toContain('Forms Board 1');
    expect(acts()).toEqual(['admin address bob Bob@new.test']);

    await desk.answer(ALICE, 'a4b4');
    expect(desk.newest('Bob@new.test').subject).toContain('Forms Board 1');
    const replyTo = desk.newest('Bob@new.test').email.replyTo?.[0]?.address ?? '';
    const board = desk.newest('Bob@new.test');
    // The account is told of what comes from the old address; there nobody is told anything.
    const [notice] = await desk.post({ from: BOB, to: replyTo, text: 'c1d1' });
    expect([notice?.to, notice?.subject]).toEqual(['Bob@new.test', 'Turnpost: news']);
    const ended = old.email.replyTo?.[0]?.address ?? '';
    const [stranger] = await desk.post({ from: BOB, to: ended, text: 'c1d1' });
    expect(stranger?.subject ?? 'none').not.toContain('Board');
    await desk.post(answerTo(board, 'c1d1'));
    expect(match()).toMatchObject({ moves: 'a4xb4 c1xd1' });
  });
});

describe('admin broadcast', () => {
  it('goes to every player once, and to nobody who is suspended', async () => {
    await signUp(desk, CAROL);
    await act('admin suspend carol');
    const text = 'The server moves house\non Sunday.';
    const sent = await act('admin broadcast', text);
    expect(to(sent)).toEqual([ADMIN, ALICE, BOB]);
    expect(flat(desk.newest(ADMIN))).toContain('Your e-mail goes to 2 players.');
    expect(desk.newest(BOB).subject).toBe('Turnpost: to all players');
    expect(desk.newest(BOB).text).toContain(text.replace(/^/gm, '| '));
    expect(acts().at(-1)).toBe('admin broadcast (2)');
    const [again] = await desk.answer(ADMIN, 'yes');
    expect(again?.to).toBe(ADMIN);
    expect(desk.newest(ALICE).subject).toBe('Turnpost: to all players');
    expect(desk.sent.filter(({ subject }) => subject === 'Turnpost: to all players')).toHaveLength(
      2,
    );
  });
});

describe('what admins read', () => {
  it('names the wait of the oldest letter', async () => {
    const retryAt = desk.time.now + 3 * 3_600_000;
    changeOut(desk.shell.db, { state: 'waiting', sentAt: null, retryAt }, 1);
    desk.time.now += 3_600_000;
    const [status] = await desk.post({ from: ADMIN, subject: 'admin status', text: '' });
    expect(flat(status)).toContain('The oldest unsent e-mail has waited 60 minutes.');
  });

  it('lists letters that did not get through, and no word of them', async () => {
    const { db } = desk.shell;
    changeOut(db, { state: 'failed', lastError: 'EENVELOPE 550' }, 1);
    changeOut(db, { state: 'failed', lastError: 'Error: secret <x>' }, 2);
    desk.box.set(desk.box.size + 1, Buffer.from('From: a@b.test, c@d.test\r\n\r\nsecret'));
    await desk.round();
    const [aside] = putAside(db);
    await desk.post({ from: ALICE, subject: 'resign 1', text: 'secret' });
    const [list] = await desk.post({ from: ADMIN, subject: 'admin letters', text: '' });
    expect(list?.text).toMatch(/^ {2}out1 +confirm +2026-11-21 09:00 +EENVELOPE 550$/m);
    expect(list?.text).toMatch(/^ {2}out2 +welcome +2026-11-21 09:00 +see the log$/m);
    expect(list?.text).toMatch(new RegExp(`^ {2}in${aside} +2026-11-21 09:00 +\\S`, 'm'));
    expect(list?.text).toContain('Waiting for a yes:');
    expect(list?.text).not.toContain('secret');
    const [held] = await desk.post({ from: ADMIN, subject: 'admin letters held', text: '' });
    expect(held?.text).not.toContain('out1');
    expect(held?.text).toMatch(/^ {3}\d {2}2026-11-21 09:00 +2026-11-23 09:00 +1$/m);
  });

  it('says when a list of letters goes on', async () => {
    putTooLarge(desk.shell.db, 22);
    const [list] = await desk.post({ from: ADMIN, subject: 'admin letters', text: '' });
    expect(list?.text.match(/too large/g)).toHaveLength(20);
    expect(flat(list)).toContain('There are more, and older ones.');
  });
});

describe('admin retry', () => {
  it('sends a letter again that was given up, with the same bytes', async () => {
    const first = desk.sent[0];
    changeOut(desk.shell.db, { state: 'failed', lastError: '550' }, 1);
    const sent = await act('admin retry out1');
    expect(sent.find(({ raw }) => raw === first?.raw)?.to).toBe(first?.to);
    expect(acts()).toEqual(['admin retry out1']);
    const [again] = await act('admin retry out1');
    expect(flat(again)).toContain('E-mail out1 did not fail');
  });

  it('renders a letter that was never written', async () => {
    changeOut(desk.shell.db, { state: 'failed', attempts: 9 }, 2);
    thaw(desk.shell.db, 2);
    const sent = await act('admin retry out2');
    expect(sent.map(({ subject }) => subject)).toContain('Turnpost: welcome, alice');
  });

  it('does not try what has been emptied', async () => {
    changeOut(desk.shell.db, { state: 'failed', facts: 'null' }, 2);
    const [refused] = await act('admin retry out2');
    expect(flat(refused)).toContain('E-mail out2 did not fail, or nothing is left of it');
  });

  it.each([null, Buffer.alloc(0)])('does not read again what has no bytes: %j', async (raw) => {
    const { db } = desk.shell;
    const { id } = newestIn(db);
    changeIn(db, { state: 'put-aside', raw }, id);
    const [refused] = await act(`admin retry in${id}`);
    expect(flat(refused)).toContain(`E-mail in${id} did not fail, or nothing is left of it`);
    expect(stateIn(id)).toBe('put-aside');
  });

  it('reads a letter again that was put aside, whatever copies came later', async () => {
    const { box } = desk;
    let failing = true;
    desk.reopen({
      reach(point) {
        if (failing && point === 'read: before commit') throw new Error('out of order');
      },
    });
    const token = desk.newest(ALICE).email.replyTo?.[0]?.address ?? '';
    const raw = Buffer.from(`From: ${ALICE}\r\nTo: ${token}\r\nMessage-ID: <m@x>\r\n\r\na4b4`);
    box.set(box.size + 1, raw);
    for (let round = 0; round < 4; round++) await desk.round();
    const { db } = desk.shell;
    const [id = 0] = putAside(db);
    failing = false;
    box.set(box.size + 1, raw);
    await desk.round();
    expect(endOfNewest(db).reason).toBe(`the same as ${id}`);
    await act(`admin retry in${id}`);
    await desk.round();
    expect(match()).toMatchObject({ moves: 'a4xb4', revision: 2 });
    expect(stateIn(id)).toBe('done');
  });
});
