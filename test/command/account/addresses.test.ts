import { beforeEach, describe, expect, it } from 'vitest';
import { oneDayMs, questionLimits } from '../../../src/limits.ts';
import { ALICE, BOB, type Sent } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { storedBoard } from '../../support/desk/play.ts';
import { answerTo } from '../../support/post/letters.ts';
import { addresses } from '../../support/stored/people.ts';

const WORK = 'alice@work.test';
let board: Sent;

eachDesk('forms -size=4x4');
beforeEach(() => {
  board = desk.newest(ALICE);
});

const flat = (letter: Sent | undefined) => letter?.text.replace(/\s+/g, ' ') ?? '';
const command = async (from: string, line: string) => {
  await desk.post({ from, subject: line, text: '' });
  return desk.answer(ALICE, 'yes');
};
const ofAlice = () =>
  addresses(desk.shell.db)
    .filter(({ player }) => player === 1)
    .toSorted((one, other) => other.main - one.main)
    .map(({ address, main }) => [address, main]);
const addWork = async () => {
  await command(ALICE, `address add ${WORK}`);
  return desk.answer(WORK, 'yes');
};
const revision = () => storedBoard(desk).revision;

describe('address add', () => {
  it('adds nothing without the yes of the new address', async () => {
    await command(ALICE, `address add ${WORK}`);
    const asked = desk.newest(WORK);
    const sent = await desk.post({ ...answerTo(asked, 'yes'), from: 'eve@evil.test' });
    expect(sent.map(({ to }) => to)).toEqual([WORK]);
    await desk.post({ ...answerTo(asked, 'yes'), from: ALICE });
    await desk.post(answerTo(asked, 'Yes, I am on holiday.'));
    expect(ofAlice()).toEqual([[ALICE, 1]]);
    desk.time.now += questionLimits.heldMs;
    await desk.post(answerTo(asked, 'yes'));
    expect(ofAlice()).toEqual([[ALICE, 1]]);
  });

  it('lets the yes come from the address that was asked only, and says so to its player', async () => {
    await addWork();
    await desk.post({ from: BOB, subject: 'address add bob@home.test', text: '' });
    const ofBob = desk.newest(BOB);
    await desk.post({ from: ALICE, subject: 'resign 1', text: '' });
    const asked = desk.newest(ALICE);
    const [told, ...more] = await desk.post({ ...answerTo(asked, 'yes'), from: WORK });
    expect(more).toEqual([]);
    expect(told?.to).toBe(ALICE);
    expect(flat(told)).toContain(
      `another of your addresses than the one we asked, so nothing was done. Please reply from ${ALICE}`,
    );
    expect(revision()).toBe(1);
    for (const [question, from, player] of [
      [asked, BOB, ALICE],
      [ofBob, WORK, BOB],
    ] as const) {
      const sent = await desk.post({ ...answerTo(question, 'yes'), from });
      expect(sent.map(({ to }) => to)).toEqual([player]);
      expect(sent[0]?.text).not.toContain(from);
    }
    await desk.post(answerTo(asked, 'yes'));
    expect(revision()).toBe(2);
  });

  it('does not let an address add itself', async () => {
    await command(ALICE, `address add ${WORK}`);
    const before = desk.sent.length;
    await desk.post({ from: 'eve@evil.test', subject: 'address join 1', text: '' });
    await desk.post({ from: BOB, subject: 'address join 1', text: '' });
    expect(flat(desk.sent[before])).toContain('Nobody is waiting for this address');
    expect(flat(desk.sent[before + 1])).toContain('Nobody is waiting for this address');
    expect(ofAlice()).toEqual([[ALICE, 1]]);
  });

  it('says the same about an address that is somebody else’s, and writes it nothing', async () => {
    const taken = await command(ALICE, `address add ${BOB}`);
    const free = await command(ALICE, 'address add carol@else.test');
    const words = (letters: readonly Sent[], one: string) =>
      flat(letters.find(({ to }) => to === ALICE)).replaceAll(one, 'ADDRESS');
    expect(words(taken, BOB)).toBe(words(free, 'carol@else.test'));
    expect(taken.map(({ to }) => to)).toEqual([ALICE]);
  });

  it('writes to one address twice a day at most, whoever asks', async () => {
    for (const from of [ALICE, ALICE]) await command(from, `address add ${WORK}`);
    await desk.post({ from: BOB, subject: `address add ${WORK}`, text: '' });
    await desk.answer(BOB, 'yes');
    expect(desk.sent.filter(({ to }) => to === WORK)).toHaveLength(2);
  });

  it('goes to the first of two players who say yes from there', async () => {
    await command(ALICE, `address add ${WORK}`);
    const forAlice = desk.newest(WORK);
    await desk.post({ from: BOB, subject: `address add ${WORK}`, text: '' });
    await desk.answer(BOB, 'yes');
    const forBob = desk.newest(WORK);
    await desk.post(answerTo(forAlice, 'yes'));
    await desk.post(answerTo(forBob, 'yes'));
    expect(flat(desk.newest(ALICE))).toContain('Nobody is waiting for this address');
    expect(addresses(desk.shell.db)).toHaveLength(3);
    expect(ofAlice()).toContainEqual([WORK, 0]);
  });

  it('ends all requests for an address once one of them is granted', async () => {
    await command(ALICE, `address add ${WORK}`);
    const forAlice = desk.newest(WORK);
    await desk.post({ from: BOB, subject: `address add ${WORK}`, text: '' });
    await desk.answer(BOB, 'yes');
    await desk.post(answerTo(desk.newest(WORK), 'yes'));
    await desk.post({ from: BOB, subject: `address remove ${WORK}`, text: '' });
    await desk.answer(BOB, 'yes');
    await desk.post(answerTo(forAlice, 'yes'));
    expect(flat(desk.newest(WORK))).toContain('Nobody is waiting for this address');
    expect(ofAlice()).toEqual([[ALICE, 1]]);
  });

  it.each([
    ['address add', 'Write it like this: address add'],
    ['address add a@b c@d', 'Write it like this: address add'],
    ['address move a@b', 'Write it like this: address add'],
    ['address add hunter2', 'That is not written like an address.'],
    ['address add "a"@b.test', 'That is not written like an address.'],
    ['address add alice@HOME.test', 'alice@home.test is already one of your addresses.'],
    ['address remove x@y.test', 'That is not one of your addresses.'],
    ['address main x@y.test', 'That is not one of your addresses.'],
    [`address remove ${ALICE}`, 'That is your only address, so it stays.'],
    [`address main ${ALICE}`, 'Your e-mail already goes to alice@home.test.'],
  ])('is refused: %s', async (line, sentence) => {
    const [refused] = await desk.post({ from: ALICE, subject: 'multiple', text: line });
    expect(flat(refused)).toContain(sentence);
    expect(refused?.raw).not.toContain('hunter2');
    expect(ofAlice()).toEqual([[ALICE, 1]]);
  });

  it('stops at so many addresses, and so many a day', async () => {
    const codes: string[] = [];
    for (let number = 1; number <= 6; number++) {
      await desk.post({ from: ALICE, subject: `address add a${number}@x.test`, text: '' });
      if (!desk.newest(ALICE).subject.includes('confirm')) {
        codes.push(flat(desk.newest(ALICE)));
        desk.time.now += oneDayMs;
        continue;
      }
      await desk.answer(ALICE, 'yes');
      await desk.answer(`a${number}@x.test`, 'yes');
    }
    expect(codes).toHaveLength(2);
    expect(codes[0]).toContain('You have asked for several addresses today.');
    expect(codes[1]).toContain('You have 5 addresses, the most allowed.');
  });
});

describe('an account with two addresses', () => {
  beforeEach(async () => {
    await addWork();
  });

  it('is written to at the main one, whichever asks', async () => {
    const sent = await desk.post({ from: WORK, subject: 'show 1', text: '' });
    expect(sent.map(({ to }) => to)).toEqual([ALICE]);
  });

  it('plays from either, with the token of any letter', async () => {
    await desk.post({ ...answerTo(board, 'a4b4'), from: WORK });
    expect(revision()).toBe(2);
  });

  it('asks the main one for the yes to a command of the other', async () => {
    const sent = await desk.post({ from: WORK, subject: 'resign 1', text: '' });
    expect(sent.map(({ to }) => to)).toEqual([ALICE]);
    await desk.answer(ALICE, 'yes');
    expect(revision()).toBe(2);
  });

  it('has one cap for what is sent to it, not one for each', async () => {
    const before = desk.sent.length;
    for (let letter = 0; letter < 4; letter++) {
      await desk.post({ from: ALICE, text: 'show 1\n'.repeat(10) });
      await desk.post({ from: WORK, text: 'show 1\n'.repeat(10) });
    }
    expect(desk.sent.length - before).toBeLessThanOrEqual(20);
    const held = desk.sent.length;
    desk.time.now += oneDayMs;
    for (let letter = 0; letter < 5; letter++) {
      await desk.post({ from: ALICE, subject: `limit forms ${letter + 1}`, text: '' });
      await desk.post({ from: WORK, subject: `limit minefield ${letter + 1}`, text: '' });
    }
    const asked = desk.sent.slice(held).filter(({ subject }) => subject.includes('confirm'));
    expect(asked).toHaveLength(5);
  });

  it('lists both', async () => {
    const [list] = await desk.post({ from: WORK, subject: 'addresses', text: '' });
    expect(list?.to).toBe(ALICE);
    expect(list?.text).toContain(`${ALICE}: your e-mail goes there.`);
    expect(list?.text).toContain(`${WORK}: you can also write from there.`);
  });

  it('sends the boards anew, and what is decided later, to a new main address', async () => {
    const told = await command(ALICE, `address main ${WORK}`);
    expect(told.map(({ to }) => to).sort()).toEqual([ALICE, WORK, WORK]);
    const boards = told.filter(({ text }) => text.includes('Board'));
    expect(boards.map(({ to }) => to)).toEqual([WORK]);
    await desk.post(answerTo(boards[0] as Sent, 'a4b4'));
    expect(desk.newest(WORK).subject).toBe('Forms Board 1 (alice vs bob)');
    expect(ofAlice()).toEqual([
      [WORK, 1],
      [ALICE, 0],
    ]);
  });

  it('gives one up, which then opens nothing', async () => {
    await desk.post({ from: ALICE, subject: `address remove ${ALICE}`, text: '' });
    expect(flat(desk.newest(ALICE))).toContain('Your e-mail goes to that address.');
    const told = await command(ALICE, `address remove ${WORK}`);
    expect(told.map(({ to }) => to).sort()).toEqual([ALICE, WORK]);
    expect(ofAlice()).toEqual([[ALICE, 1]]);
    const [notice] = await desk.post({ ...answerTo(board, 'a4b4'), from: WORK });
    expect(notice?.to).toBe(ALICE);
    expect(flat(notice)).toContain(`address add ${WORK}`);
    expect(revision()).toBe(1);
  });
});
