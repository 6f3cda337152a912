import { describe, expect, it } from 'vitest';
import { ALICE, BOB, GAMES, openBoard } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { storedBoard } from '../../support/desk/play.ts';

/** A whole game of Forms on 4x4, black first. */
const PLIES = 'c4c3 d2c2 a2a1 b2b1 a1b1 b4a4 d3d2 a3a1 c3a4'.split(' ');

eachDesk(undefined, { plus: false });

const match = () => storedBoard(desk);

describe('a mail host that delivers no tagged addresses', () => {
  it('carries a whole game, proven by Message-IDs alone', async () => {
    await openBoard(desk, 'forms -size=4x4');
    for (const [index, ply] of PLIES.entries()) {
      await desk.answer(index % 2 === 0 ? ALICE : BOB, ply);
    }
    expect(match()).toMatchObject({ ending: 'last-stone-gone' });
    // Nothing but sign-ups was asked to be confirmed.
    expect(desk.sent.filter(({ subject }) => subject.includes('confirm'))).toHaveLength(2);
    const senders = desk.sent.flatMap(({ from, email }) => [from, email.replyTo?.[0]?.address]);
    expect(new Set(senders)).toEqual(new Set([GAMES]));
    expect(desk.sent.map(({ raw }) => raw).join('')).not.toContain('games+');
  });

  it('does not take a letter without that proof for an answer', async () => {
    await openBoard(desk, 'forms -size=4x4');
    await desk.post({ from: ALICE, subject: 'Re: Forms Board 1', text: 'move 1 a4b4' });
    expect(match()).toMatchObject({ moves: '' });
    expect(desk.newest(ALICE).subject).toMatch(/^Turnpost: please confirm: \w/);
  });
});
