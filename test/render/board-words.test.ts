import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { STONE_SIDES, type View } from '../../src/engine/shape/view.ts';
import { parseSetup } from '../../src/engine/stones/notation.ts';
import { stoneView } from '../../src/engine/stones/stones.ts';
import { shownLimits } from '../../src/limits.ts';
import { boardInShort, boardInWords } from '../../src/render/ascii.ts';
import type { Sentence } from '../../src/sentence.ts';
import { anyRanks, viewOf } from './any-view.ts';

/** Each sentence as its code and its facts, so that the test does not depend on wording. */
const bare = ({ code, facts }: Sentence) => `${code}(${Object.values(facts).join('|')})`;

describe('a board in words', () => {
  it('names every rank from the top and then the stones of each side', () => {
    const position = parseSetup('4x4 wx2/.x2/.w2/xww. x');
    if (!position.ok) throw new Error(position.error.code);
    expect(boardInWords({ view: stoneView(position.value), sides: STONE_SIDES }, bare)).toEqual([
      'words-rank(4|words-stone(a|white), words-stone(b|black))',
      'words-rank(3|words-stone(b|black))',
      'words-rank(2|words-stone(b|white))',
      'words-rank(1|words-stone(a|black), words-stone(b|white), words-stone(c|white))',
      'words-side(black|3|b4 b3 a1)',
      'words-side(white|4|a4 b2 b1 c1)',
    ]);
  });

  it("names what is no stone with its place, and what is nobody's behind the sides", () => {
    const king = { owner: 'white', kind: 'king' as 'stone', sign: 'K' } as const;
    const block = { owner: undefined, kind: 'stone', sign: '*' } as const;
    const spots = [{ name: 'a1', thing: king }, { name: 'b1', thing: block }, { name: 'c1' }];
    const view: View = {
      grid: 'squares',
      files: ['a', 'b', 'c'],
      lines: [{ label: '1', shift: 0, spots }],
    };
    expect(boardInWords({ view, sides: STONE_SIDES }, bare)).toEqual([
      'words-rank(1|words-king(a|white), words-stone(b|nobody))',
      'words-side(black|0|)',
      'words-things(white|a1 thing-king(white))',
      'words-nobodys(b1 thing-stone(nobody))',
    ]);
  });

  it('counts what stands on a large board, for whoever sees no pictures', () => {
    const seen = (side: number) => ({
      view: viewOf(Array.from({ length: side }, () => Array(side).fill('black'))),
      sides: STONE_SIDES,
    });
    expect(boardInShort(seen(2), bare)).toBe(
      'words-side(black|4|a2 b2 a1 b1). words-side(white|0|)',
    );
    expect(boardInShort(seen(26), bare)).toBe('board-large(26|26|black|676|white|0)');
    for (let side = 1; side <= 26; side++) {
      expect(boardInShort(seen(side), bare).length).toBeLessThanOrEqual(shownLimits.altChars);
    }
  });

  it('holds each stone of any board exactly once in both lists', () => {
    fc.assert(
      fc.property(anyRanks, (ranks) => {
        const lines = boardInWords({ view: viewOf(ranks), sides: STONE_SIDES }, bare);
        const all = ranks.flat();
        for (const side of ['black', 'white'] as const) {
          const count = all.filter((each) => each === side).length;
          const spoken = lines.join('\n').match(new RegExp(`words-stone\\(.\\|${side}\\)`, 'g'));
          expect(spoken?.length ?? 0).toBe(count);
          expect(lines.some((line) => line.startsWith(`words-side(${side}|${count}|`))).toBe(true);
        }
      }),
    );
  });
});
