import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/command/registry.ts';
import { ENGINES } from '../../src/engine/registry.ts';
import type { BoardFacts, Message, Section } from '../../src/intent.ts';
import { renderLetter } from '../../src/render/letter.ts';
import { makeTemplates } from '../../src/render/templates.ts';
import { say } from '../../src/sentence.ts';
import { readTemplateFolder } from '../../src/service/template-folder.ts';

const folder = fileURLToPath(new URL('../../templates', import.meta.url));
const templates = makeTemplates(readTemplateFolder(folder));
const ALICE = { userid: 'alice', language: 'en', replyTo: 'games+k3f@turnpost.test', links: true };

const START = 'forms 8x8 xwxwxwxw/wxwxwxwx/xwxwxwxw/wxwxwxwx/xwxwxwxw/wxwxwxwx/xwxwxwxw/wxwxwxwx x';
const board: BoardFacts = {
  board: 12,
  revision: 5,
  rules: 'forms',
  black: 'alice',
  white: 'bob',
  start: START,
  moves: ['c4xc3', 'f6xf5', 'b3xb2', 'd4xd5'],
  outcome: undefined,
  past: false,
  events: [say('played', { userid: 'bob', move: 'd4xd5', ply: 4, lost: 1 })],
  whole: false,
  comment: { by: 'bob', text: 'Mind the left edge.' },
};
const page = (kind: 'help' | 'command' | 'game' | 'display', topic: string): Message => ({
  kind: 'answer',
  facts: {
    sections: [
      { understood: topic === '' ? 'help' : `help ${topic}`, says: [], page: { kind, topic } },
    ],
  },
});

/** Two lists: one with room to spare, one that has none. */
const LONG = 'a2345678901234567890';
const LISTS: Section = {
  understood: undefined,
  says: [],
  lists: [
    {
      title: say('challenges-to-all'),
      columns: ['number', 'from', 'game', 'size', 'first-move'].map((name) =>
        say(`column-${name}`),
      ),
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
      title: say('history-of-game', { game: 'forms' }),
      columns: ['board', 'black', 'white', 'won', 'plies', 'date'].map((name) =>
        say(`column-${name}`),
      ),
      rows: [
        [1234567, LONG, LONG, say('result-of-match', { result: 'black' }), 1999, '2026-11-21'],
        [8, 'bob', 'al', say('result-of-match', { result: 'draw' }), 0, '2026-11-20'],
      ],
      below: [],
    },
  ],
};

const KINDS: readonly [string, Message][] = [
  ['board', { kind: 'board', facts: board }],
  ['board-waiting', { kind: 'board', facts: { ...board, moves: board.moves.slice(0, 3) } }],
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
    'board-over',
    {
      kind: 'board',
      facts: { ...board, whole: true, outcome: { winner: 'black', ending: 'resigned' } },
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
            ply: 1,
            flipped: 8,
            side: 'black',
            cells: 'b6 c5 c6 c7 d6 d7 e6 f6',
          }),
        ],
      },
    },
  ],
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
        comment: 'A quick one?',
      },
    },
  ],
  ['board-words', { kind: 'board', facts: { ...board, choices: { board: 'words' } } }],
  [
    'board-both',
    {
      kind: 'board',
      facts: { ...board, choices: { board: 'both', coordinates: 'no', subject: 'classic' } },
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
        comment: 'Smaller is quicker.',
        before: { number: 13, rules: 'forms', cols: 8, rows: 8, first: 'random' },
      },
    },
  ],
  [
    'board-watching',
    { kind: 'board', facts: { ...board, black: 'carol', comment: undefined, watching: true } },
  ],
  ['broadcast', { kind: 'broadcast', facts: { text: 'The server moves house\non Sunday.' } }],
  ['list', { kind: 'answer', facts: { sections: [{ ...LISTS, understood: 'challenges' }] } }],
  ['confirm', { kind: 'confirm', facts: { commands: ['signup carol'], hours: 48 } }],
  ['address', { kind: 'address', facts: { userid: 'alice', hours: 48 } }],
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
      },
    },
  ],
  ['message', { kind: 'message', facts: { from: 'bob', text: 'Shall we try Minefield?\n\nbob' } }],
  [
    'invitation',
    {
      kind: 'invitation',
      facts: { inviter: 'alice', rules: 'forms', cols: 8, rows: 8, first: 'them' },
    },
  ],
  ['welcome', { kind: 'welcome', facts: { userid: 'carol' } }],
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
            { place: 'en/player.welcome.txt.eta', error: "SyntaxError: Unexpected token '.'" },
          ],
          more: 0,
        },
        probe: 'stripped',
      },
    },
  ],
  ['probe', { kind: 'probe', facts: {} }],
  ['test-display', page('display', 'forms')],
  ['help', page('help', '')],
  ['help-commands', page('help', 'commands')],
  ['help-admin', page('help', 'admin')],
  ...ENGINES.map(({ rules }): [string, Message] => [`help-${rules}`, page('game', rules)]),
  ...COMMANDS.filter(({ name }) => name !== 'help').map(({ name }): [string, Message] => [
    `help-${name.replace(' ', '-')}`,
    page('command', name),
  ]),
];

describe('a letter in words', () => {
  it.each(KINDS)('is what it was: %s', async (name, message) => {
    const { subject, text, html } = renderLetter(message, ALICE, templates);
    await expect(`Subject: ${subject}\n\n${text}`).toMatchFileSnapshot(`../golden/${name}.txt`);
    if (html !== undefined) await expect(html).toMatchFileSnapshot(`../golden/${name}.html`);
    for (const line of [subject, ...text.split('\n')]) {
      expect(line.length).toBeLessThanOrEqual(72);
      expect(line).toBe(line.trimEnd());
    }
    expect(text).not.toContain('undefined');
  });

  it('escapes what players write', () => {
    const comment = { by: 'bob', text: '<script>alert(1)</script> & "co"' };
    const { html } = renderLetter(
      { kind: 'board', facts: { ...board, comment } },
      ALICE,
      templates,
    );
    expect(html).not.toContain('<script>');
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp;');
  });

  it('keeps a comment in its lines and in its columns', () => {
    const text = `${'word '.repeat(40)}\n\n  indented\n${'x'.repeat(100)}`;
    const letter = renderLetter(
      { kind: 'board', facts: { ...board, comment: { by: 'bob', text } } },
      ALICE,
      templates,
    );
    for (const line of letter.text.split('\n')) expect(line.length).toBeLessThanOrEqual(72);
    expect(letter.text).toContain('\n  indented\n');
  });

  it('offers every move as a link, or every stone where there are too many', () => {
    const links = (message: Message) =>
      [...(renderLetter(message, ALICE, templates).html ?? '').matchAll(/body=([^"]*)"/g)].map(
        ([, body]) => decodeURIComponent(body ?? '').trim(),
      );
    const [, small] = KINDS.find(([name]) => name === 'board-6x6') ?? [];
    const [, large] = KINDS.find(([name]) => name === 'board') ?? [];
    if (!small || !large) throw new Error('no such kind');
    expect(links(small).filter((body) => /^[a-f]\dx[a-f]\d$/.test(body))).toHaveLength(60);
    expect(links(large)).toContain('a2');
    expect(links(large).filter((body) => body.includes('x'))).toEqual([]);
  });
});
