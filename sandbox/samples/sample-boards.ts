import { gameOf, makePosition } from '../../src/engine/registry.ts';
import type { RulesId } from '../../src/engine/shape/ground.ts';
import type { BoardFacts, Message } from '../../src/intent.ts';
import { type Sentence, say } from '../../src/sentence.ts';

/** A letter of the gallery: its name, which is also that of its files, and what it says. */
export type Sample = readonly [name: string, message: Message];

const START = 'forms 8x8 xwxwxwxw/wxwxwxwx/xwxwxwxw/wxwxwxwx/xwxwxwxw/wxwxwxwx/xwxwxwxw/wxwxwxwx x';
/** The first position on a board of that many columns and rows. */
function startOf(cols: number, rows: number, rules: RulesId = 'forms'): string {
  const start = gameOf(rules).start({ cols, rows });
  if (!start.ok) throw new Error(start.error.code);
  return makePosition(start.value);
}

/** A real position, of which most boards of the gallery are variants. */
export const board: BoardFacts = {
  board: 12,
  revision: 5,
  rules: 'forms',
  black: 'alice',
  white: 'bob',
  start: START,
  moves: ['c4xc3', 'f6xf5', 'b3xb2', 'd4xd5'],
  outcome: undefined,
  past: false,
  events: [say('played', { userid: 'bob', move: 'd4xd5', lost: 1 })],
  whole: false,
  comment: { by: 'bob', text: 'Mind the left edge.' },
};

/** Whether a sample shows a game, and not what letters say about one. */
export const isOfGame = ([name, message]: Sample): boolean =>
  message.kind === 'board' && name === `board-${message.facts.rules}`;

/** A game that is under way: bob has just moved. */
function sampleOf(rules: RulesId, side: number, moves: string, event: Sentence): Sample {
  const facts = { ...board, rules, start: startOf(side, side, rules), moves: moves.split(' ') };
  return [`board-${rules}`, { kind: 'board', facts: { ...facts, events: [event] } }];
}

/** Boards as they come to alice, in every state that a letter can show. */
export const BOARD_SAMPLES: readonly Sample[] = [
  ['board', { kind: 'board', facts: board }],
  [
    'board-lesson',
    {
      kind: 'board',
      facts: {
        ...board,
        start: startOf(4, 4),
        white: 'robot',
        robot: { side: 'white', level: 1 },
        moves: ['b1xa1', 'c3xc2'],
        events: [
          say('played', { userid: 'alice', move: 'b1xa1', lost: 1 }),
          say('played', { userid: 'robot', move: 'c3xc2', lost: 1 }),
        ],
        comment: undefined,
        lessons: [
          say('first-named', { userid: 'alice', name: 'anna' }),
          say('lesson-left', { rules: 'forms' }),
        ],
      },
    },
  ],
  [
    'board-waiting',
    {
      kind: 'board',
      facts: {
        ...board,
        moves: board.moves.slice(0, 3),
        events: [say('played', { userid: 'alice', move: 'b3xb2', lost: 1 })],
        comment: { by: 'alice', text: 'Mind the left edge.' },
      },
    },
  ],
  [
    'board-offer',
    {
      kind: 'board',
      facts: {
        ...board,
        rules: 'minefield',
        start: START.replace('forms', 'minefield'),
        moves: ['c6'],
        events: [],
        offer: { kind: 'draw', by: 'bob' },
        queued: 'if c3 then d4; e5',
      },
    },
  ],
  [
    'board-6x6',
    {
      kind: 'board',
      facts: {
        ...board,
        start: 'forms 6x6 xwxwxw/wxwxwx/xwxwxw/wxwxwx/xwxwxw/wxwxwx x',
        moves: [],
        events: [say('accepted', { userid: 'bob' })],
        comment: undefined,
      },
    },
  ],
  [
    'board-clock',
    {
      kind: 'show',
      facts: {
        ...board,
        clock: { userid: 'alice', gone: 12, left: 9, day: '2026-12-12', zone: 'Europe/Berlin' },
      },
    },
  ],
  [
    'board-away',
    {
      kind: 'show',
      facts: {
        ...board,
        black: 'carol',
        white: 'alice',
        events: [],
        comment: undefined,
        clock: {
          userid: 'carol',
          gone: 3,
          left: 18,
          day: '2027-01-14',
          zone: 'UTC',
          awayUntil: '2027-01-03',
        },
      },
    },
  ],
  [
    'board-over',
    {
      kind: 'board',
      facts: {
        ...board,
        whole: true,
        outcome: { winner: 'black', ending: 'resigned' },
        rating: say('rating-changed', {
          black: 'alice',
          blackBefore: '1694',
          blackAfter: '1702',
          white: 'bob',
          whiteBefore: '1600?',
          whiteAfter: '1538?',
          provisional: 'yes',
        }),
      },
    },
  ],
  [
    'board-missed',
    {
      kind: 'board',
      facts: {
        ...board,
        whole: true,
        start: 'forms 4x4 xwxw/wxwx/xwxw/wxwx x',
        moves: ['c4xc3', 'd2xc2', 'a2xa1', 'b2xb1', 'a1xb1', 'b4xa4', 'd3-d2', 'a3-a1', 'c3-a4'],
        outcome: { winner: 'white', ending: 'last-stone-gone' },
        events: [],
        comment: undefined,
      },
    },
  ],
  [
    'board-past',
    {
      kind: 'board',
      facts: {
        ...board,
        whole: true,
        past: true,
        moves: board.moves.slice(0, 2),
        events: [say('position-after', { ply: 2, last: 4 })],
        comment: undefined,
      },
    },
  ],
  [
    'board-minefield',
    {
      kind: 'board',
      facts: {
        ...board,
        rules: 'minefield',
        start:
          'minefield 8x8 wwxwxwxw/wwwwwxwx/xwwwwwxw/wxwxxxwx/xwxwxwxw/wxwxwxwx/xwxwxwxw/wxwxwxwx w',
        moves: ['c6'],
        events: [
          say('played-flipping', {
            userid: 'bob',
            move: 'c6',
            flipped: 8,
            side: 'black',
            cells: 'b6 c5 c6 c7 d6 d7 e6 f6',
          }),
        ],
      },
    },
  ],
  sampleOf(
    'breakthrough',
    8,
    'c2c3 f7f6 c3d4 c7c6 d4c5 b7b6',
    say('moved', { userid: 'bob', move: 'b7-b6' }),
  ),
  sampleOf('hex', 11, 'c2 swap f6 g4 e8 a9 k3 i3', say('placed', { userid: 'bob', move: 'i3' })),
  sampleOf('chess', 8, 'e4 c5 Nf3 d6 Bb5', say('gave-check', { userid: 'bob', move: 'Bb5' })),
  sampleOf(
    'go',
    9,
    'f3 d7 d3 f7 e5 g5 f6 e6 e7 d6 g7 f8 g6 g8 h5 f5',
    say('placed', { userid: 'bob', move: 'f5' }),
  ),
  sampleOf(
    'amazons',
    10,
    'd1d7/g7 d10d8/f6 g1g6/g2 a7c5/c6',
    say('moved', { userid: 'bob', move: 'a7-c5/c6' }),
  ),
  sampleOf(
    'reversi',
    8,
    'f5 d6 c3 d3 c4 f4',
    say('played-flipping', {
      userid: 'bob',
      move: 'f4',
      flipped: 1,
      side: 'white',
      cells: 'e5',
    }),
  ),
  sampleOf(
    'lines-of-action',
    8,
    'd1f3 h5f5 f8d6 a4c6 c1e3 a3e3',
    say('played', { userid: 'bob', move: 'a3xe3', lost: 1 }),
  ),
  ['board-words', { kind: 'board', facts: { ...board, choices: { board: 'words' } } }],
  [
    'board-both',
    {
      kind: 'board',
      facts: { ...board, choices: { board: 'both', coordinates: 'no', subject: 'classic' } },
    },
  ],
  [
    'board-watching',
    { kind: 'board', facts: { ...board, black: 'carol', comment: undefined, watching: true } },
  ],
  [
    'board-picture',
    { kind: 'board', facts: { ...board, comment: undefined, choices: { board: 'picture' } } },
  ],
  [
    'board-26x26',
    {
      kind: 'board',
      facts: { ...board, start: startOf(26, 26), moves: ['n13xn14'], black: 'bob', white: 'alice' },
    },
  ],
  [
    'board-2x1',
    { kind: 'board', facts: { ...board, start: startOf(2, 1), moves: [], events: [] } },
  ],
  [
    'board-1x26',
    { kind: 'board', facts: { ...board, start: startOf(1, 26), moves: [], events: [] } },
  ],
  [
    'board-other-script',
    {
      kind: 'board',
      facts: {
        ...board,
        comment: {
          by: 'bob',
          text: '\u05e9\u05dc\u05d5\u05dd alice, \u05de\u05d4 \u05e9\u05dc\u05d5\u05de\u05da?\n\nd4xd5 <b>\u0644\u0645 \u0623\u0643\u0646 \u0623\u062a\u0648\u0642\u0639</b> & \u300c\u3053\u3093\u306b\u3061\u306f\u300d \ud83d\ude42',
        },
      },
    },
  ],
  [
    'board-drawn',
    {
      kind: 'board',
      facts: {
        ...board,
        rules: 'minefield',
        start: START.replace('forms', 'minefield'),
        moves: ['c6', 'b7'],
        whole: true,
        events: [say('draw-accepted', { userid: 'bob' })],
        outcome: { winner: undefined, ending: 'agreed' },
        comment: undefined,
      },
    },
  ],
];
