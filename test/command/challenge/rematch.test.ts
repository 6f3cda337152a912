import { describe, expect, it } from 'vitest';
import { ALICE, BOB, openBoard, type Sent } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { storedBoard } from '../../support/desk/play.ts';
import { boards, challenges } from '../../support/stored/play.ts';

eachDesk();

const flat = (letter: Sent | undefined) => letter?.text.replace(/\s+/g, ' ') ?? '';
/** The terms of a match, as its row has them. */
const termsOf = (board: number) => {
  const { rules, start, pace, rated } = storedBoard(desk, board);
  return [rules, start, pace, rated];
};

describe('a rematch', () => {
  it.each([
    'forms -size=4x6 -unrated',
    'minefield -size=4x4 -nag=2d -forfeit=5d -total=90d -increment=1d',
    'forms-original -size=4x4 -clock=none',
  ])('has the terms of the match, and the other side begins: %s', async (terms) => {
    await openBoard(desk, terms);
    await desk.answer(ALICE, 'resign');
    expect(flat(desk.newest(ALICE))).toContain('reply with: rematch');
    const sent = await desk.answer(ALICE, 'rematch\nOnce more?');
    expect(sent.map(({ to }) => to).sort()).toEqual([ALICE, BOB]);
    expect(flat(desk.newest(BOB))).toContain('First you');
    expect(desk.newest(BOB).text).toContain('| Once more?');
    await desk.answer(BOB, 'accept');
    expect(desk.newest(BOB).subject).toContain('Board 2 (bob vs alice)');
    expect(termsOf(2)).toEqual(termsOf(1));
    expect(termsOf(2)).toBeDefined();
  });

  it('comes with other games for the same player, and the robot by its name', async () => {
    await openBoard(desk, 'forms -size=4x4');
    await desk.answer(ALICE, 'resign');
    const { html = '' } = desk.newest(BOB).email;
    const labels = ['Rematch', 'Play Minefield', 'Play the robot'];
    const links = labels.map((label) => html.match(`body=([^"]*)"[^>]*>${label}<`)?.[1]);
    expect(links).toEqual(
      ['rematch', 'challenge alice minefield', 'play forms'].map(
        (line) => `${encodeURIComponent(line)}%0D%0A`,
      ),
    );
    const told = 'To offer one to alice, reply with: challenge alice minefield';
    expect(flat(desk.newest(BOB))).toContain(`${told}. To play the robot, reply with: play forms`);
  });

  it('is offered by a link in the letter about the end', async () => {
    await openBoard(desk, 'forms -size=4x4');
    await desk.answer(ALICE, 'resign');
    const { html = '' } = desk.newest(BOB).email;
    expect(html).toMatch(/href="mailto:[^"]*body=rematch%0D%0A"/);
    expect(html).toContain('with the sides swapped');
  });

  it('begins from where the match has begun', async () => {
    await openBoard(desk, 'forms -size=4x4');
    await desk.answer(ALICE, 'a4b4');
    await desk.answer(BOB, 'resign');
    await desk.answer(BOB, 'challenge alice from 1 #1');
    await desk.answer(ALICE, 'accept 2');
    await desk.answer(ALICE, 'resign 2');
    await desk.answer(ALICE, 'rematch 2');
    expect(desk.newest(BOB).text).toContain('The match begins from the first position of board 2');
    await desk.answer(BOB, 'accept 3');
    expect(termsOf(3)).toEqual(termsOf(2));
    expect(termsOf(3)).not.toEqual(termsOf(1));
    const [, second, third] = boards(desk.shell.db);
    expect([third?.black, third?.white]).toEqual([second?.white, second?.black]);
  });

  it('is taken up by whoever wants one too, and not made twice', async () => {
    await openBoard(desk, 'forms -size=4x4');
    const end = await desk.answer(ALICE, 'resign');
    await desk.answer(BOB, 'rematch');
    const [waits] = await desk.answer(ALICE, 'rematch 1');
    expect(flat(waits)).toContain('bob has already offered you a match. To accept it: accept 2');
    const [again] = await desk.answer(BOB, 'rematch 1');
    expect(flat(again)).toContain('Your challenge 2 to alice still waits for an answer.');
    expect(challenges(desk.shell.db)).toHaveLength(2);
    expect(end).toHaveLength(2);
  });

  it('is none while the match goes on, nor of a board of others', async () => {
    await openBoard(desk, 'forms -size=4x4');
    const [running] = await desk.answer(ALICE, 'rematch');
    expect(flat(running)).toContain('Board 1 is still being played.');
    await desk.post({ from: 'carol@x.test', subject: 'signup carol', text: '' });
    await desk.answer('carol@x.test', 'yes');
    const [others] = await desk.answer('carol@x.test', 'rematch 1');
    expect(flat(others)).toContain('You do not play on board 1.');
    const [none] = await desk.answer('carol@x.test', 'rematch');
    expect(flat(none)).toContain('Which board? Write its number after rematch.');
  });

  it('is refused like any challenge, and where nobody is left to play', async () => {
    await openBoard(desk, 'forms -size=4x4');
    await desk.answer(ALICE, 'resign');
    await desk.post({ from: BOB, subject: 'accept none', text: '' });
    await desk.answer(BOB, 'yes');
    const [refused] = await desk.answer(ALICE, 'rematch');
    expect(flat(refused)).toContain('bob accepts no challenges at the moment.');
    await desk.answer(BOB, 'signoff');
    await desk.answer(BOB, 'yes');
    const [gone] = await desk.answer(ALICE, 'rematch 1');
    expect(flat(gone)).toContain('To offer the match to anybody: challenge open forms');
  });
});
