import { describe, expect, it } from 'vitest';
import { ALICE, BOB, type Sent } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { storedBoard } from '../../support/desk/play.ts';
import { boards, challenges } from '../../support/stored/play.ts';

eachDesk('minefield -size=4x4');

const flat = (letter: Sent | undefined) => letter?.text.replace(/\s+/g, ' ') ?? '';
/** Answers with a line, and says yes to it if that is asked for. */
async function ask(from: string, line: string): Promise<readonly Sent[]> {
  const sent = await desk.answer(from, line);
  const asked = desk.newest(from).subject.startsWith('Turnpost: please confirm');
  return asked ? desk.answer(from, 'yes') : sent;
}
const moves = () => storedBoard(desk).moves;
const challenged = () => challenges(desk.shell.db).at(-1);

describe('a game in front of a command', () => {
  it('agrees with the board', async () => {
    await desk.answer(ALICE, 'minefield move 1 c3');
    expect(moves()).toBe('c3');
  });

  it('that is another one is refused, and what to write instead can be written', async () => {
    const [told] = await desk.answer(ALICE, 'forms move 1 c3');
    expect(moves()).toBe('');
    expect(flat(told)).toContain('Number 1 is Minefield, not Forms, so nothing was done.');
    expect(flat(told)).toContain('If you mean it, write: move 1 c3');
    await desk.answer(ALICE, 'move 1 c3');
    expect(moves()).toBe('c3');
  });

  it.each(['forms resign 1', 'forms show 1', 'forms say 1', 'forms c3', 'forms submit 1 c3'])(
    'is checked for every command that names a board: %s',
    async (line) => {
      const [told, ...more] = await desk.answer(ALICE, line);
      expect(more).toEqual([]);
      expect(flat(told)).toContain('Number 1 is Minefield, not Forms');
      expect(storedBoard(desk).ending).toBeNull();
    },
  );

  it('is checked for a challenge too, by those who may know of it', async () => {
    await ask(ALICE, 'challenge bob forms -size=4x4');
    const [told] = await desk.answer(BOB, 'minefield accept 2');
    expect(flat(told)).toContain('Number 2 is Forms, not Minefield');
    await desk.answer(BOB, 'forms accept 2');
    expect(boards(desk.shell.db)).toHaveLength(2);
  });

  it('lists the boards of that game', async () => {
    const [none] = await desk.answer(ALICE, 'forms games');
    expect(flat(none)).toContain('no boards and no challenges of that game');
    const [one] = await desk.answer(ALICE, 'minefield show all');
    expect(one?.text).toContain('minefield');
    const [next] = await desk.answer(ALICE, 'minefield show next');
    expect(flat(next)).toContain('bob');
    const [over] = await desk.answer(ALICE, 'show inactive');
    expect(flat(over)).toContain('no finished matches');
    await desk.answer(ALICE, 'resign 1');
    const [now] = await desk.answer(BOB, 'minefield show alice inactive');
    expect(flat(now)).toContain('lost');
    const [other] = await desk.answer(BOB, 'forms show alice inactive');
    expect(flat(other)).toContain('no finished matches');
  });
});

describe('challenge with two userids', () => {
  it.each([
    [ALICE, 'forms challenge alice bob -size=10', BOB, 'me'],
    [ALICE, 'forms challenge BOB Alice -size=10', BOB, 'them'],
    [BOB, 'forms challenge alice bob -size=10', ALICE, 'them'],
  ])('from %s: %s', async (from, line, to, first) => {
    const sent = await ask(from, line);
    expect(sent.map((letter) => letter.to)).toContain(to);
    expect(challenged()).toMatchObject({ rules: 'forms', cols: 10, rows: 10, first });
  });

  it.each([
    ['forms challenge carol dave', 'one of them must be you. To challenge one player'],
    ['challenge carol dave', 'There is no game with that name'],
    ['challenge bob checkers', 'There is no game with that name'],
    ['challenge alice alice', 'two different players'],
    ['challenge alice nobody', 'There is no player nobody'],
    ['challenge alice bob -first=me', 'The first name moves first, here alice'],
  ])('is refused: %s', async (line, words) => {
    const [told, ...more] = await ask(ALICE, line);
    expect(more).toEqual([]);
    expect(flat(told)).toContain(words);
    expect(challenged()).toMatchObject({ rules: 'minefield' });
  });

  it('is asked about at the address of whom it names', async () => {
    const subject = 'forms challenge alice hunter2-xyz bob -size=6';
    const asked = await desk.post({ from: 'else@cafe.test', subject, text: '' });
    expect(asked.map(({ to }) => to)).toEqual([ALICE]);
    const sent = await desk.answer(ALICE, 'yes');
    expect(sent.map(({ to }) => to).sort()).toEqual([ALICE, BOB]);
    expect(challenged()).toMatchObject({ rules: 'forms', cols: 6, rows: 6, first: 'me' });
  });
});
