import { expect, it } from 'vitest';
import { readMessage } from '../../../src/render/message/filling.ts';

const fill = (language: string, message: string, facts: Record<string, string | number>) =>
  readMessage(message, language)(facts, (side) => side.toUpperCase());

const STONES =
  '{count, plural, =0 {none} one {# ply} other {{side, select, black {{count} of {side}} other {left}}}}';
const MORE = '{count, plural, offset:1 =0 {nothing} =1 {{command}} other {{command} and # more}}';

it.each([
  ['en', STONES, 0, 'none'],
  ['en', STONES, 1, '1 ply'],
  ['en', STONES, 1_234, '1234 of BLACK'],
  ['de', STONES, 1_234_567, '1234567 of BLACK'],
  ['pl', '{count, plural, one {jeden} few {kilka} many {wiele} other {inne}}', 22, 'kilka'],
  ['en', '{count, number} of {count}', 1_234, '1,234 of 1234'],
  ['en', MORE, 0, 'nothing'],
  ['en', MORE, 1, 'help'],
  ['en', MORE, 3, 'help and 2 more'],
])('a sentence counts as its language does: %s, %s, %s', (language, message, count, words) => {
  expect(fill(language, message, { count, side: 'black', command: 'help' })).toBe(words);
});

it.each(['{count, number, percent}', '{a, select, other {{n, selectordinal, other {#}}}}'])(
  'is refused where it is formatted as no sentence of ours: %s',
  (message) => {
    expect(() => readMessage(message, 'en')).toThrow(SyntaxError);
  },
);
