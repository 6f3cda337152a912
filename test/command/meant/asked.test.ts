import { describe, expect, it } from 'vitest';
import { ALICE, BOB, openBoard } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { pictureOf } from '../../support/desk/picture.ts';
import { flat } from '../../support/desk/players.ts';

eachDesk();

/** The one answer to a question that does nothing. */
async function answered(text: string): Promise<string> {
  const made = () => {
    const { matches, board_offers, settings, held } = pictureOf(desk.shell.db);
    return { matches, board_offers, settings, held };
  };
  const before = made();
  const letters = await desk.answer(ALICE, text);
  expect(made()).toEqual(before);
  expect(letters.map(({ to }) => to)).toEqual([ALICE]);
  return flat(letters[0]);
}

describe('a question about a command', () => {
  it.each([
    ['how do I resign?', 'resign: gives a match up', 'To do it: resign 1'],
    ['can I undo a move?', 'undo: asks to take', 'To do it: undo 1'],
    ['what does set notify daily mean', 'set: changes how', 'To do it: set notify daily'],
    ['Hello. How can I offer a draw here?', 'draw: offers a draw', 'To do it: draw 1'],
    ['Wie gebe ich auf?', 'resign: gives a match up', 'To do it: resign 1'],
    ['what happens if I resign', 'resign: gives a match up', 'To do it: resign 1'],
  ])('is answered with its page, and offers nothing: %s', async (text, page, line) => {
    await openBoard(desk, 'chess');
    await desk.answer(ALICE, 'e4');
    const letter = await answered(text);
    expect(letter).toContain(page);
    expect(letter).toContain(line);
    expect(letter).not.toMatch(/Did you mean|To send what/);
    await desk.answer(ALICE, 'yes');
    expect(pictureOf(desk.shell.db)['matches']?.[0]?.['ending']).toBe(null);
  });

  it('names no line where the command cannot be given', async () => {
    await openBoard(desk, 'chess');
    const letter = await answered('can I take a move back?');
    expect(letter).toContain('undo: asks to take');
    expect(letter).not.toContain('To do it');
  });

  it.each(['Would you resign here?', 'Do people ever resign in this game?'])(
    'to the other player is none: %s',
    async (text) => {
      await openBoard(desk, 'chess');
      expect(await answered(text)).toContain('Did you mean: resign 1');
    },
  );
});

describe('a question about what a letter takes', () => {
  it.each(['Muss ich da ja oder nein schreiben?', 'Do I have to write yes or no?'])(
    'is answered with the question that is open: %s',
    async (text) => {
      await openBoard(desk, 'minefield');
      await desk.answer(ALICE, 'c3');
      await desk.answer(ALICE, 'draw');
      await desk.answer(BOB, text);
      expect(flat(desk.newest(BOB))).toContain('Do you agree? Reply with one word: yes (or: no)');
    },
  );

  it.each(['Was heißt gewertet?', 'what does rated mean?'])(
    'may be about ratings: %s',
    async (text) => {
      await openBoard(desk, 'minefield');
      expect(await answered(text)).toContain('Ratings are Glicko-2');
    },
  );

  it('is none that names an invitation in passing', async () => {
    await openBoard(desk, 'minefield');
    expect(await answered('Kommst du zu der Einladung?')).toContain(
      'To send what you wrote to bob',
    );
  });
});

describe('a question about the moves', () => {
  it.each(['what moves do I have', 'where can I move?', 'Welche Züge habe ich?'])(
    'is answered with all of them: %s',
    async (text) => {
      await openBoard(desk, 'chess');
      expect(await answered(text)).toMatch(/You have 20 moves\. Reply with: .*Nf3 \| .*a3/);
    },
  );

  it('is answered with their beginnings where they are many', async () => {
    await openBoard(desk, 'forms -size=16x16');
    expect(await answered('where can I move?')).toMatch(
      /You have \d+ moves, such as .* all that begin with: b1 \| /,
    );
  });

  it('is one about the rules where it is not the turn of its writer', async () => {
    await openBoard(desk, 'chess');
    await desk.answer(ALICE, 'e4');
    expect(await answered('which moves do I have?')).toContain('You asked: help chess');
  });
});

describe('a cell with a direction in words', () => {
  it.each(['b2 forward', 'b2 straight ahead!', 'b2 nach links'])(
    'is answered with the moves of the cell: %s',
    async (text) => {
      await openBoard(desk, 'breakthrough');
      const letter = await answered(text);
      expect(letter).toContain('b2 has 3 moves. Reply with: b2-a3 | b2-b3 | b2-c3');
      expect(letter).not.toMatch(/goes along|To send/);
    },
  );
});

describe('a question about the costs', () => {
  it('is answered with a sentence', async () => {
    await openBoard(desk, 'forms');
    expect(await answered('is it free?')).toContain('Playing here is free');
  });
});

describe('a question about a sign on the board', () => {
  it.each([
    ['forms', 'what does the + mean', '# Black, O White, . empty, [ ] the last move, +'],
    ['hex', 'What is the "#"?', '# Vertical, O Horizontal'],
    ['go', 'what are the commas', ', a point with a dot, x and o dead stones'],
    ['chess', 'Was bedeuten die Großbuchstaben?', 'A-Z White, a-z Black'],
  ])('of %s is answered with all of them: %s', async (game, text, signs) => {
    await openBoard(desk, game);
    await desk.answer(ALICE, 'show 1');
    expect(await answered(text)).toContain(signs);
    expect(desk.newest(BOB).subject).not.toContain('reply');
  });
});
