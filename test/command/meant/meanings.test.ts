import { describe, expect, it } from 'vitest';
import { commandsIn, makeMeanings } from '../../../src/command/meant/meanings.ts';
import { normalizeCommand } from '../../../src/command/meant/meant.ts';
import { wishesIn, withWishes } from '../../../src/command/meant/wishes.ts';
import { readLine } from '../../../src/command/text/line.ts';
import { MEANINGS } from '../../support/desk/vocabulary.ts';

const BOARD_12 = { number: 12, revision: 5 };

describe('what people say', () => {
  it.each([
    ['How do I resign?', ['resign {board}']],
    ['I will never, ever give up', ['resign {board}']],
    ['Ich gebe dann wohl auf!', ['resign {board}']],
    ['could you resend the board?', ['show {board}']],
    ['Send me that board again, or a draw?', ['show {board}', 'draw {board}']],
    ['Zug zurückzunehmen wäre nett', ['undo {board}']],
    ['Zug zurueckzunehmen wäre nett', ['undo {board}']],
    ['resigned, resigned, resigned', ['resign {board}']],
    ['My cat walked over the keyboard', []],
    ['giving a party up there', []],
    ['', []],
  ])('%j means %j', (text, commands) => {
    expect(commandsIn(text, MEANINGS)).toEqual(commands);
  });

  it('means the longest phrase that begins at a word', () => {
    const phrases = { help: ['how'], 'help forms': ['how ... win'] };
    const meanings = makeMeanings([
      {
        ...{ fill: [], words: {}, phrases, times: [], beforeGame: [], spoken: {}, notation: {} },
        ...{ asksHow: [], asksWhat: [] },
      },
    ]);
    expect(commandsIn('how do I ever win', meanings)).toEqual(['help forms']);
    expect(commandsIn('how did she of all people win', meanings)).toEqual(['help']);
  });

  it('means commands that there are', () => {
    const commands = new Set([...MEANINGS.phrases.values()].flat().map(({ command }) => command));
    const lines = [...commands]
      .filter(
        (command) =>
          !/^\{(?:again|another|stronger|weaker|level|several|waits|count|counted|kind|moves|legend|step|free|answer)\}$|^-/.test(
            command,
          ),
      )
      .map((command) =>
        command.replace('{board}', '12').replace('{rules}', 'forms').replace('{player}', 'bob'),
      );
    expect(lines.filter((line) => readLine(line, BOARD_12).kind !== 'command')).toEqual([]);
    expect(lines.length).toBeGreaterThan(15);
  });
});

describe('the word go', () => {
  it.each([
    ['I would like to play Go on a 9x9 board', 'go'],
    ['let us play go', 'go'],
    ['rules of go please', 'go'],
    ['Go', 'go'],
    ['Ich möchte Go spielen', 'go'],
    ['Thanks! Then I go B1 to A1', undefined],
    ['Go ahead', undefined],
    ['I have to go now', undefined],
    ['gotta go, hex is fun', 'hex'],
  ])('%j names %j', (text, rules) => {
    expect(wishesIn(text, MEANINGS).rules).toBe(rules);
  });
});

describe('a line that is nearly a command', () => {
  it.each([
    ['challenge bob to forms', 'challenge bob forms'],
    ['challenge bob, forms, 6x6', 'challenge bob forms -size=6x6'],
    ['challenge bob -size 6x6', 'challenge bob -size=6x6'],
    ['challenge bob to Forms Original', 'challenge bob Forms-Original'],
    ['Show me the board, please!', 'Show'],
    ['set timezone Europe/Berlin', 'set zone Europe/Berlin'],
    ['Wenn d4d3, dann c4c5.', 'if d4d3 then c4c5'],
    ['resign board #3', 'resign #3'],
    ['show 12 #-1', 'show 12 #-1'],
    ['???', ''],
  ])('%j is mended to %j', (line, mended) => {
    expect(normalizeCommand(line, MEANINGS)).toBe(mended);
  });
});

describe('wishes for a match', () => {
  it.each([
    ['Forms, 5x5 or 6x6', '6x6'],
    ['Hex 5x5 oder 7x7', '5x5'],
    ['Forms 5x5 or 7x7', '5x5'],
    ['rather 6x5 or 6x6', '6x5'],
  ])('of two sizes, for the first that the game has: %s', (text, size) => {
    expect(wishesIn(text, MEANINGS).options).toEqual([`-size=${size}`]);
    expect(wishesIn('5x5 or 6x6', MEANINGS, 'minefield').options).toEqual(['-size=5x5']);
  });

  it.each([
    ['Breakthrough this time, on 6x6, and not for points please :)', 'challenge bob forms'],
    ['Breakthrough auf 6x6, ohne Wertung', 'challenge bob forms'],
    ['yes, but unrated please', 'challenge bob breakthrough -size=6x6'],
  ])('unrated, in English and German: %s', (text, line) => {
    const wished = withWishes(line, wishesIn(text, MEANINGS));
    expect(wished).toBe('challenge bob breakthrough -size=6x6 -unrated');
    expect(withWishes('invite carol@home.test', wishesIn(text, MEANINGS))).not.toContain('rated');
  });
});
