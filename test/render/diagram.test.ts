import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GAMES } from '../../src/engine/registry.ts';
import { type BoardDrawing, drawBoard, marksOf } from '../../src/render/ascii.ts';
import { parseDrawings } from '../../src/render/blocks/drawn-blocks.ts';
import { anyGame } from '../engine/arbitraries.ts';

/** A board in the middle of a match, with what the last move has touched. */
const anyDrawing: fc.Arbitrary<BoardDrawing> = fc.constantFrom(...GAMES).chain((game) =>
  anyGame(game, 12, 4).map(({ start, plies }) => {
    const last = plies.at(-1);
    // A diagram does not show what has turned.
    const marks = { ...marksOf(last?.effects()), turned: new Set<string>() };
    return {
      view: game.view(last?.position ?? start),
      sides: game.sides,
      marks,
      coordinates: true,
    };
  }),
);

/** Boards as a page shows them: from the same line on, some blanks apart. */
const beside = (drawings: readonly BoardDrawing[]): readonly string[] => {
  const drawn = drawings.map(drawBoard);
  const heights = Math.max(...drawn.map(({ length }) => length));
  return Array.from({ length: heights }, (_, at) =>
    drawn
      .map((lines) => (lines[at] ?? '').padEnd(60))
      .join('')
      .trimEnd(),
  );
};

describe('a diagram', () => {
  it('shows the board that it was drawn from', () => {
    fc.assert(
      fc.property(anyDrawing, (drawing) => {
        const lines = drawBoard(drawing);
        const [read, ...more] = parseDrawings(lines, drawing) ?? [];
        expect(more).toEqual([]);
        expect(read && drawBoard(read)).toEqual(lines);
        expect(read?.marks).toEqual(drawing.marks);
      }),
    );
  });

  it('shows several boards beside each other', () => {
    fc.assert(
      fc.property(anyDrawing, (drawing) => {
        const bare = { ...drawing, marks: marksOf() };
        const read = parseDrawings(beside([bare, drawing]), drawing) ?? [];
        expect(read.map(drawBoard)).toEqual([bare, drawing].map(drawBoard));
      }),
    );
  });

  it('shows hexes, each line of which leans to the right', () => {
    const lines = [
      '     a b c',
      '   1  . # .  1',
      '    2  .[O]+  2',
      '     3  . . .  3',
      '         a b c',
    ];
    const [hexes] = parseDrawings(lines) ?? [];
    expect(hexes && drawBoard(hexes)).toEqual(lines);
    expect(hexes?.view.grid).toBe('hexes');
    expect(hexes?.marks).toEqual({
      reached: new Set(['b2']),
      vacated: new Set(['c2']),
      turned: new Set(),
    });
  });

  it.each([
    ["a sign that is nobody's", ['     a b', '  1  K O  1', '     a b']],
    ['no lower edge', ['     a b', '  1  # O  1']],
    ['ranks that differ', ['     a b', '  1  # O  2', '     a b']],
    ['words below it', ['     a b', '  1  # O  1', '     a b', '     so it is']],
    ['words beside it', ['     a b', '  1  # O  1   mine', '     a b']],
    ['a line that leans alone', ['     a b', '   2  # O  2', '  1  # O  1', '     a b']],
    ['a ruler', ['     **********************']],
    ['nothing', []],
  ])('is no board with %s', (_, lines) => {
    expect(parseDrawings(lines)).toBeUndefined();
  });
});
