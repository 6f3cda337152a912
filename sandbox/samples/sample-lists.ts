import { offerCommands } from '../../src/command/shape/decision.ts';
import { headings } from '../../src/command/shape/list.ts';
import type { MorningFacts, Section } from '../../src/intent.ts';
import type { PuzzleFacts } from '../../src/match/puzzle/attempt.ts';
import { say } from '../../src/sentence.ts';
import { board, type Sample } from './sample-boards.ts';

/** Two lists: one with room to spare, one that has none. */
const LONG = 'a2345678901234567890';
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
        [
          1234567,
          LONG,
          LONG,
          say('result-of-match', { who: 'first', won: 'black' }),
          1999,
          '2026-11-21',
        ],
        [8, 'bob', 'al', say('result-of-match', { who: 'draw', won: 'nobody' }), 0, '2026-11-20'],
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

/** The same with news, for somebody who wants one e-mail a day. */
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

/** A puzzle as it comes. */
export const PUZZLE: PuzzleFacts = {
  number: 31,
  rules: 'forms',
  source: 'robot',
  stars: 5,
  start: 'forms 4x4 xwxw/x2x/xwww/wxwx x',
  moves: [],
  solver: 'black',
  state: 'open',
  left: 3,
  found: 0,
  says: [],
};

/** The first of a day, whose board begins with a move of the other side. */
export const PUZZLE_DAILY: PuzzleFacts = {
  ...PUZZLE,
  number: 4,
  source: 'problem',
  stars: 1,
  start: 'forms 4x4 4/.xx./.ww./4 x',
  moves: ['b3xb2'],
  solver: 'white',
  daily: true,
};

/** Behind a wrong move. */
export const PUZZLE_WRONG: PuzzleFacts = {
  ...PUZZLE,
  left: 2,
  says: [say('puzzle-wrong', { move: 'a2xa1', owner: 'white', defence: 'c1xb1' })],
};

/** Solved, with what that has done for the reader. */
export const PUZZLE_SOLVED: PuzzleFacts = {
  ...PUZZLE,
  number: 3,
  source: 'disconnection',
  stars: 1,
  start: 'forms 4x4 4/4/ww2/x3 x',
  moves: ['a1xa2'],
  found: 1,
  state: 'solved',
  says: [say('puzzle-solved', { move: 'a1xa2', side: 'black', owner: 'white' })],
  standing: say('puzzle-standing', { before: '1200?', rating: '1251?', streak: 3, longest: 4 }),
};

const asItIs = { ...board, events: [], comment: undefined };

/** Answers to letters that were not clear. */
export const UNCLEAR_SAMPLES: readonly Sample[] = [
  [
    'offer',
    {
      kind: 'answer',
      facts: {
        sections: [
          {
            ...offerCommands(['e4f4'], { proven: true, queries: { match: () => undefined } }),
            board: asItIs,
          },
        ],
      },
    },
  ],
  [
    'offer-unproven',
    {
      kind: 'answer',
      facts: {
        sections: [
          offerCommands(['resign 12', 'resign 14'], {
            proven: false,
            queries: { match: () => undefined },
          }),
        ],
      },
    },
  ],
  [
    'unclear',
    {
      kind: 'answer',
      facts: {
        sections: [
          {
            understood: undefined,
            says: [
              say('no-command'),
              say('how-to-move', { line: 'e4xf4' }),
              say('can-write', { commands: 'undo 12 | say 12 | help forms | resign 12 | help' }),
            ],
            answers: ['undo 12', 'say 12', 'help forms', 'resign 12', 'help'],
            board: asItIs,
          },
        ],
      },
    },
  ],
];
