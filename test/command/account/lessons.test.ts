import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gameOf } from '../../../src/engine/registry.ts';
import { matchOf } from '../../../src/store/play/matches.ts';
import { type Desk, openDesk, type Sent } from '../../support/desk/desk.ts';
import { CAROL, flat } from '../../support/desk/players.ts';

let begun: Desk;
beforeAll(async () => {
  begun = openDesk({ log: 'silent' });
  await begun.post({ from: CAROL, subject: 'play forms -size=6x6', text: '' });
});
afterAll(() => begun.close());

/** The number of the tip in a letter; none in most. */
const tipIn = (letter: Sent | undefined): number | undefined => {
  const [, number] = /Tip (\d) of 6/.exec(flat(letter)) ?? [];
  return number === undefined ? undefined : Number(number);
};

/** Plays on with whatever is legal, and says which tips came. */
async function tips(desk: Desk, most = 60): Promise<readonly (number | undefined)[]> {
  const told: (number | undefined)[] = [];
  for (let ply = 0; ply < most; ply++) {
    const match = matchOf(desk.shell.db, 1);
    if (match?.outcome) break;
    const game = gameOf('forms');
    const start = game.start({ cols: 6, rows: 6 });
    const at = match?.position ?? (start.ok ? start.value : undefined);
    const [move] = at ? game.legalMoves(at) : [];
    if (!at || move === undefined) break;
    const sent = await desk.answer(CAROL, game.makeMove(move, at));
    told.push(tipIn(sent.find(({ to }) => to === CAROL)));
  }
  return told;
}

describe('the first match', () => {
  it('teaches one thing in each letter, and the last thing at its end', async () => {
    const desk = begun.copy();
    const told = await tips(desk);
    const known = told.filter((tip) => tip !== undefined);
    expect(known.at(-1)).toBe(6);
    expect(known.slice(0, -1)).toEqual([2, 3, 4, 5].slice(0, known.length - 1));
    expect(told.indexOf(6)).toBe(told.length - 1);
    // The next match is an ordinary one.
    await desk.answer(CAROL, 'play forms -size=4x4 -first=me');
    expect(tipIn(desk.newest(CAROL))).toBeUndefined();
    desk.close();
  });

  it('teaches nothing more to who does not want it, or gives up', async () => {
    const quiet = begun.copy();
    expect(await tips(quiet, 1)).toEqual([2]);
    await quiet.answer(CAROL, 'set tips no');
    expect(flat(quiet.newest(CAROL))).toContain('teach nothing');
    await quiet.answer(CAROL, 'show 1');
    expect((await tips(quiet)).every((tip) => tip === undefined)).toBe(true);
    quiet.close();
    const done = begun.copy();
    await tips(done, 1);
    const [last] = await done.answer(CAROL, 'resign');
    expect(flat(last)).toContain('robot has won');
    expect(tipIn(last)).toBeUndefined();
    done.close();
  });
});
