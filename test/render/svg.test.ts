import { Resvg } from '@resvg/resvg-js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { View } from '../../src/engine/shape/view.ts';
import { marksOf } from '../../src/render/ascii.ts';
import { drawSvg } from '../../src/render/picture/album.ts';
import { hexTile } from '../../src/render/picture/ground.ts';
import { drawWord } from '../../src/render/picture/spot.ts';
import { anyRanks, viewOf } from './any-view.ts';

const NOTHING = marksOf();

/** The picture in points, one a CSS pixel: red, green, blue at a place. */
function paint(svg: string) {
  const image = new Resvg(svg, { font: { loadSystemFonts: false } }).render();
  const { pixels, width, height } = image;
  const at = (x: number, y: number) => {
    const first = 4 * (Math.floor(y) * width + Math.floor(x));
    return [...pixels.subarray(first, first + 3)];
  };
  return { at, width, height };
}

const BLACK = [0x1d, 0x12, 0x06];
const WHITE = [0xff, 0xff, 0xff];
const FIELD = [0xf6, 0xe8, 0xcb];
const MARKED = [0xff, 0xc9, 0x4d];

describe('the picture of a board', () => {
  it('has every stone in its place, on boards of any size', () => {
    fc.assert(
      fc.property(anyRanks, fc.boolean(), (ranks, coordinates) => {
        const { svg, width, height } = drawSvg(viewOf(ranks), NOTHING, coordinates);
        const picture = paint(svg);
        expect([picture.width, picture.height]).toEqual([width, height]);
        const [cols, rows] = [ranks[0]?.length ?? 0, ranks.length];
        const edge = coordinates ? 28 : 6;
        const cell = (width - 2 * edge) / cols;
        expect(height).toBe(rows * cell + 2 * edge);
        for (const [index, stones] of ranks.entries()) {
          for (const [file, side] of stones.entries()) {
            const colour = picture.at(edge + (file + 0.5) * cell, edge + (index + 0.5) * cell);
            expect(colour).toEqual(side ? { black: BLACK, white: WHITE }[side] : FIELD);
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  it('marks the cell of the last move and those that it has emptied', () => {
    const marks = { reached: new Set(['a1']), vacated: new Set(['b1']), turned: new Set<string>() };
    const { at } = paint(drawSvg(viewOf([['black', undefined]]), marks).svg);
    expect(at(28 + 6, 28 + 6)).toEqual(MARKED);
    expect(at(28 + 22, 28 + 22)).toEqual(BLACK);
    expect(at(28 + 44 + 22, 28 + 22)).not.toEqual(FIELD);
  });

  it("shows what is nobody's by its sign", () => {
    const thing = { owner: undefined, kind: 'stone', sign: 'x' } as const;
    const lines = [{ label: '1', shift: 0, spots: [{ name: 'a1', thing }] }];
    const { at } = paint(drawSvg({ grid: 'squares', files: ['a'], lines }, NOTHING, false).svg);
    expect(at(6 + 22, 6 + 22)).not.toEqual(FIELD);
  });

  it('draws the edges of hexes along them, and marks one hex and no other', () => {
    const ranks = Array.from({ length: 5 }, () => Array.from({ length: 5 }, () => undefined));
    const { lines, files } = viewOf(ranks);
    const view: View = {
      grid: 'hexes',
      files,
      lines: lines.map((line, shift) => ({ ...line, shift })),
      edges: { top: 'black', bottom: 'black', left: 'white', right: 'white' },
    };
    const marks = {
      reached: new Set(['c3']),
      vacated: new Set<string>(),
      turned: new Set<string>(),
    };
    const { svg } = drawSvg(view, marks);
    const side = 44 / Math.sqrt(3);
    const edges = [...svg.matchAll(/<path d="([^"z]*)" fill="none"/g)].map(([, path = '']) =>
      path
        .slice(1)
        .split('L')
        .map((point) => point.split(' ').map(Number)),
    );
    expect(edges).toHaveLength(6);
    for (const points of edges) {
      const steps = points.slice(1).map(([x = 0, y = 0], at) => {
        const [lastX = 0, lastY = 0] = points[at] ?? [];
        return Math.hypot(x - lastX, y - lastY);
      });
      // Two hexes beside each other share a corner of the edge.
      for (const step of steps) expect(Math.min(step, Math.abs(step - side))).toBeLessThan(0.1);
    }
    const frame = svg.match(/<path d="([^"]*z)" fill="#ffc94d"/)?.[1] ?? '';
    expect(frame.split('L')).toHaveLength(6);
  });

  it("draws Black's edge within the hex of a tile, beside which the page may be dark", () => {
    const svgOf = (shapes: readonly string[]) =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32">${shapes.join('')}</svg>`;
    const { at } = paint(svgOf(hexTile(32, { top: 'black', bottom: 'black' }).shapes));
    expect([at(16, 3), at(16, 28)]).toEqual([BLACK, BLACK]);
    for (const x of [4, 28]) for (const y of [1, 30]) expect(at(x, y)).not.toEqual(BLACK);
  });

  it('writes its coordinates without a font, each unlike the others', () => {
    const strokesOf = (word: string) =>
      drawWord(word, { x: 0, y: 0 }, 6).map((path) => / d="(.*)"/.exec(path)?.[1]);
    const signs = [...'abcdefghijklmnopqrstuvwxyz0123456789'];
    const drawn = signs.map((sign) => strokesOf(sign).join());
    expect(new Set(drawn).size).toBe(36);
    expect(strokesOf('26')).toEqual([...strokesOf('2'), ...strokesOf('6')]);
    expect(strokesOf('A')).toEqual(strokesOf('a'));
    expect(strokesOf('@')).toEqual(strokesOf('*'));
    expect(drawn).not.toContain(strokesOf('@').join());
    const { svg } = drawSvg(viewOf([['black']]), NOTHING);
    expect(svg).not.toContain('<text');
    const { at, width, height } = paint(svg);
    const dark = (left: number, top: number, size: number) => {
      for (let y = top; y < top + size; y++)
        for (let x = left; x < left + size; x++) if ((at(x, y)[0] ?? 255) < 120) return true;
      return false;
    };
    expect(dark(0, height / 2 - 6, 28)).toBe(true);
    expect(dark(width / 2 - 6, 6, 12)).toBe(true);
    const bare = paint(drawSvg(viewOf([[undefined]]), NOTHING, false).svg);
    expect([bare.width, bare.height]).toEqual([56, 56]);
  });
});
