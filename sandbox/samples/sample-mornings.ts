import type { MorningFacts } from '../../src/intent.ts';
import { say } from '../../src/sentence.ts';
import { board } from './sample-boards.ts';
import { LONG } from './sample-lists.ts';

/** Two boards that wait; one of them is nearly lost. */
export const MORNING: MorningFacts = {
  daily: false,
  turns: 2,
  board: 12,
  says: [say('forfeit-near', { board: 12, day: '2026-11-23', zone: 'Europe/Berlin' })],
  rows: [
    { board: 12, rules: 'forms', against: 'bob', state: 'yours', left: 2, last: 'd4xd5' },
    {
      board: 1234567,
      rules: 'forms-original',
      against: LONG,
      state: 'yours',
      left: 14,
      last: 'f6xf5',
    },
  ],
  how: say('morning-how', { board: 12, move: 'b1xa1', ply: 5 }),
  more: 0,
  boards: [],
  drawn: 0,
};

const WORDS =
  'I saw that only when the letter was gone.\n\nShall we play a smaller board next time?';

/** The same with news, for somebody who wants one letter a day. */
export const MORNING_DAILY: MorningFacts = {
  ...MORNING,
  daily: true,
  rows: [
    ...MORNING.rows,
    { board: 15, rules: 'minefield', against: 'carol', state: 'theirs', last: 'c6' },
  ],
  boards: [
    board,
    {
      ...board,
      board: 15,
      rules: 'minefield',
      start: board.start.replace('forms', 'minefield'),
      moves: ['c6'],
      white: 'carol',
      events: [],
      comment: { by: 'carol', text: WORDS },
    },
  ],
  drawn: 1,
};
