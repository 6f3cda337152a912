import { beforeEach, describe, expect, it } from 'vitest';
import { ALICE, BOB, type Sent } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { CAROL, flat, signUp } from '../../support/desk/players.ts';
import { answerTo } from '../../support/post/letters.ts';
import { lettersOut } from '../../support/stored/letters.ts';
import { settings } from '../../support/stored/people.ts';

let board: Sent;

eachDesk('forms -size=4x4');
beforeEach(() => {
  board = desk.newest(ALICE);
});

const set = () => settings(desk.shell.db).map(({ player, name, value }) => [player, name, value]);

describe('set', () => {
  it('alone tells what the lines above it have set', async () => {
    await signUp(desk, CAROL);
    const [list] = await desk.answer(CAROL, 'set zone Europe/Berlin\nset remind no\nset');
    const [, listed] = flat(list).split(/You asked: set (?=mail both:)/);
    expect(listed).toContain('zone Europe/Berlin: your time zone');
    expect(listed).toContain('remind no:');
  });

  it.each([
    ['set mail text', 'mail text: your e-mails are plain text', ['mail', 'text']],
    ['SET Mail TEXT', 'mail text: your e-mails are plain text', ['mail', 'text']],
    ['set zone europe/berlin', 'zone Europe/Berlin: your time zone', ['zone', 'Europe/Berlin']],
    ['set language en', 'language en: your e-mails are in English', ['language', 'en']],
    ['set language English', 'language en: your e-mails are in English', ['language', 'en']],
    ['set language Deutsch', 'Deine E-Mails kommen auf Deutsch', ['language', 'de']],
    ['language german', 'Deine E-Mails kommen auf Deutsch', ['language', 'de']],
  ])('%s', async (line, said, row) => {
    await desk.post({ from: BOB, subject: line, text: '' });
    const [done] = await desk.answer(BOB, 'yes');
    expect(flat(done)).toContain(said);
    expect(set()).toEqual([[2, ...row]]);
  });

  it.each([
    ['set mail', 'set mail takes both or text: plain text and HTML with links,'],
    ['set mail picture', 'set mail takes both or text:'],
    ['set mail hunter2', 'set mail takes both or text:'],
    ['set notify hourly', 'set notify takes each, daily, result or none: each board, one e-mail a'],
    ['set zone Europe/Atlantis', 'set zone takes a continent and a large city:'],
    ['set zone Berlin', 'A time zone is written with its continent: set zone Europe/Berlin'],
    ['set language xx', 'set language takes en'],
    ['set language French', 'set language takes en'],
    ['set boards words', 'There is no setting with that name. Did you mean: set board'],
    ['set colour red', 'There is no setting with that name. There are: mail, notify, remind,'],
  ])('is refused: %s', async (line, sentence) => {
    const [refused] = await desk.post(answerTo(desk.newest(BOB), line));
    expect(flat(refused)).toContain(sentence);
    expect(refused?.raw).not.toContain('hunter2');
    expect(set()).toEqual([]);
  });
});

describe('a letter follows what its reader has set', () => {
  const setFor = async (from: string, ...lines: readonly string[]) => {
    await desk.post({ from, subject: 'multiple', text: lines.join('\n') });
    await desk.answer(from, 'yes');
  };

  it('mail text: without an HTML part', async () => {
    await setFor(BOB, 'set mail text');
    await desk.post(answerTo(board, 'a4b4'));
    expect(desk.newest(BOB).email.html).toBeUndefined();
    expect(desk.newest(ALICE).email.html).toContain('<a href=');
  });

  it('board words, board both, coordinates no', async () => {
    await setFor(BOB, 'set board words');
    await desk.post(answerTo(board, 'a4b4'));
    const inWords = desk.newest(BOB).text;
    expect(inWords).toContain('Rank 4: b Black, c Black, d White\n');
    expect(inWords).toContain('Black has 8 stones: b4 c4 b3 d3 a2 c2 b1 d1');
    expect(inWords).not.toContain('a b c d');
    expect(desk.newest(ALICE).text).not.toContain('Rank 4');
    await setFor(BOB, 'set board both', 'set coordinates no');
    const [both] = await desk.post({ from: BOB, subject: 'show 1', text: '' });
    expect(both?.text).toContain('Rank 4: b Black');
    expect(both?.text).toMatch(/^ {5}\+\[#\]# O$/m);
    expect(both?.text).not.toContain('a b c d');
  });

  it('notify result: no board for a move, but for words and for the end', async () => {
    await setFor(BOB, 'set notify result');
    const before = desk.sent.length;
    await desk.post(answerTo(board, 'a4b4'));
    expect(desk.sent.slice(before).map(({ to }) => to)).toEqual([ALICE]);
    await desk.post({ from: BOB, subject: 'show 1', text: '' });
    await desk.answer(BOB, 'd4c4');
    expect(desk.newest(BOB).text).toContain('You played d4xc4');
    await desk.answer(ALICE, 'a2a1\nYour turn.');
    expect(desk.newest(BOB).text).toContain('alice writes:\n| Your turn.');
    await desk.post({ ...answerTo(desk.newest(ALICE), 'resign') });
    expect(desk.newest(BOB).text).toContain('you have won: alice resigned.');
  });

  it('comments no: nothing below a move goes along, what say sends does', async () => {
    await setFor(ALICE, 'set comments no');
    expect(flat(desk.newest(ALICE))).toContain('what you write below a move is left out');
    await desk.post(answerTo(board, 'a4b4\nAlice Smith, Head of Sales'));
    expect(desk.newest(BOB).text).toContain('alice played a4');
    expect(desk.newest(BOB).text).not.toContain('Head of Sales');
    expect(flat(desk.newest(ALICE))).not.toContain('not sent');
    await desk.answer(ALICE, 'say\nGood luck!');
    expect(desk.newest(BOB).text).toContain('| Good luck!');
  });

  it("copies no: no board for a move of one's own, but where it tells something", async () => {
    await setFor(ALICE, 'set copies no');
    const to = (sent: readonly Sent[]) => sent.map((letter) => letter.to).sort();
    expect(to(await desk.post(answerTo(board, 'a4b4')))).toEqual([BOB]);
    await desk.answer(BOB, 'd4c4');
    expect(desk.newest(ALICE).text).toContain('Reply with your move');
    // The other side has moved at once, so there is a move to make.
    await desk.answer(BOB, 'queue 1 a1b1');
    expect(to(await desk.answer(ALICE, 'b4c4'))).toEqual([ALICE, BOB]);
    expect(desk.newest(ALICE).text).toContain('Reply with your move');
    const [, move = ''] = /first line, for example: (\S+)/.exec(desk.newest(ALICE).text) ?? [];
    const told = await desk.answer(ALICE, `${move}\nA comment.`);
    expect(to(told)).toEqual([BOB]);
  });

  it('copies no: still an answer, and words that nobody got', async () => {
    await setFor(ALICE, 'set copies no');
    await setFor(BOB, 'block alice');
    const sent = await desk.post(answerTo(board, 'a4b4\nHello.'));
    expect(sent.map(({ to }) => to).sort()).toEqual([ALICE, BOB]);
    expect(flat(desk.newest(ALICE))).toContain('bob accepts no');
    await desk.answer(BOB, 'd4c4');
    const more = await desk.answer(ALICE, 'b4c4\nshow 1 #0');
    expect(more.map(({ to }) => to).sort()).toEqual([ALICE, BOB]);
    expect(desk.newest(ALICE).text).toContain('This is the first position');
    await desk.answer(BOB, 'resign');
    expect(desk.newest(ALICE).text).toContain('you have won');
  });

  it('as it was when the letter was decided', async () => {
    const { db } = desk.shell;
    await setFor(BOB, 'set subject classic');
    await desk.post(answerTo(board, 'a4b4'));
    const decided = lettersOut(db).findLast((each) => each.kind === 'board' && each.player === 2);
    expect(JSON.parse(decided?.facts ?? '')).toMatchObject({ choices: { subject: 'classic' } });
  });
});
