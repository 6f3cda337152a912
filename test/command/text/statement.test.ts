import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLine } from '../../../src/command/text/line.ts';
import { readReply } from '../../../src/command/text/read.ts';
import { findGame } from '../../../src/engine/registry.ts';
import { VOCABULARY } from '../../support/desk/vocabulary.ts';

const BOARD_12 = { number: 12, revision: 5 };

const gist = (line: string): string => {
  const read = readLine(line, BOARD_12, VOCABULARY);
  return read.kind === 'command' ? read.ready.text : read.kind;
};
/** A move of Forms, however its cells are joined; one that only picks a cell stays as it is. */
const played = (line: string): string =>
  gist(line).replace('e4-e5', 'e4e5').replace('e4xe5', 'e4e5');

describe('a move', () => {
  it.each([
    ['e4e5.', 'E4 E5', 'e4 , e5', 'e4\u2192e5', 'e4 \u21d2 e5', 'e4 -> e5', 'e4=>e5', 'e4 > e5'],
    (
      'e4 -- e5 | e4\u2011e5 | e4\u2014e5 | e4..e5 | e4 ... e5 | e4\u2026e5 | e4*e5 | ' +
      'e4\u2715e5'
    ).split(' | '),
    ['e4 x e5', 'e4\u00d7e5', 'e4 X e5', 'e4:e5', 'e4 ~> e5', 'e4 \u27a1\ufe0f e5', 'e4 \u2b95 e5'],
    [
      '\uff25\uff14\uff25\uff15',
      '\uff45\uff14 \uff0d\uff1e \uff45\uff15',
      '\u{1d41e}\u{1d7d2}\u{1d41e}\u{1d7d3}',
    ],
  ])('may be joined by any sign: %s, %s ...', (...lines) => {
    expect(lines.map(played)).toEqual(lines.map(() => 'move 12 e4e5'));
  });

  it.each([
    '(e4e5) [e4e5] {e4e5} <e4e5> *e4e5* **e4e5** __e4e5__ `e4e5` ```e4e5```'.split(' '),
    (
      `"e4e5" 'e4e5' \u201ee4e5\u201c \u00bbe4e5\u00ab ` +
      '\u00abe4e5\u00bb \u300ce4e5\u300d "e4e5 e4e5"'
    ).split(' '),
    (
      '1. e4e5 | 1) e4e5 | (1) e4e5 | 1: e4e5 | 7... e4e5 | 1.) e4e5 | #e4e5 | 12 e4e5 | ' +
      '#12 e4e5'
    ).split(' | '),
    (
      '- e4e5 | * e4e5 | \u2022 e4e5 | \u2013 e4e5 | + e4e5 | -e4e5 | \u2192 e4e5 | ' +
      '\u27a1\ufe0f e4e5 | => e4e5'
    ).split(' | '),
    (
      'e4e5! | e4e5!! | e4e5; | e4e5 :-) | e4e5 ;) | e4e5 <3 | e4e5 \u{1f642} | ' +
      'e4e5\u{1f44d}\u{1f3fd} | \u265f\ufe0f e4e5 \u{1f680}\u{1f680}'
    ).split(' | '),
    (
      'e4e5 please | e4e5, please. | please e4e5 | e4e5 thanks | e4e5, thank you very much! | ' +
      'Bitte e4e5 | e4e5, viel Gl\u00fcck!'
    ).split(' | '),
    ['e4e5 - good luck', '**1. "e4e5"** please!', 'Please: (e4 to e5) :)', '- [e4e5], danke!'],
  ])('may be decorated: %s, %s ...', (...lines) => {
    expect(lines.map(played)).toEqual(lines.map(() => 'move 12 e4e5'));
  });

  it.each([
    (
      "I play e4e5 | I'll play e4-e5 | I\u2019ll play e4 to e5 | I will play e4e5. | " +
      'i move e4e5'
    ).split(' | '),
    (
      'play e4e5 | Play: e4-e5 | Please play e4e5 | move e4 to e5 | Move: e4e5 | ' +
      'move 12 e4 to e5'
    ).split(' | '),
    (
      'My move: e4e5 | my move is e4 -> e5 | My move: E4-E5, good luck! | ' +
      'My move is "e4e5". | my move - e4e5'
    ).split(' | '),
    ['e4 to e5', 'e4 takes e5', 'from e4 to e5', 'I move from e4 to e5', 'e4 captures e5!'],
    (
      'ich spiele e4e5 | Ich ziehe e4 nach e5 | Ich ziehe von e4 nach e5 | ziehe e4e5 | ' +
      'Mein Zug: e4-e5'
    ).split(' | '),
    (
      'e4 nach e5 | von e4 nach e5 | Zug e4-e5 | Zug: e4e5 | e4 schl\u00e4gt e5 | ' +
      'e4 schlaegt e5 | ziehe e4 nach e5, danke'
    ).split(' | '),
  ])('may be stated: %s, %s ...', (...lines) => {
    expect(lines.map(played)).toEqual(lines.map(() => 'move 12 e4e5'));
  });

  it('keeps its ply and its one cell', () => {
    expect(gist('I play e4 to e5 #7')).toBe('move 12 e4-e5 #7');
    expect(gist('1. e4e5 #7!')).toBe('move 12 e4e5 #7');
    expect(gist('My move: C6')).toBe('move 12 c6');
    expect(gist('submit e4 nach e5')).toBe('submit 12 e4-e5');
    expect(gist('forms e4 to e5')).toBe('move 12 e4-e5');
  });

  it.each([
    (
      'e4e5? | (e4e5?) | e4e5 ? | e4e5!? | \uff45\uff14\uff45\uff15\uff1f | e4e5 \u2753 | ' +
      'e4e5 \u{1f914} | \u274c e4e5 | ~~e4e5~~'
    ).split(' | '),
    ['e4e5 or c4c5', 'e4e5 d4d5', 'e4e5/c4c5', 'e4e5, c4c5', 'e4 or e5', 'e4/e5', 'e4e5 and c4c5'],
    (
      'not e4e5 | nicht e4e5 | maybe e4e5 | e4e5 perhaps | vielleicht e4e5 | no. e4e5 | ' +
      'never e4e5 | if e4e5'
    ).split(' | '),
    (
      'my computer suggests e4e5 | you played e4e5 | he moves e4 to e5 | I played e4e5 | ' +
      'I will not play e4e5'
    ).split(' | '),
    (
      'I play e4e5 tomorrow | I think I play e4e5 | I play e4e5 or c4c5 | Hi Bob, e4e5 | ' +
      'I thought a lot. e4e5'
    ).split(' | '),
    (
      'on page A4 | vitamin B6 | Room E4, level 5 | A4 paper | a4-sized | an a1 day | ' +
      'am B12 | DIN A4 | BA145'
    ).split(' | '),
    (
      '13 e4e5 | #13 e4e5 | 3.5 e4 | 24.12. e4 | I play | ' +
      'my move | move | please | 1. | () | ""'
    ).split(' | '),
    (
      '> e4e5 | e\u03364\u0336e\u03365\u0336 | \u00e94e5 | e4 (e5) | e4. e5 | e4\u00b9 e5 | ' +
      'I play \u00e94e5 | move 12 e\u03364e5'
    ).split(' | '),
  ])('is none in %s, %s ...', (...lines) => {
    for (const line of lines) expect(gist(line), line).not.toContain('move 12');
  });
});

describe('a command', () => {
  it.each([
    ['*help*', 'help'],
    ['\u201chelp\u201d', 'help'],
    ['games!', 'games'],
    ['1. games', 'games'],
    ['resign please', 'resign 12'],
    ['resign, good luck!', 'resign 12'],
    ['accept, please', 'accept 12'],
    ['please help', 'help'],
    ['Bitte games', 'games'],
    ['signup carol ***', 'signup carol'],
    ['block maxD', 'block maxD'],
    ['block max xD', 'block max'],
  ])('may be decorated: %s', (line, command) => {
    expect(gist(line)).toBe(command);
  });

  it.each(['please resign', 'resign?', 'thanks, resign', 'please accept', '\u274c resign'])(
    'is not taken from the other player: %s',
    (line) => {
      expect(gist(line)).toMatch(/^(?:prose|trouble)$/);
    },
  );
});

describe('a letter', () => {
  const first = (...lines: readonly string[]) => {
    const [line] = readReply({ subject: '', lines }, BOARD_12, VOCABULARY).lines;
    return line?.kind === 'command' ? line.ready.text : line?.why.code;
  };

  it.each(
    (
      'Hi Bob! | hello bob, | Hello, | Hi | Dear Turnpost, | Good morning Bob, | Hallo Bob, | ' +
      'Lieber Bob! | Sehr geehrte Damen und Herren, | Moin \u{1f44b} | Hi Mary Ann'
    ).split(' | '),
  )('may begin with a greeting: %s', (greeting) => {
    expect(first(greeting, '', 'e4e5')).toBe('move 12 e4e5');
    expect(first('', greeting, 'help')).toBe('help');
  });

  it.each(
    (
      'Hi, what about | Hello? | Hi, I would not play | Dear Bob, you could have played | ' +
      'hey how about | Hi not yet | Nice move, I think | Good move, but'
    ).split(' | '),
  )('does not begin with one that says more: %s', (line) => {
    expect(first(line, 'e4e5')).toBe('no-command');
  });

  it('with two greetings is read below both, and one that only greets is none', () => {
    expect(first('Hi Bob,', 'good morning!', 'e4e5')).toBe('move 12 e4e5');
    expect(first('Hi Bob,')).toBe('no-command');
  });
});

describe('any text', () => {
  const WORDS = (
    'e4 e5 e4e5 c4-c5 I play my move to not or maybe please good luck ' +
    '? ! : ich ziehe nach von an Zug if 1. - " #2'
  ).split(' ');

  it('states a move only by a whole line of the list', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...WORDS), { maxLength: 7 }), (words) => {
        const line = words.join(' ');
        const isMove = gist(line).startsWith('move');
        const isDoubtful = ['?', 'not', 'or', 'maybe', 'an', 'if'].some((word) =>
          words.includes(word),
        );
        const moves = words.filter((word) => /^(?:e4e5|c4-c5)$/.test(word)).length;
        expect(isMove && (isDoubtful || moves > 1), line).toBe(false);
      }),
    );
  });
});

describe('an answer without a text', () => {
  const asked = (subject: string, ...lines: readonly string[]) => {
    const [line] = readReply({ subject, lines }, BOARD_12, VOCABULARY).lines;
    return line?.kind === 'command' ? line.ready.text : line?.why.code;
  };

  it.each([
    'Re: Forms Board 12 (alice vs bob) e4e5',
    'AW: Forms Brett 12 (alice gegen bob): e4 nach e5',
    'AW: Forms, Brett 12 (alice gegen bob): e4 nach e5',
    'AW: Forms (original), Brett 12 (alice gegen bob): e4 nach e5',
    'AW: Forms-Brett 12 (alice gegen bob): e4 nach e5',
    'AW: Forms (original)-Brett 12 (alice gegen bob): e4 nach e5',
    'Re: [EXT] Forms Original Board 12 (alice vs bob) - "e4-e5"!',
    'Re: Forms Board 12 e4e5',
    'Re: e4e5',
  ])('may have the move in its subject: %s', (subject) => {
    expect(asked(subject)?.replace('e4-e5', 'e4e5')).toBe('move 12 e4e5');
    expect(asked(subject, '', '-- ', 'Alice')).toContain('move 12');
    expect(asked(subject, 'Nice game!')).toBe('no-command');
  });

  it.each([
    'Re: Forms Board 12 (alice vs bob)',
    'Re: Forms Board 13 (alice vs bob) e4e5',
    'Re: Forms Board 12 (alice vs bob) e4e5?',
    'Re: Forms Board 12 (alice vs bob) e4e5 or c4c5',
    'Re: Forms Board 12 (alice vs bob) resign',
    'resign',
  ])('has none in %s', (subject) => {
    expect(asked(subject, '')).toBe('nothing-written');
  });
});

describe('a move that is a word', () => {
  const on = (rules: string, line: string, number: number | undefined = 12): string => {
    const read = readLine(line, { number, revision: 5, gameOn: () => findGame(rules) }, VOCABULARY);
    return read.kind === 'command' ? read.ready.text : read.kind;
  };

  it.each([
    ['go', 'pass', ['I pass this one', 'Ich passe wieder', 'pass again']],
    ['reversi', 'pass', ['please pass', 'Pass, please.', 'I pass', "I'll pass!", 'ich passe']],
    ['lines-of-action', 'pass', ['Passe bitte', 'bitte passen', 'I have to pass. Thanks']],
    ['hex', 'swap', ['I swap', 'please swap', 'Ich tausche.']],
  ])('may be said as people say it in %s: %s', (rules, word, lines) => {
    expect(lines.map((line) => on(rules, line))).toEqual(lines.map(() => `move 12 ${word}`));
  });

  it('is prose where no move of that game is called so, or with more words, or a doubt', () => {
    expect(on('forms', 'I pass')).toBe('prose');
    expect(on('chess', 'please pass')).toBe('prose');
    expect(on('hex', 'ich passe')).toBe('prose');
    for (const line of ['I pass the time', 'shall I pass?', 'I pass?', 'pass me the salt']) {
      expect(on('reversi', line)).toBe('prose');
    }
  });

  it('needs a board that it answers', () => {
    const nowhere = { number: undefined, revision: undefined };
    expect(readLine('I pass', nowhere, VOCABULARY).kind).toBe('prose');
  });
});
