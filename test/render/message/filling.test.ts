import { IntlMessageFormat } from 'intl-messageformat';
import { expect, it } from 'vitest';
import { readMessage } from '../../../src/render/message/filling.ts';

const MESSAGES = [
  '{count, plural, one {one ply} other {# plies}} of {board}',
  '{count, plural, =0 {none} one {# ply} other {{side, select, black {# of Black} other {# of White}}}}',
  '{side, select, black {{count, plural, one {a stone} other {# stones}}} other {none}}: {count}',
];

it.each(['en', 'de'])('fills sentences as the library does: %s', (language) => {
  for (const message of MESSAGES) {
    const fill = readMessage(message, language);
    for (const side of ['black', 'white']) {
      for (const count of [0, 1, 2, 21, 1_234, 1_234_567]) {
        const facts = { count, side, board: 12 };
        const expected = new IntlMessageFormat(message, language).format(facts);
        expect(fill(facts, String)).toBe(expected);
      }
    }
  }
});
