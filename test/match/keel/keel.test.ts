import { describe, expect, it } from 'vitest';
import { oneDayMs } from '../../../src/limits.ts';
import { ALICE, BOB, type Desk, openBoard, openDesk } from '../../support/desk/desk.ts';
import { newestBoard, play, storedBoard } from '../../support/desk/play.ts';
import { answerTo } from '../../support/post/letters.ts';
import { throwDice } from '../../support/run/seed.ts';
import { GIVEN, type GivenMatch } from './match-given.ts';
import { keptOf, tracesOf } from './traces.ts';

/**
 * Matches that were played once, played again by letters: what stays of them is what it was then, to
 * the byte. Their hashes are never written anew, since the databases, records and archives of all
 * servers hold what they are of.
 */

describe('a match from before', () => {
  it('is there a hundred times, on boards of many sizes', () => {
    expect(GIVEN.length).toBe(100);
    expect(new Set(GIVEN.map(({ rules }) => rules)).size).toBe(3);
    expect(new Set(GIVEN.map(({ size }) => size)).size).toBeGreaterThan(20);
  });

  it.each(throwDice('the keel').sample(GIVEN, 2))(
    'is what it was: $number, $rules on $size, then $after',
    async (given) => {
      const desk = openDesk();
      try {
        await playGiven(desk, given);
        expect(keptOf(tracesOf(desk))).toBe(given.kept);
      } finally {
        desk.close();
      }
    },
  );
});

/** So that nobody gets more letters than there may be in an hour. */
const aWhileMs = 4 * 60_000;

/** Plays a match to where it went, by answers to the letters that show its board. */
async function playGiven(desk: Desk, { rules, size, moves, after }: GivenMatch): Promise<void> {
  await openBoard(desk, `${rules} -size=${size}`);
  for (const move of moves) {
    // Now and then somebody sleeps on it.
    desk.time.now += move.endsWith('3') ? oneDayMs : aWhileMs;
    await play(desk, move);
  }
  expect(storedBoard(desk).moves).toBe(moves.join(' '));
  const says = (who: string, text: string) => desk.post(answerTo(newestBoard(desk, who), text));
  if (after === 'resign') {
    await says(ALICE, 'resign');
    await desk.answer(ALICE, 'yes');
  } else if (after === 'draw' || after === 'undo') {
    await says(ALICE, after);
    await says(BOB, 'accept');
  }
  const { ending, moves: left } = storedBoard(desk);
  const endings = {
    resign: 'resigned',
    // Forms always has a winner.
    draw: rules === 'minefield' ? 'agreed' : null,
    undo: null,
    'goes-on': null,
    rules: expect.any(String),
  };
  expect(ending).toEqual(endings[after]);
  expect(left.length < moves.join(' ').length).toBe(after === 'undo');
}
