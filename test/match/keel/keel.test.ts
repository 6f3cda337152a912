import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { oneDayMs } from '../../../src/limits.ts';
import { ALICE, BOB, type Desk, openBoard, openDesk } from '../../support/desk/desk.ts';
import { newestBoard, play, storedBoard } from '../../support/desk/play.ts';
import { answerTo } from '../../support/post/letters.ts';
import { full, onlyInFull, throwDice } from '../../support/run/seed.ts';
import { GIVEN, type GivenMatch } from './match-given.ts';
import { KEPT, lineOf, SHOWN, tracesOf } from './traces.ts';

/**
 * Matches that were played once, played again by letters: what stays of them is what it was then, to
 * the byte. What `kept.txt` holds the hashes of is never written anew, since the databases, records and
 * archives of all servers hold it; `shown.txt` is for as long as no letter changes.
 */

const linesIn = (name: string): readonly string[] =>
  readFileSync(new URL(name, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
const KEPT_LINES = linesIn('kept.txt');
const SHOWN_LINES = linesIn('shown.txt');

describe('a match from before', () => {
  it('is there three hundred times, on boards of many sizes', () => {
    expect(GIVEN.length).toBe(300);
    expect(new Set(GIVEN.map(({ rules }) => rules)).size).toBe(3);
    expect(new Set(GIVEN.map(({ size }) => size)).size).toBeGreaterThan(20);
    expect([KEPT_LINES.length, SHOWN_LINES.length]).toEqual([300, 300]);
  });

  const shown: string[] = [];
  it.each(throwDice('the keel').sample(GIVEN, 2))(
    'is what it was: $number, $rules on $size, then $after',
    async (given) => {
      const desk = openDesk();
      try {
        await playGiven(desk, given);
        const traces = tracesOf(desk);
        shown.push(lineOf(given, traces, SHOWN));
        expect(lineOf(given, traces, KEPT)).toBe(KEPT_LINES[given.number - 1]);
        if (!full) expect(shown.at(-1)).toBe(SHOWN_LINES[given.number - 1]);
      } finally {
        desk.close();
      }
    },
  );

  it.runIf(onlyInFull())('is shown as it was', async () => {
    await expect(`${shown.join('\n')}\n`).toMatchFileSnapshot('shown.txt');
  });
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
