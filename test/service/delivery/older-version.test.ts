import { beforeEach, describe, expect, it } from 'vitest';
import { intendedLetters } from '../../../src/store/letters/outbox.ts';
import { ALICE } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { writeOtherCode } from '../../support/stored/letters.ts';

eachDesk();
beforeEach(async () => {
  await desk.post({ from: ALICE, subject: 'signup alice', text: '' });
  await desk.answer(ALICE, 'yes');
});

describe('a letter that waits when the program gets a new version', () => {
  it('goes out without what the new version does not say any more', async () => {
    writeOtherCode(desk.shell.db, 'no-games', 'no-games-at-all');
    await desk.post({ from: ALICE, subject: 'games', text: '' });
    expect(intendedLetters(desk.shell.db, 0, 10)).toEqual([]);
    expect(desk.newest(ALICE).text).toContain('(Words of an older version are missing here.)');
  });
});
