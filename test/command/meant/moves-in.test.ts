import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { movesIn } from '../../../src/command/meant/moves-in.ts';
import { gameOf } from '../../../src/engine/registry.ts';
import type { RulesId } from '../../../src/engine/shape/ground.ts';
import type { Position } from '../../../src/engine/shape/types.ts';
import { newTextLimits } from '../../../src/limits.ts';
import { MEANINGS } from '../../support/desk/vocabulary.ts';

function start(rules: RulesId, side = 8): Position {
  const position = gameOf(rules).start({ cols: side, rows: side });
  if (!position.ok) throw new Error(position.error.code);
  return position.value;
}
const FORMS = start('forms');
const MINEFIELD = start('minefield');
const AMAZONS = start('amazons', 10);

describe('moves in prose', () => {
  it.each([
    ['My computer suggests e4e5.', ['e4e5']],
    ['Would E4-E5 lose a stone, or E4xE5?', ['e4e5']],
    ['Kann ich e4 nach e5 ziehen?', ['e4e5']],
    ['e4 \u27a1 e5', ['e4e5']],
    ['\u0435\u0034\u0435\u0035', ['e4e5']],
    ['movee4e5', ['e4e5']],
    ['I am torn between e4e5, c4c5 and g4g5', ['e4e5', 'c4c5', 'g4g5']],
    ['e4e6 is not allowed, d4 is not mine', []],
    ['Room E4. Level e5', []],
    ['Flight BA145 lands at 5', []],
    ['page4 e5', []],
    ['h8h9', []],
    ['e four to e five', ['e4e5']],
    ['E vier schlägt E fünf', ['e4e5']],
    ['E for to E5', ['e4e5']],
    ['a man for be it', []],
  ])('%j names %j', (text, moves) => {
    expect(movesIn(text, FORMS, MEANINGS)).toEqual(moves);
  });

  it.each([
    ['e4?', ['e4']],
    ['e4 was a mistake, c6 too', ['e4', 'c6']],
    ['see three', ['c3']],
    ['the keyboard4', []],
    ['j9', []],
  ])('%j names %j where a move is one cell', (text, moves) => {
    expect(movesIn(text, MINEFIELD, MEANINGS)).toEqual(moves);
  });

  it.each([
    ['Nf3 back to safety', ['Nf3']],
    ['Nf3, then Nc3 and e4', ['Nf3', 'Nc3', 'e4']],
  ])('%j names %j where a move is a word', (text, moves) => {
    expect(movesIn(text, start('chess'), MEANINGS)).toEqual(moves);
  });

  it.each([['d1 to d7 and shoot g7', ['d1d7g7']]])(
    '%j names %j where a move is three cells',
    (text, moves) => {
      expect(movesIn(text, AMAZONS, MEANINGS)).toEqual(moves);
    },
  );

  it('names nothing that is not legal, whatever is written', () => {
    const part = fc.constantFrom(
      'e4',
      'e5',
      'c4',
      'd4',
      'a1',
      'x',
      '-',
      ' ',
      ' to ',
      '.',
      '?',
      'z26',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        for (const move of movesIn(parts.join(''), FORMS, MEANINGS)) {
          expect(gameOf('forms').parseMove(FORMS, move).ok).toBe(true);
        }
      }),
    );
  });

  it('are found in time that grows with the text', () => {
    const letter = (lines: number) => Array(lines).fill('e4e5 c4c5 a1x'.repeat(6)).join('\n');
    const seconds = (text: string) => {
      const begun = performance.now();
      for (let times = 0; times < 3; times++) movesIn(text, FORMS, MEANINGS);
      return performance.now() - begun;
    };
    seconds(letter(newTextLimits.lines));
    const ratio = seconds(letter(8 * newTextLimits.lines)) / seconds(letter(newTextLimits.lines));
    expect(ratio).toBeLessThan(8 * 8);
  });
});
