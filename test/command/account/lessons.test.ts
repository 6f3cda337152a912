import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gameOf } from '../../../src/engine/registry.ts';
import type { Move, Position, Size } from '../../../src/engine/shape/types.ts';
import { matchOf } from '../../../src/store/play/matches.ts';
import { type Desk, openDesk, type Sent } from '../../support/desk/desk.ts';
import { CAROL, flat } from '../../support/desk/players.ts';

let begun: Desk;
beforeAll(async () => {
  begun = openDesk();
  await begun.post({ from: CAROL, subject: 'play forms -size=6x6', text: '' });
});
afterAll(() => begun.close());

/** How each tip begins, in the order in which they come. */
const TIPS = ['after each move', 'below a move', 'e-mails get lost', 'was that a mistake'];
/** The numbers of the tips in a letter; none in most. */
const tipsIn = (letter: Sent | undefined): readonly number[] =>
  [...flat(letter).matchAll(/A tip: (.{10})/g)].map(
    ([, words = '']) => 1 + TIPS.findIndex((tip) => tip.startsWith(words)),
  );

const SMALL: Size = { cols: 4, rows: 4 };
const first = (position: Position): Move | undefined => gameOf('forms').legalMoves(position)[0];

/** A move that ends the match, for either side, or leaves the fewest for the next ply. */
function endsSoonest(position: Position): Move | undefined {
  const game = gameOf('forms');
  const left = (move: Move): number => {
    const after = game.play(position, move).position;
    return game.outcome(after) ? 0 : game.legalMoves(after).length;
  };
  return [...game.legalMoves(position)].sort((a, b) => left(a) - left(b))[0];
}

/** Plays on, and says which tips came with each letter. */
async function tips(
  desk: Desk,
  { most = 60, size = { cols: 6, rows: 6 }, pick = first } = {},
): Promise<readonly (readonly number[])[]> {
  const told: (readonly number[])[] = [];
  for (let ply = 0; ply < most; ply++) {
    const match = matchOf(desk.shell.db, 1);
    if (match?.outcome) break;
    const game = gameOf('forms');
    const start = game.start(size);
    const at = match?.position ?? (start.ok ? start.value : undefined);
    const move = at && pick(at);
    if (!at || move === undefined) break;
    const sent = await desk.answer(CAROL, game.makeMove(move, at));
    told.push(tipsIn(sent.find(({ to }) => to === CAROL)));
  }
  return told;
}

describe('the first match', () => {
  it('teaches one thing in each letter, and the last thing at its end', async () => {
    const desk = begun.copy();
    const told = await tips(desk);
    // The robot decides how long the match is.
    expect('1,2,3,4'.startsWith(told.flat().join())).toBe(true);
    expect(told.flat().length).toBeGreaterThan(1);
    expect(told.every((letter) => letter.length <= 1)).toBe(true);
    expect(flat(desk.newest(CAROL))).toContain('People play here, too.');
    // The next match is an ordinary one.
    await desk.answer(CAROL, 'play forms -size=4x4 -first=me');
    expect(tipsIn(desk.newest(CAROL))).toEqual([]);
    desk.close();
  });

  it('ends a short one with where people play, and where all tips are', async () => {
    const desk = openDesk();
    await desk.post({ from: CAROL, subject: 'play', text: '' });
    const told = await tips(desk, { size: SMALL, pick: endsSoonest });
    expect(told.length).toBeLessThan(5);
    expect(told.at(-1)).toEqual([]);
    expect(flat(desk.newest(CAROL))).toMatch(/challenge open forms.*help tutorial/);
    desk.close();
  });

  it('teaches nothing more to who does not want it, or gives up', async () => {
    const quiet = begun.copy();
    expect(await tips(quiet, { most: 1 })).toEqual([[1]]);
    await quiet.answer(CAROL, 'set tips no');
    expect(flat(quiet.newest(CAROL))).toContain('teach nothing');
    await quiet.answer(CAROL, 'show 1');
    expect((await tips(quiet)).flat()).toEqual([]);
    quiet.close();
    const done = begun.copy();
    await tips(done, { most: 1 });
    const [last] = await done.answer(CAROL, 'resign');
    expect(flat(last)).toContain('You have lost: you resigned.');
    expect(tipsIn(last)).toEqual([]);
    done.close();
  });
});
