import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { recordLimits } from '../../../src/limits.ts';
import { parseRecord } from '../../../src/match/record/record.ts';
import { circles, endless, HEAD, LARGEST, MINEFIELD } from './records.ts';

/** A code, what is broken, the text, the facts, and the engine's own code where it has one. */
type Broken = [string, string, string, Record<string, unknown>, string?];

const OVER = 'Game: forms\nStart: forms 2x1 xw x\nBlack: alice\nWhite: bob\n';

const BROKEN: Broken[] = [
  ['too-long', 'a text of a megabyte', ' '.repeat(1_000_000), { charsMax: recordLimits.chars }],
  ['no-record', 'nothing', '', {}],
  ['no-record', 'prose', 'Dear Bob,\n\n1. e4 is what I played.', {}],
  ['no-record', 'another header only', 'Board: 12\n\n*', {}],
  ['no-header', 'no size', 'Game: forms\nBlack: a\nWhite: b\n\n*', { header: 'Size' }],
  ['no-header', 'no Black', 'Game: forms\nSize: 2x2\nWhite: b\n\n*', { header: 'Black' }],
  ['no-header', 'no White', 'Game: forms\nSize: 2x2\nBlack: a\n\n*', { header: 'White' }],
  ['no-header', 'no ending', `${HEAD}\n1. a2xb2 1-0`, { header: 'Ending' }],
  ['no-header', 'nothing but the game', 'Game: forms', { header: 'Black' }],
  ['header-twice', 'two boards', 'Game: forms\nBoard: 1\nBOARD: 2', { header: 'Board', line: 3 }],
  ['header-twice', 'two starts', `${OVER}Size: 2x1\n\n*`, { header: 'Start', line: 2 }],
  ['bad-header', 'an unknown game', 'Game: poker\n', { header: 'Game', line: 1 }],
  ['bad-header', 'no game', 'Hello\n\n> game:\n', { header: 'Game', line: 3 }],
  ['bad-header', 'board 0', `${HEAD}Board: 0\n\n*`, { header: 'Board', line: 5 }],
  [
    'bad-header',
    'a size of words',
    `${HEAD.replace('2x2', 'big')}\n*`,
    { header: 'Size', line: 2 },
  ],
  ['bad-header', 'a name of two', `${HEAD.replace('bob', 'b b')}\n*`, { header: 'White', line: 4 }],
  ['bad-header', 'a name of none', `${HEAD.replace('bob', '')}\n*`, { header: 'White', line: 4 }],
  [
    'bad-header',
    'an ending in words',
    `${HEAD}Ending: He gave up.\n\n1. a2xb2 1-0`,
    { header: 'Ending', line: 5 },
  ],
  ['bad-start', 'an odd size', `${HEAD.replace('2x2', '3x3')}\n*`, { line: 2 }, 'odd-size'],
  ['bad-start', 'no position', `${OVER.replace('xw', 'xo')}\n*`, { line: 2 }, 'bad-character'],
  [
    'bad-start',
    'a position without end',
    OVER.replace('xw x', 'xw/\n'.repeat(5_000)),
    { line: 2 },
    'too-long',
  ],
  [
    'bad-start',
    'other rules',
    `${OVER.replace('forms 2', 'minefield 2')}\n*`,
    { line: 2 },
    'other-rules',
  ],
  [
    'bad-start',
    'two groups',
    `${OVER.replace('2x1 xw', '4x1 x2w')}\n*`,
    { line: 2 },
    'not-one-group',
  ],
  ['wrong-round', 'it begins with 2', `${HEAD}\n2. a2xb2 *`, { line: 6, ply: 1, round: 1 }],
  ['wrong-round', 'Black with dots', `${HEAD}\n1... a2xb2 *`, { line: 6, ply: 1, round: 1 }],
  [
    'wrong-round',
    'White without',
    `${OVER.replace('xw x', 'xw w')}\n1. b1xa1 *`,
    { line: 6, ply: 1, round: 1 },
  ],
  ['wrong-round', 'no number', `${HEAD}\na2xb2 *`, { line: 6, ply: 1, round: 1 }],
  ['wrong-round', 'White has not moved', `${HEAD}\n1. a2xb2\n2. a1`, { line: 7, ply: 2, round: 1 }],
  [
    'wrong-round',
    'a round is lost',
    `${HEAD}\n1. a2xb2 a1xb1\n3. b2xb1`,
    { line: 7, ply: 3, round: 2 },
  ],
  ['wrong-round', 'a number twice', `${HEAD}\n1. 1. a2xb2`, { line: 6, ply: 1, round: 1 }],
  ['bad-move', 'not legal', `${HEAD}\n1. a2xb2\nb2xa2`, { line: 7, ply: 2 }, 'not-yours'],
  ['bad-move', 'not a move', `${HEAD}\n1. castles`, { line: 6, ply: 1 }, 'not-a-move'],
  ['wrong-round', 'text instead', `${HEAD}\nHello\n1. a2xb2 *`, { line: 6, ply: 1, round: 1 }],
  ['bad-move', 'a number without', `${HEAD}\n1. a2xb2 a1xb1\n2. 1-0`, { line: 7, ply: 3 }],
  ['move-after-end', 'by the rules', `${OVER}\n1. a1xb1 b1xa1`, { line: 6, ply: 2 }],
  ['move-after-end', 'repetition', `${MINEFIELD}\n${circles(3)} *`, { line: 6, ply: 5 }],
  ['no-result', 'cut off', `${HEAD}\n1. a2xb2`, { ply: 2 }],
  ['no-result', 'cut off before the moves', HEAD, { ply: 1 }],
  ['text-after-result', 'a move', `${HEAD}\n1. a2xb2 * a1xb1`, { line: 6 }],
  ['two-results', 'another above', `${HEAD}Result: 1-0\n\n1. a2xb2 *`, { line: 7 }],
  ['wrong-result', 'the other won', `${OVER}\n1. a1xb1 1-0`, { line: 6, result: '0-1' }],
  ['wrong-result', 'it is over', `${OVER}\n1. a1xb1\n*`, { line: 7, result: '0-1' }],
  ['wrong-result', 'drawn', `${MINEFIELD}\n${circles(2)} 1-0`, { line: 6, result: '1/2-1/2' }],
  ['wrong-ending', 'no resignation', `${OVER}Ending: resigned\n\n1. a1xb1 0-1`, { line: 5 }],
  [
    'wrong-ending',
    'not by the rules',
    `${HEAD}Ending: last-stone-gone\n\n1. a2xb2 1-0`,
    { line: 5 },
  ],
  [
    'wrong-ending',
    'not by repetition',
    `${MINEFIELD}Ending: repetition\n\n1. b2 1/2-1/2`,
    { line: 5 },
  ],
  ['wrong-ending', 'not ended at all', `${HEAD}Ending: resigned\n\n1. a2xb2 *`, { line: 5 }],
  [
    'too-many-plies',
    'more than anybody plays',
    `${LARGEST}\n${endless(recordLimits.plies + 1)}`,
    { line: 6 + recordLimits.plies, pliesMax: recordLimits.plies },
  ],
];

describe('a broken record', () => {
  test.each(BROKEN)('%s: %s', (code, _name, text, facts, cause) => {
    const parsed = parseRecord(text);
    const error = parsed.ok ? parsed.value : parsed.error;
    expect(error).toHaveProperty('why', { code: `record-${code}`, facts });
    if (cause) expect(error).toHaveProperty('cause.code', cause);
  });

  test('has a sentence, and every such sentence has its example', () => {
    const told = Object.keys(JSON.parse(readFileSync('templates/en/sentences.json', 'utf8')));
    const codes = told.filter((code) => code.startsWith('record-') && code !== 'record-of');
    expect(new Set(BROKEN.map(([code]) => `record-${code}`))).toEqual(new Set(codes));
  });
});
