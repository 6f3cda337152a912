import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { FILES } from './reader.ts';
import { sentenceTypes } from './sentence-types.ts';

const english = JSON.parse(FILES.get('en/sentences.json') ?? '{}') as Record<string, string>;

describe('the types of the sentences', () => {
  it('are those of the English ones; npm run sentences writes them', async () => {
    const file = fileURLToPath(new URL('../../tools/sentences.ts', import.meta.url));
    await expect(sentenceTypes(english)).toMatchFileSnapshot(file);
  });

  it.each([
    ['You have no boards.', 'None'],
    ['{userid} has left.', '{ readonly userid: Word }'],
    [
      '{count, plural, one {a day} other {# days of {year}}}',
      '{ readonly count: number; readonly year: Word }',
    ],
    ['{nodes, number} positions', '{ readonly nodes: number }'],
    ['{place, selectordinal, one {#st} other {#th}}', '{ readonly place: number }'],
    ['{from, date} and {to}', '{ readonly from: DayText; readonly to: Word }'],
    ['{day, date, ::EEEE}, {day}', '{ readonly day: DayText }'],
    ['{at, date}, {at, time} {at, time, zone}', '{ readonly at: MomentText }'],
    ['{count, plural, one {a day} other {# days}}: {count}', '{ readonly count: number }'],
    ['{side, select, black {Black} other {White}}', '{ readonly side: Side }'],
    ['{side} is to move', '{ readonly side: Side }'],
    ['{won, select, draw {nobody} other {{won}}}', "{ readonly won: Side | 'draw' }"],
    ['{way, select, up {up} down {down} other {}}', "{ readonly way: 'down' | 'up' }"],
    ['{value, select, one {1} other {more}}', '{ readonly value: Word }'],
    [
      '{a, select, yes {{b}} other {}} {a, select, yes {} other {no}}',
      "{ readonly a: 'yes' | 'no'; readonly b: Word }",
    ],
    [
      "It is {userid}''s turn <b>{ply}, not '{turn}'.",
      '{ readonly ply: Word; readonly userid: Word }',
    ],
  ])('are the facts that the text names: %s', (message, type) => {
    expect(sentenceTypes({ code: message })).toContain(`Facts<${type}, 'code'>`);
  });
});
