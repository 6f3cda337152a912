import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { intendedLetters } from '../../../src/store/letters/outbox.ts';
import { ALICE, type Desk, openDesk } from '../../support/desk/desk.ts';
import { writeOtherCode } from '../../support/stored/letters.ts';

let desk: Desk;
beforeEach(async () => {
  desk = openDesk({ log: 'silent' });
  await desk.post({ from: ALICE, subject: 'signup alice', text: '' });
  await desk.answer(ALICE, 'yes');
});
afterEach(() => desk.close());

describe('a letter that waits when the program gets a new version', () => {
  it('goes out without what the new version does not say any more', async () => {
    writeOtherCode(desk.shell.db, 'no-games', 'no-games-at-all');
    await desk.post({ from: ALICE, subject: 'games', text: '' });
    expect(intendedLetters(desk.shell.db, 0, 10)).toEqual([]);
    expect(desk.newest(ALICE).text).toContain('(Words of an older version are missing here.)');
  });
});
