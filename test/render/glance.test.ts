import { describe, expect, it } from 'vitest';
import { BOARD_SAMPLES, board } from '../../sandbox/samples/sample-boards.ts';
import { gameOf, storedPosition } from '../../src/engine/registry.ts';
import type { BoardFacts, Message } from '../../src/intent.ts';
import { shownLimits } from '../../src/limits.ts';
import { LANGUAGES } from '../../src/player/settings.ts';
import { renderLetter } from '../../src/render/letter.ts';
import { type Sentence, say } from '../../src/sentence.ts';
import { ALICE, templates } from './reader.ts';

/** Boards after four plies: alice is to move. */
const facts: BoardFacts = { ...board, comment: undefined };
const letter = (message: Message, userid: string | undefined = 'alice', language = 'en') =>
  renderLetter(message, { ...ALICE, userid, language }, templates);
const shown = (changes: Partial<BoardFacts>, userid?: string, language?: string) =>
  letter({ kind: 'board', facts: { ...facts, ...changes } }, userid, language);
const first = (text: string): string => text.split('\n\n')[0]?.replaceAll('\n', ' ') ?? '';
const preheader = (html = ''): string =>
  (/<div style="display:none;[^>]*mso-hide:all[^>]*>([^<]*)<\/div>/.exec(html)?.[1] ?? '')
    .replace(/(?:&#847;|\s)+$/, '')
    .replaceAll('&#39;', "'");
const h1 = (html = ''): string =>
  (/<h1[^>]*>([^<]*)<\/h1>/.exec(html)?.[1] ?? '').replaceAll('&#39;', "'");

const pass = (userid: string): Sentence => say('had-to-pass', { userid, ply: 4 });
const moved = (userid: string, move: string): Sentence => say('played', { userid, move, lost: 1 });
const flatOf = (text: string): string => text.replace(/\s+/g, ' ');
const threePlies = facts.moves.slice(0, 3);

const SEEN: readonly (readonly [
  what: string,
  changes: Partial<BoardFacts>,
  reader: string,
  line: string,
])[] = [
  ['who is to move', {}, 'alice', 'Your move: bob played d4xd5. One stone was removed.'],
  ['who waits', {}, 'bob', "It is alice's turn. You played d4xd5. One stone was removed."],
  [
    'who looks on',
    { watching: true },
    'carol',
    "It is alice's turn. bob played d4xd5. One stone was removed.",
  ],
  ['who sees it again', { events: [] }, 'alice', 'It is your turn.'],
  ['who sees it again and waits', { events: [] }, 'bob', "It is alice's turn."],
  [
    'whose queue has answered',
    { events: [moved('bob', 'f6xf5'), moved('alice', 'b3xb2'), moved('bob', 'd4xd5')] },
    'bob',
    "It is alice's turn. You played d4xd5. One stone was removed.",
  ],
  [
    'who moves again, as the other one had to pass',
    { events: [moved('alice', 'd4xd5'), pass('bob')] },
    'alice',
    'Your move: bob has no move and has to pass (#4).',
  ],
  [
    'who has to pass',
    { events: [moved('alice', 'd4xd5'), pass('bob')] },
    'bob',
    "It is alice's turn. You have no move and have to pass (#4).",
  ],
  [
    'who is offered a draw',
    { moves: threePlies, events: [], offer: { kind: 'draw', by: 'bob' } },
    'alice',
    "It is bob's turn. bob offers you a draw. Reply with one word: yes (or: no)",
  ],
  [
    'whose move was taken back',
    { events: [say('undone', { userid: 'bob', asker: 'alice', plies: 2 })] },
    'alice',
    'Your move: bob has agreed to let you move again: 2 moves are taken back.',
  ],
  [
    'who let it be taken back',
    { events: [say('undone', { userid: 'bob', asker: 'alice', plies: 2 })] },
    'bob',
    "It is alice's turn. You have agreed to let alice move again: 2 moves are taken back.",
  ],
  [
    'who has accepted',
    { events: [say('accepted', { userid: 'alice' })] },
    'alice',
    'Your move: You have accepted. The match begins.',
  ],
  [
    'who has won',
    { outcome: { winner: 'black', ending: 'last-stone-gone' } },
    'alice',
    'Congratulations, you have won: bob made the last move, and your last stone is gone.',
  ],
  [
    'who has lost',
    { outcome: { winner: 'black', ending: 'last-stone-gone' } },
    'bob',
    "You have lost: you made the last move, and alice's last stone is gone.",
  ],
  [
    'who has resigned',
    { outcome: { winner: 'black', ending: 'resigned' } },
    'bob',
    'You have lost: you resigned.',
  ],
  [
    'who saw it resigned',
    { outcome: { winner: 'black', ending: 'resigned' } },
    'carol',
    'alice has won: bob resigned.',
  ],
  [
    'whose clock ran out',
    { outcome: { winner: 'white', ending: 'forfeited' } },
    'alice',
    'You have lost: you did not move in time.',
  ],
  [
    'who has drawn',
    { outcome: { winner: undefined, ending: 'agreed' } },
    'alice',
    'The match is a draw: both players agreed.',
  ],
  [
    'who looks back',
    { past: true, moves: threePlies, events: [say('position-after', { ply: 3, last: 4 })] },
    'alice',
    'This is the position after move #3 of 4.',
  ],
];

describe('a board letter at a glance', () => {
  it.each(SEEN)(
    'tells its reader first, in text, in HTML and in lists: %s',
    (_, changes, reader, line) => {
      const { text, html } = shown(changes, reader);
      expect(first(text).startsWith(`${line} Forms Board 12`), first(text)).toBe(true);
      expect(h1(html)).toBe(line);
      expect(preheader(html)).toBe(line);
    },
  );

  it.each(SEEN)(
    'says nothing twice, and calls nobody by name who reads it: %s',
    (_, changes, reader) => {
      const { text } = shown(changes, reader);
      const prose = text.split('\n').filter((line) => /^\S/.test(line) && !/^\S+ +\S+$/.test(line));
      expect(prose.length).toBe(new Set(prose).size);
      const names = prose.join(' ').match(new RegExp(`\\b${reader}\\b`, 'g')) ?? [];
      expect(names).toEqual([]);
    },
  );

  it.each(LANGUAGES)('says it in another way to each of its readers, in %s', (language) => {
    for (const [what, changes] of SEEN) {
      if ((changes.outcome && !changes.outcome.winner) || changes.past) continue;
      const lines = ['alice', 'bob', 'carol'].map((reader) =>
        first(shown(changes, reader, language).text),
      );
      expect([what, new Set(lines).size]).toEqual([what, 3]);
    }
  });

  it('still says what an older version has decided', () => {
    const old = JSON.parse(
      JSON.stringify([
        { code: 'played', facts: { userid: 'bob', move: 'd4xd5', ply: 4, lost: 1 } },
        { code: 'had-to-pass', facts: { userid: 'bob', ply: 4, next: 'alice' } },
        { code: 'had-to-pass-last', facts: { userid: 'bob', ply: 4 } },
      ]),
    ) as readonly Sentence[];
    for (const event of old) {
      const { text } = shown({ events: [event] });
      expect(text).toMatch(/^Your move: (?:bob |\(Words of an older version)/);
    }
  });

  it('shows in lists what came along, as much as there is room for', () => {
    const says = (text: string, by = 'bob') => preheader(shown({ comment: { by, text } }).html);
    const line = 'Your move: bob played d4xd5. One stone was removed.';
    expect(says('Mind the\n\nleft  edge.')).toBe(`${line} bob writes: Mind the left edge.`);
    expect(says('Mind it.', 'alice')).toBe(`${line} You write: Mind it.`);
    expect(says('</div><script>alert(1)</script>')).toBe(
      `${line} bob writes: &lt;/div&gt;&lt;script&gt;alert(1)&lt;/script&gt;`,
    );
    const long = says(`${'\ud83d\ude42'.repeat(2_000)}`);
    expect(long.length).toBeLessThanOrEqual(shownLimits.preheaderChars + '...'.length);
    expect(long).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
  });

  it('has short words and the next tap above the board, and long words below it', () => {
    const offer = { kind: 'undo', by: 'bob' } as const;
    const over = { winner: 'black', ending: 'resigned' } as const;
    const taps = (changes: Partial<BoardFacts>) => {
      const { html = '' } = shown(changes);
      const above = html.slice(html.indexOf('<h1'), html.indexOf('<table aria-label'));
      return [...above.matchAll(/class="button".*?>([^<]+)<\/a>/g)].map(([, label]) => label);
    };
    expect(taps({})).toEqual([]);
    expect(taps({ offer })).toEqual(['Accept', 'Decline']);
    expect(taps({ offer: { ...offer, by: 'alice' } })).toEqual([]);
    expect(taps({ outcome: over })).toEqual(['Rematch']);
    const isAbove = (text: string) => {
      const { html = '' } = shown({ comment: { by: 'bob', text } });
      return html.indexOf('bob writes:', html.indexOf('<h1')) < html.indexOf('<table aria-label');
    };
    expect(isAbove('Mind the left edge.')).toBe(true);
    expect(isAbove('Mind\nthe\nleft\nedge.')).toBe(false);
    expect(isAbove('Mind the left edge. '.repeat(7))).toBe(false);
  });

  it.each([
    ['en', 'Take back', 'undo 12', 'Write to bob', 'say 12', 'Resign', 'resign 12'],
    [
      'de',
      'Zurücknehmen',
      'zurücknehmen 12',
      'An bob schreiben',
      'sagen 12',
      'Aufgeben',
      'aufgeben 12',
    ],
  ])('has buttons in words, which write commands: %s', (language, ...taps) => {
    const { html = '' } = shown({}, 'alice', language);
    for (let at = 0; at < taps.length; at += 2) {
      const [label, command] = taps.slice(at, at + 2);
      const [, body = ''] =
        new RegExp(`body=([^"]*)"[^>]*>${label}</a>`).exec(html.replaceAll('&#252;', 'ü')) ?? [];
      expect(decodeURIComponent(body).trim(), label).toBe(command);
    }
  });

  it('tells the deadline of every turn to the player, and to no other', () => {
    const clock = { userid: 'alice', gone: 0, left: 21, day: '2026-12-15', zone: 'UTC' } as const;
    expect(flatOf(shown({ clock }).text)).toContain('Move by Tuesday, 15 December.');
    expect(flatOf(shown({ clock }, 'alice', 'de').text)).toContain(
      'Zieh bis Dienstag, 15. Dezember.',
    );
    expect(flatOf(shown({ clock }, 'bob').text)).not.toContain('December');
    expect(flatOf(shown({ clock: { ...clock, gone: 19, left: 2 } }).text)).toContain(
      'Move by Tuesday, 15 December (UTC): 19 days gone, 2 left.',
    );
  });

  it('ends copies of a move by its footer, also one with words of its writer', () => {
    const copies = /set copies no$/m;
    const by = (userid: string) => shown({ comment: { by: userid, text: 'Hi.' } }, 'bob').text;
    expect(by('bob')).toMatch(copies);
    expect(by('alice')).not.toMatch(copies);
    expect(by('bob').indexOf('| Hi.')).toBeLessThan(by('bob').search(copies));
  });

  it('lets nothing else into the lists, and costs few bytes for it', () => {
    const { html = '' } = shown({});
    const [hidden = ''] = /<div style="display:none[\s\S]*?<\/div>/.exec(html) ?? [];
    const padded = hidden.replace(/<[^>]*>/g, '').replaceAll('&#847;', '\u034f');
    expect(padded.length).toBeGreaterThanOrEqual(100);
    expect(hidden).toMatch(/^[\n -~]*$/);
    expect(hidden.length).toBeLessThan(900);
    expect(html.indexOf(hidden)).toBeLessThan(html.indexOf('<h1'));
  });

  it.each(BOARD_SAMPLES.filter(([name]) => !/words|both|26/.test(name)))(
    'has the whole board on the first screen of 24 lines: %s',
    (_, message) => {
      const lines = letter(message).text.split('\n');
      const board = lines.findLastIndex((line) => /^ +a(?: [b-z])*$/.test(line));
      expect(board).toBeGreaterThan(0);
      // Eight lines are those of the program, and the letter's head.
      expect(board).toBeLessThan(16);
    },
  );

  it('has the last eight plies below the board and what is left out a command away', () => {
    const { text } = shown({ moves: plies(11) });
    const lines = text.split('\n');
    const rounds = lines.flatMap((line) => /^ {1,2}(\d{1,2}) {2}\S+/.exec(line)?.[1] ?? []);
    expect(rounds.slice(-4)).toEqual(['3', '4', '5', '6']);
    const at = (what: RegExp) => lines.findIndex((line) => what.test(line));
    expect(at(/^ {5}alice/)).toBeGreaterThan(at(/^To move|^Also/));
    expect(flatOf(text)).toContain('These are the last moves. To see all: show 12');
    expect(flatOf(shown({ moves: plies(8) }).text)).not.toContain('To see all');
  });

  it('has the moves above the board in the classic order, in text and in HTML', () => {
    const message: Message = {
      kind: 'board',
      facts: { ...facts, choices: { order: 'classic' } },
    };
    const { text, html = '' } = letter(message);
    const at = (what: RegExp) => text.split('\n').findIndex((line) => what.test(line));
    expect(at(/^ {2}1 {2}c4xc3/)).toBeGreaterThan(0);
    expect(at(/^ {2}1 {2}c4xc3/)).toBeLessThan(at(/^ {5}a b c/));
    expect(html.indexOf('c4xc3')).toBeLessThan(html.indexOf('aria-label="A board'));
  });
});

/** So many plies from the first position, with the match still going on. */
function plies(count: number): readonly string[] {
  const game = gameOf(facts.rules);
  let position = storedPosition(facts.rules, facts.start, 'a board');
  return Array.from({ length: count }, () => {
    const goesOn = (each: typeof position) => [...game.legalMoves(each)].length > 50;
    const moves = [...game.legalMoves(position)];
    const move = moves.find((each) => goesOn(game.play(position, each).position));
    if (!move) throw new Error('the match is over');
    const text = game.makeMove(move, position);
    position = game.play(position, move).position;
    return text;
  });
}

describe('the end of a match against the robot', () => {
  const robot = { side: 'white', level: 3 } as const;

  it.each([
    ['black', true],
    ['white', false],
    [undefined, false],
  ] as const)('offers one level up to who has won: %s', (winner, isOffered) => {
    const { text } = shown({ outcome: { ending: winner ? 'resigned' : 'agreed', winner }, robot });
    expect(flatOf(text)).toContain('reply with: rematch');
    expect(text.includes('level 4')).toBe(isOffered);
  });
});
