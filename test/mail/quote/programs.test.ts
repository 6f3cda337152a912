import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseLetter } from '../../../src/mail/letter.ts';
import { subtractAnswered } from '../../../src/mail/quote/find.ts';
import { makeTraces } from '../../../src/mail/quote/own-lines.ts';
import { ALICE, BOB, type Desk, GAMES, openBoard, openDesk } from '../../support/desk/desk.ts';
import { storedBoard } from '../../support/desk/play.ts';
import { UNHEARD_OF } from '../../support/post/as-text.ts';
import { answerTo, writeLetter } from '../../support/post/letters.ts';
import { PROGRAMS, type Program } from '../../support/post/programs.ts';
import { LAYOUTS, type Layout, written } from '../../support/post/quoting.ts';
import { throwDice } from '../../support/run/seed.ts';

const TYPED = ['f1xe1', 'Good luck!'];
const NOTHING = { top: [], bottom: [], interleaved: [] };

let board: Desk;
beforeAll(async () => {
  board = openDesk();
  await openBoard(board, 'forms -size=6x6');
  await board.answer(ALICE, 'b1xa1');
  await board.answer(BOB, 'c1xd1\nJust type one of these:\n\nresign\nyes\nf1xe1\naccept 1');
});
afterAll(() => board.close());

/** Alice's answer as a program writes it. */
function draftOf({ quotes, head }: Program, layout: Layout) {
  const older = board.newest(ALICE);
  const { type, text } = quotes(head, older, { ...NOTHING, [layout]: TYPED });
  return { ...answerTo(older, ''), text, type: `Content-Type: ${type}` };
}

async function linesOf(program: Program, layout: Layout): Promise<readonly string[]> {
  const letter = await parseLetter(writeLetter(draftOf(program, layout), 1), GAMES);
  if (!letter.ok) throw new Error(letter.error);
  const { text, email } = board.newest(ALICE);
  const { text: ofText, html } = makeTraces(text, email.html);
  const written = subtractAnswered(letter.value.allLines, html ? [ofText, html] : [ofText], GAMES);
  const lines = written?.lines ?? letter.value.lines;
  return lines.filter((line) => line.trim() !== '');
}

it('they are forty at least, in twelve languages, each of which was seen somewhere', () => {
  expect(PROGRAMS.length).toBeGreaterThanOrEqual(40);
  expect(new Set(PROGRAMS.map(({ language }) => language)).size).toBeGreaterThanOrEqual(12);
  expect(PROGRAMS.filter(({ seen }) => !/: \S|^test\/fixtures/.test(seen))).toEqual([]);
});

describe.each(PROGRAMS)(
  '$name ($language): what was typed is read, and nothing else',
  (program) => {
    it.each(LAYOUTS)('%s', async (layout) => {
      expect(await linesOf(program, layout)).toEqual(TYPED);
    });
  },
);

it.each(['top', 'bottom'] as const)(
  'a word of a program for pictures is not taken for an answer: %s',
  async (layout) => {
    const [german] = PROGRAMS.filter(({ name, language }) => name === 'GMX' && language === 'de');
    const program = { ...(german as Program), quotes: written(UNHEARD_OF) };
    expect(await linesOf(program, layout)).toEqual(TYPED);
  },
);

const SAMPLE = throwDice('programs').sample(
  PROGRAMS.flatMap((program) => LAYOUTS.map((layout) => ({ program, layout, name: program.name }))),
  6,
);
it.each(SAMPLE)('$name, $layout: the move is played', async ({ program, layout }) => {
  const desk = board.copy();
  await desk.post(draftOf(program, layout));
  expect(storedBoard(desk).moves).toBe('b1xa1 c1xd1 f1xe1');
  expect(desk.newest(BOB).text).toContain('alice writes:\n| Good luck!\n\n');
  desk.close();
});
