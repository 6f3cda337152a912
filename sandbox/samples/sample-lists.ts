import { headings } from '../../src/command/shape/list.ts';
import type { Section } from '../../src/intent.ts';
import { say } from '../../src/sentence.ts';

/** Two lists: one with room to spare, one that has none. */
export const LONG = 'a2345678901234567890';
export const LISTS: Section = {
  understood: undefined,
  says: [],
  lists: [
    {
      title: say('challenges-to-all'),
      columns: headings(['number', 'from', 'game', 'size', 'first-move']),
      rows: [
        [13, 'bob', 'forms', '8x8', say('first-in-list', { who: 'they' })],
        [114, 'carol', 'forms-original', '10x10', say('first-in-list', { who: 'chance' })],
      ],
      below: [
        say('list-next', { command: 'challenges -page=2' }),
        say('challenges-to-all-hint', { number: 13 }),
      ],
    },
    {
      title: say('challenges-to-all'),
      columns: headings(['number', 'from', 'game', 'size', 'first-move', 'clock', 'rated', 'band']),
      rows: [
        [
          1234567,
          LONG,
          'forms-original',
          '26x26',
          say('first-in-list', { who: 'they' }),
          say('clock-in-short', { forfeit: 365, total: 2_000 }),
          say('rated-of-terms', { rated: 'yes' }),
          '1500-1800',
        ],
      ],
      below: [],
    },
    {
      title: say('history-of-game', { game: 'forms' }),
      columns: headings([
        'board',
        say('side-in-list', { side: 'black' }),
        say('side-in-list', { side: 'white' }),
        'won',
        'plies',
        'date',
      ]),
      rows: [
        [1234567, LONG, LONG, say('result-of-match', { won: 'black' }), 1999, '2026-11-21'],
        [8, 'bob', 'al', say('result-of-match', { won: 'draw' }), 0, '2026-11-20'],
      ],
      below: [],
    },
  ],
};

/** The lists of ratings, with the longest userid and as wide as they get. */
export const RATINGS: Section = {
  understood: 'standings forms',
  says: [],
  lists: [
    {
      title: say('standings-of', { game: 'Forms' }),
      columns: headings(['place', 'player', 'rating', 'deviation', 'matches']),
      rows: [
        [1, LONG, '2104', 61, 214],
        [2, say('you-in-list', { userid: 'alice' }), '1702', 98, 12],
      ],
      below: [],
    },
    {
      title: say('standings-provisional'),
      columns: headings(['player', 'rating', 'deviation', 'matches']),
      rows: [['bob', '1538?', 290, 1]],
      below: [say('standings-hint', { deviation: 110, userid: LONG })],
    },
    {
      title: say('ratings-of', { userid: LONG }),
      columns: headings([
        'game',
        'rating',
        'deviation-in-short',
        'played',
        'wins',
        'losses',
        'draws',
        'change',
        'date',
      ]),
      rows: [
        ['forms-original', '1702', 98, 1201, 700, 400, 101, '+8', '2026-11-21'],
        ['minefield', '1600?', 290, 1, 0, 0, 1, '0', '2026-11-20'],
      ],
      below: [say('rating-hint', { rules: 'forms-original' })],
    },
  ],
};
