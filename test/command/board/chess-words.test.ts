import { describe, expect, it, vi } from 'vitest';
import { chess } from '../../../src/engine/games/chess/chess.ts';
import { PLAIN_COST } from '../../../src/engine/shape/solution.ts';
import { shownLimits } from '../../../src/limits.ts';
import { imagineFrom } from '../../../src/match/play.ts';
import { makeRecord, parseRecord } from '../../../src/match/record/record.ts';
import { marksOf } from '../../../src/render/ascii.ts';
import { drawnCells } from '../../../src/render/board-cells.ts';
import { drawSvg } from '../../../src/render/picture/album.ts';
import { matchOf } from '../../../src/store/play/matches.ts';
import { value } from '../../engine/given.ts';
import { ALICE, BOB } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { newestBoard, oneLine, play } from '../../support/desk/play.ts';
import { answerTo } from '../../support/post/letters.ts';

/** What chess players write in place of a move's notation. */
describe('a move of chess in words', () => {
  eachDesk('chess');
  const movesPlayed = () => matchOf(desk.shell.db, 1)?.moves;
  const answered = () => desk.newest(ALICE).email.text;

  it.each([
    'knight to f3',
    'Springer f3',
    '1. ... Nf3',
    'Nf3. Thanks, nice opening!',
    'I play knight to f3',
    'ok Nf3 then',
  ])('is played: %s', async (text) => {
    await desk.answer(ALICE, text);
    expect(movesPlayed()).toEqual(['Nf3']);
  });

  it('behind a no is the one that is offered', async () => {
    await desk.answer(ALICE, 'no, knight to f3');
    expect(movesPlayed()).toEqual([]);
    expect(answered()).toContain('Did you mean: Nf3\n');
    await desk.answer(ALICE, 'yes');
    expect(movesPlayed()).toEqual(['Nf3']);
  });

  it.each(['takes the pawn on d5', 'pawn takes', 'exd5', 'pawn takes pawn', 'Takes d5!'])(
    'is the one capture that fits: %s',
    async (text) => {
      await desk.answer(ALICE, 'e4');
      await desk.answer(BOB, 'd5');
      await desk.answer(ALICE, text);
      expect(movesPlayed()).toEqual(['e4', 'd5', 'exd5']);
    },
  );

  it('is asked for where several captures fit', async () => {
    for (const [ply, move] of ['e4', 'd5', 'Nc3', 'e6'].entries()) {
      await desk.answer(ply % 2 ? BOB : ALICE, move);
    }
    await desk.answer(ALICE, 'takes the pawn on d5');
    expect(answered()).toMatch(/Nxd5 exd5|exd5 Nxd5/);
    const { html = '' } = desk.newest(ALICE).email;
    expect(html).toContain('body=move%201%20Nxd5%0D%0A');
    expect(html).toContain('body=move%201%20exd5%0D%0A');
    expect(answered()).not.toContain('You asked');
    await desk.answer(ALICE, answered()?.includes('Nxd5 exd5') ? '1' : '2');
    expect(movesPlayed()?.at(-1)).toBe('Nxd5');
  });

  it('mates with a hash and a word, and the list shows it', async () => {
    const plies = ['f3', 'e5', 'g4', 'Qh4# checkmate!'];
    for (const [ply, move] of plies.entries()) await desk.answer(ply % 2 ? BOB : ALICE, move);
    expect(movesPlayed()).toEqual(['f3', 'e5', 'g4', 'Qh4']);
    expect(answered()).toContain('Qh4#');
  });

  const opened = ['e4', 'e5', 'Nf3', 'Nc6', 'Bc4', 'Bc5'];
  it.each(['castle', 'I castle now', 'Rochade'])(
    'is the castling that is legal, where no side is named: %s',
    async (text) => {
      for (const [ply, move] of opened.entries()) await desk.answer(ply % 2 ? BOB : ALICE, move);
      await desk.answer(ALICE, text);
      expect(movesPlayed()).toEqual(opened);
      expect(answered()).toContain('Did you mean: O-O\n');
      await desk.answer(ALICE, 'yes');
      expect(movesPlayed()?.at(-1)).toBe('O-O');
    },
  );

  it.each(['castle', 'Rochade'])(
    'is no castling where none is legal, and why: %s',
    async (text) => {
      await desk.answer(ALICE, text);
      expect(answered()).toContain('You cannot castle there now.');
    },
  );

  it('is a pawn’s, by its square alone, also in reply to an offer of others', async () => {
    await desk.answer(ALICE, 'no, knight to f3');
    expect(answered()).toContain('Did you mean: Nf3\n');
    await desk.answer(ALICE, 'b4');
    expect(movesPlayed()).toEqual(['b4']);
  });

  it('is refused for what is wrong with it', async () => {
    await desk.answer(ALICE, 'bishop takes b5');
    expect(answered()).toContain('b5');
    expect(answered()).not.toContain('not written like a move');
  });
});

/** What no game of stones has: pieces, the case of a move, and a position of many words with hyphens. */
describe('a board of chess', () => {
  eachDesk('chess');
  const answer = async (from: string, text: string): Promise<string> => {
    const sent = await desk.post(answerTo(newestBoard(desk, from), text));
    return oneLine(sent.find(({ to }) => to === from));
  };
  const FEN = '4k3/8/8/8/8/8/8/R3K3 w - - 0 1';

  it.each([`"chess ${FEN}" Ra2 Kd7`, `chess ${FEN} Ra2 Kd7`, `'chess ${FEN}' Ra2 Kd7`])(
    'is previewed from a position of as many words as it has: %s',
    async (line) => {
      const told = await answer(ALICE, `preview ${line}`);
      expect(told).toContain(`You asked: preview "chess 8x8 ${FEN}" Ra2 Kd7`);
      expect(told).toContain('7 . . .[k]. . . . 7');
    },
  );

  it('says of a text that is none what to write instead, and nothing of stones', async () => {
    const told = await answer(ALICE, `preview chess ${FEN.slice(0, -4)}`);
    expect(told).toContain('That is not a chess position.');
  });

  it('is offered without a word of an author whom nobody knows', async () => {
    await answer(ALICE, 'challenge bob chess');
    await desk.answer(ALICE, 'yes');
    expect(oneLine(desk.newest(BOB))).toContain('Game Chess Board 8x8');
  });

  it('stands in a record whose position is broken behind any of its words', () => {
    const later = value(chess.parsePosition('4k3/8/8/8/R7/8/8/4K3 b - - 7 9'));
    const nobody = { userid: 'nobody' };
    const text = makeRecord({ ...imagineFrom(later), board: 1, black: nobody, white: nobody });
    expect(text).toContain('Start: chess 8x8 4k3/8/8/8/R7/8/8/4K3 b - - 7 9\n');
    const broken = text.replace(/(?<=chess 8x8.*) (?=.*\n)/g, '\n');
    expect(broken).toContain('b\n-\n-\n7\n9\n');
    expect(value(parseRecord(broken)).start).toEqual(later);
  });

  it('shows its sides in an HTML part as its board does', async () => {
    await play(desk, 'e4');
    const html = newestBoard(desk, BOB).email.html ?? '';
    expect(html).toContain('Black (a-z)');
    expect(html).not.toMatch(/[\u25cf\u25cb]/);
  });

  it('has a table as wide as its board where spots are not named by files', () => {
    const view = { ...chess.view(value(chess.start(chess.defaultSize))), files: [] };
    const drawing = { view, sides: chess.sides, marks: marksOf(undefined), coordinates: true };
    const table = drawnCells(drawing, ({ code, facts }) => `${code} ${JSON.stringify(facts)}`);
    expect(table).toMatchObject({ label: 'board-label {"cols":8,"rows":8}', cols: 8 });
  });

  it('is drawn with the letters of its pieces', () => {
    const view = chess.view(value(chess.start(chess.defaultSize)));
    expect(drawSvg(view, marksOf(undefined), false).svg.match(/scale/g)).toHaveLength(32);
  });

  it('looks back on a match no further than its letters can wait for', async () => {
    await play(desk, 'e4', 'e5');
    const looks = vi.spyOn(chess, 'outcome');
    await answer(ALICE, 'resign');
    const positions = shownLimits.hindsightNodes / (chess.searchCost ?? PLAIN_COST);
    expect(looks.mock.calls.length).toBeGreaterThan(0);
    expect(looks.mock.calls.length).toBeLessThan(4 * positions);
    looks.mockRestore();
  });
});
