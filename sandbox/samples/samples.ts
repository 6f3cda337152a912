import { DEFAULT_FIRST_GAME, trialBoard } from '../../src/command/robot/first-game.ts';
import { COMMANDS } from '../../src/command/text/registry.ts';
import { GAMES, offeredRules } from '../../src/engine/registry.ts';
import type { Asked, HelpPage, Message } from '../../src/intent.ts';
import { DEFAULT_PACE } from '../../src/match/clock.ts';
import { say } from '../../src/sentence.ts';
import { BOARD_SAMPLES, board, type Sample } from './sample-boards.ts';
import {
  LISTS,
  MORNING,
  MORNING_DAILY,
  PUZZLE,
  PUZZLE_DAILY,
  PUZZLE_SOLVED,
  PUZZLE_WRONG,
  RATINGS,
  UNCLEAR_SAMPLES,
} from './sample-lists.ts';

const answerWith = (page: HelpPage): Message => ({
  kind: 'answer',
  facts: { sections: [{ understood: `help ${page.topic}`.trim(), says: [], page }] },
});

/** Every letter that is no board. */
const OTHER_SAMPLES: readonly Sample[] = [
  [
    'answer',
    {
      kind: 'answer',
      facts: {
        sections: [
          {
            understood: 'move 12 e4e2',
            says: [say('nothing-removed', { from: 'e4', to: 'e2' })],
            board: { ...board, events: [], comment: undefined },
          },
          { understood: undefined, says: [say('unread', { lines: 2 })] },
        ],
      },
    },
  ],
  [
    'challenge',
    {
      kind: 'challenge',
      facts: {
        number: 13,
        challenger: 'bob',
        rules: 'forms',
        cols: 8,
        rows: 8,
        first: 'random',
        pace: DEFAULT_PACE,
        rated: true,
        comment: 'A quick one?',
      },
    },
  ],
  [
    'challenge-from',
    {
      kind: 'challenge',
      facts: {
        number: 13,
        challenger: 'bob',
        rules: 'forms',
        cols: 4,
        rows: 4,
        first: 'them',
        from: { start: 'forms 4x4 .xxw/wxwx/xwxw/wxwx w', board: 12, ply: 1 },
        comment: '',
      },
    },
  ],
  [
    'challenge-from-words',
    {
      kind: 'challenge',
      facts: {
        number: 13,
        challenger: 'bob',
        rules: 'forms',
        cols: 4,
        rows: 4,
        first: 'them',
        from: { start: 'forms 4x4 .xxw/wxwx/xwxw/wxwx w', board: 12, ply: 1 },
        comment: '',
        choices: { board: 'words' },
      },
    },
  ],
  ['morning', { kind: 'morning', facts: MORNING }],
  ['morning-daily', { kind: 'morning', facts: MORNING_DAILY }],
  ['puzzle', { kind: 'puzzle', facts: PUZZLE }],
  ['puzzle-daily', { kind: 'puzzle', facts: PUZZLE_DAILY }],
  ['puzzle-wrong', { kind: 'puzzle', facts: PUZZLE_WRONG }],
  ['puzzle-solved', { kind: 'puzzle', facts: PUZZLE_SOLVED }],
  [
    'counter',
    {
      kind: 'counter',
      facts: {
        number: 14,
        challenger: 'bob',
        rules: 'forms-original',
        cols: 6,
        rows: 6,
        first: 'them',
        pace: { nagDays: 1, forfeitDays: 5, totalDays: 90, incrementDays: 1 },
        rated: true,
        comment: 'Smaller is quicker.',
        before: {
          number: 13,
          rules: 'forms',
          cols: 8,
          rows: 8,
          first: 'random',
          pace: DEFAULT_PACE,
          rated: true,
        },
      },
    },
  ],
  ['broadcast', { kind: 'broadcast', facts: { text: 'The server moves house\non Sunday.' } }],
  ['list', { kind: 'answer', facts: { sections: [{ ...LISTS, understood: 'challenges' }] } }],
  ['ratings', { kind: 'answer', facts: { sections: [RATINGS] } }],
  [
    'confirm-unproven',
    {
      kind: 'confirm',
      facts: { commands: ['challenge open forms -size=8x8'], hours: 48, asked: asked('none') },
    },
  ],
  [
    'confirm',
    { kind: 'confirm', facts: { commands: ['signup carol'], hours: 48, asked: asked('sender') } },
  ],
  [
    'confirm-last',
    {
      kind: 'confirm',
      facts: {
        commands: ['admin suspend bob ...', 'address add alice @ work . example'],
        wordless: true,
        spaced: true,
        hours: 48,
        asked: { ...asked('none'), last: true },
      },
    },
  ],
  [
    'address',
    { kind: 'address', facts: { userid: 'alice', hours: 48, asked: asked('confirmed') } },
  ],
  [
    'export',
    { kind: 'export', facts: { everything: { account: { userid: 'alice' }, boards: [] } } },
  ],
  [
    'signoff',
    {
      kind: 'signoff',
      facts: {
        userid: 'alice',
        boards: [
          { board: 12, game: 'Forms', opponent: 'bob' },
          { board: 15, game: 'Forms (original)', opponent: 'carol' },
        ],
        hours: 48,
        asked: asked('none'),
      },
    },
  ],
  ['feedback', { kind: 'feedback', facts: { from: 'bob', text: 'Could there be Hex?\n\nbob' } }],
  ['message', { kind: 'message', facts: { from: 'bob', text: 'Shall we try Minefield?\n\nbob' } }],
  [
    'invitation',
    {
      kind: 'invitation',
      facts: { inviter: 'alice', rules: 'forms', cols: 8, rows: 8, first: 'them', userid: 'carol' },
    },
  ],
  ['introduction', { kind: 'introduction', facts: { userid: 'carol' } }],
  ['first', { kind: 'first', facts: { board: trialBoard(DEFAULT_FIRST_GAME) } }],
  ['welcome', { kind: 'welcome', facts: { userid: 'carol', games: offeredRules() } }],
  [
    'welcome-waiting',
    {
      kind: 'welcome',
      facts: {
        userid: 'carol',
        waiting: {
          number: 13,
          challenger: 'bob',
          rules: 'forms',
          cols: 6,
          rows: 6,
          invited: false,
        },
      },
    },
  ],
  ['notice', { kind: 'notice', facts: { says: [say('declined', { userid: 'bob', number: 13 })] } }],
  [
    'report',
    {
      kind: 'report',
      facts: {
        failed: {
          first: [
            { number: 41, kind: 'board', userid: 'alice', codes: 'EENVELOPE 550 5.1.1' },
            { number: 44, kind: 'answer', userid: null, codes: null },
          ],
          more: 3,
        },
        aside: { first: [{ number: 17, reason: 'several-from' }], more: 0 },
        suspended: { first: [{ userid: 'alice', status: '5.1.1' }], more: 0 },
        templates: {
          first: [
            { place: 'en/player/welcome.txt.eta', error: "SyntaxError: Unexpected token '.'" },
          ],
          more: 0,
        },
        closure: {
          since: '2026-11-21 09:00 (UTC)',
          until: '2026-11-21 17:00 (UTC)',
          codes: 'EMESSAGE 550 5.4.5',
        },
        backups: { since: '2026-11-21 04:30 (UTC)', error: 'ENOSPC: no space left on device' },
        copies: 'same-disk',
        probe: 'stripped',
        alarms: [
          {
            trouble: 'mailbox',
            since: '2026-11-21 08:20 (UTC)',
            until: null,
            why: 'ECONNREFUSED',
          },
          {
            trouble: 'submission',
            since: '2026-11-21 06:03 (UTC)',
            until: '2026-11-21 07:55 (UTC)',
            why: 'ETIMEDOUT',
          },
        ],
        names: { first: ['support', 'evil-casino.com'], more: 0 },
        shortages: [{ span: 'day', most: 500, since: '2026-11-21 20:15 (UTC)' }],
        caps: [
          { name: 'answers', letters: 1_204, since: '2026-11-21 03:12 (UTC)' },
          { name: 'sign-ups', letters: 9_911, since: '2026-11-21 03:10 (UTC)' },
        ],
      },
    },
  ],
  ['probe', { kind: 'probe', facts: {} }],
  ['test-display', answerWith({ kind: 'display', topic: 'forms' })],
  ['help', answerWith({ kind: 'help', topic: '' })],
  ['help-tutorial', answerWith({ kind: 'text', topic: 'tutorial' })],
  ['help-classic', answerWith({ kind: 'text', topic: 'classic' })],
  ['help-commands', answerWith({ kind: 'help', topic: 'commands' })],
  ['help-admin', answerWith({ kind: 'help', topic: 'admin' })],
  ...GAMES.map(
    ({ rules }): Sample => [`help-${rules}`, answerWith({ kind: 'game', topic: rules })],
  ),
  ...COMMANDS.filter(({ name }) => name !== 'help').map(
    ({ name }): Sample => [
      `help-${name.replace(' ', '-')}`,
      answerWith({ kind: 'command', topic: name }),
    ],
  ),
];

/** Every kind of letter there is, with real content, as alice gets it. */
export const SAMPLES: readonly Sample[] = [...BOARD_SAMPLES, ...UNCLEAR_SAMPLES, ...OTHER_SAMPLES];

/** Where a question of the gallery comes from. */
function asked(proof: Asked['proof']): Asked {
  return { at: '2026-11-21 10:00 (Europe/Berlin)', proof, last: false };
}
