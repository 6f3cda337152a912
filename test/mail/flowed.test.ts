import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unflow } from '../../src/mail/letter.ts';

describe('format=flowed (RFC 3676)', () => {
  it.each([
    ['joins lines that end with a blank', 'challenge bob \nforms', 'challenge bob forms'],
    ['keeps fixed lines', 'a\nb\n\nc', 'a\nb\n\nc'],
    ['takes the stuffed blank away', ' From here\n  b', 'From here\n b'],
    ['takes it away before it joins', 'a \n  b', 'a  b'],
    ['keeps a signature apart', 'a \n-- \nAlice', 'a \n-- \nAlice'],
    ['keeps a quotation apart from what is above it', 'e4e2 \n> resign', 'e4e2 \n> resign'],
    ['keeps it apart from what is below it', '> resign \ne4e2', '> resign \ne4e2'],
    ['joins quoted lines of one depth', '> a \n> b\n>> c \n> d', '> a b\n> c \n> d'],
    ['reads stuffed quote signs as text', ' >a \nb', '>a b'],
    ['ends a paragraph at the end of the text', 'a \n', 'a '],
    ['knows both kinds of line end', 'a \r\nb\r\nc', 'a b\nc'],
  ])('%s', (_, text, expected) => {
    expect(unflow(text, false)).toBe(expected);
  });

  it('takes the blank away with DelSp', () => {
    expect(unflow('e4 \ne2 \n> x \n> y', true)).toBe('e4e2\n> xy');
    expect(unflow('a \n-- \nb', true)).toBe('a\n-- \nb');
  });

  it('leaves every text alone that was written for it', () => {
    const line = fc.string().filter((text) => !/[\r\n]/.test(text) && !text.endsWith(' '));
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const stuffed = lines.map((each) => (/^(?: |>|From )/.test(each) ? ` ${each}` : each));
        expect(unflow(stuffed.join('\n'), false)).toBe(lines.join('\n'));
      }),
    );
  });
});
