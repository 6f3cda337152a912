import { describe, expect, it } from 'vitest';
import { ALICE, BOB, type Sent } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';

eachDesk('forms -size=4x4');

const flat = (letter: Sent | undefined) => letter?.text.replace(/\s+/g, ' ') ?? '';
const yesTo = async (from: string, subject: string) => {
  await desk.post({ from, subject, text: '' });
  return desk.answer(from, 'yes');
};
/** What alice reads when she challenges bob. */
const challenge = async (game: string) => {
  const [letter] = await desk.post({ from: ALICE, subject: `challenge bob ${game}`, text: '' });
  return flat(letter);
};

describe('accept all and accept none', () => {
  it('open and close the door to challenges', async () => {
    const [closed] = await yesTo(BOB, 'accept none');
    expect(flat(closed)).toContain('accept none: others cannot challenge you.');
    expect(await challenge('forms')).toContain('bob accepts no challenges at the moment.');
    const [open] = await yesTo(BOB, 'ACCEPT All');
    expect(flat(open)).toContain('accept all: others can challenge you.');
    expect(await challenge('forms')).toContain('one word: yes');
  });

  it('are a setting like others', async () => {
    await yesTo(BOB, 'set accept none');
    expect(await challenge('forms')).toContain('bob accepts no challenges at the moment.');
  });

  it('read the same as a block', async () => {
    await yesTo(BOB, 'accept none');
    const none = await challenge('forms');
    await yesTo(BOB, 'accept all');
    await yesTo(BOB, 'block alice');
    expect(await challenge('forms')).toBe(none);
  });

  it('leave `accept N` as it was, and who asks for no challenges may still make them', async () => {
    await yesTo(BOB, 'accept none');
    await yesTo(BOB, 'challenge alice minefield -size=4x4');
    await desk.answer(ALICE, 'accept 2');
    expect(desk.newest(BOB).subject).toMatch(/^Minefield Board 2 /);
  });
});

describe('limit', () => {
  it('turns challenges away while there are that many boards of the game', async () => {
    const [set] = await yesTo(BOB, 'limit FORMS 1');
    expect(flat(set)).toContain('Forms: challenges bring you one board at a time.');
    expect(await challenge('forms')).toContain('bob plays as many boards of Forms as they want');
    expect(await challenge('minefield')).toContain('one word: yes');
    await yesTo(BOB, 'resign 1');
    expect(await challenge('forms')).toContain('one word: yes');
  });

  it('of 0 takes no challenge to the game, and off takes the limit back', async () => {
    await yesTo(BOB, 'limit minefield 0');
    expect(await challenge('minefield')).toContain('as many boards of Minefield as they want');
    await yesTo(BOB, 'limit minefield off');
    expect(await challenge('minefield')).toContain('one word: yes');
  });

  it('alone lists what is set', async () => {
    await yesTo(BOB, 'limit minefield 0');
    const [list] = await desk.post({ from: BOB, subject: 'limit', text: '' });
    expect(flat(list)).toContain('Forms: as many boards as there are challenges.');
    expect(flat(list)).toContain('Minefield: no challenges.');
  });

  it.each([
    ['limit poker 3', 'There is no game with that name.'],
    ['limit forms', 'How many boards at most? Write a number, or off: limit forms 3'],
    ['limit forms many', 'How many boards at most?'],
    ['limit forms -1', 'How many boards at most?'],
    ['limit forms 3 4', 'How many boards at most?'],
  ])('%s is refused', async (subject, sentence) => {
    const [refused] = await desk.post({ from: BOB, subject, text: '' });
    expect(flat(refused)).toContain(sentence);
  });
});
