import { describe, expect, it } from 'vitest';
import { readLine } from '../../../src/command/text/line.ts';
import { NO_CONTEXT } from '../../../src/command/text/subject.ts';
import { VOCABULARY } from '../../support/desk/vocabulary.ts';

/** The command as it was understood, or what the line is instead. */
function read(line: string): string {
  const found = readLine(line, NO_CONTEXT, VOCABULARY);
  return found.kind === 'command' ? found.ready.text : found.kind;
}

const SEVEN = 'play hex -size=7x7 -first=random -level=2';

describe('the terms of a match in words', () => {
  it.each([
    ...['play hex 7x7', 'play hex on 7x7', 'play hex 7 by 7', 'play hex 7 x 7', 'play hex 7'],
    ...['play hex size 7', 'play hex on a 7x7 board pls', 'ok, play hex 7x7 please'],
    ...['play a game of hex on a board of 7x7', 'please play hex, 7x7.', 'hex play 7x7'],
    ...['spielen hex auf einem 7x7 Brett bitte', 'spielen hex größe 7', 'ja, spielen hex 7 mal 7'],
  ])('are read: %s', (line) => expect(read(line)).toBe(SEVEN));

  it.each([
    ['play hex 7 by 7 level 3, I begin', 'play hex -size=7x7 -first=me -level=3'],
    ['spielen hex stufe 4, du beginnst', 'play hex -size=11x11 -first=them -level=4'],
    ['play hex level 4', 'play hex -size=11x11 -first=random -level=4'],
    ['play hex level four', 'play hex -size=11x11 -first=random -level=4'],
    ['spielen hex stufe vier', 'play hex -size=11x11 -first=random -level=4'],
    ['challenge robot hex 7x7 level 4', 'challenge robot hex -size=7x7 -first=random -level=4'],
    ['play chess as white', 'play chess -size=8x8 -first=me -level=2'],
    ['play breakthrough as white', 'play breakthrough -size=8x8 -first=them -level=2'],
    ['play forms original 6x6', 'play forms-original -size=6x6 -first=random -level=2'],
    ['challenge bob hex on 7x7', 'challenge bob hex -size=7x7 -first=random'],
    ['challenge bob hex, 7x7, you start', 'challenge bob hex -size=7x7 -first=them'],
    ['counter 13 hex 7x7', 'counter 13 hex -size=7x7'],
    ['invite carol@else.test hex 7x7', 'invite carol@else.test hex -size=7x7 -first=random'],
  ])('become options: %s', (line, text) => expect(read(line)).toBe(text));

  it.each([
    ...['play hex 7x7 or rather chess', 'play hex but not on 7x7', 'play hex 7 times', 'play hex?'],
    ...['play hex 7x7 level 3 tomorrow', 'play hex 7x7 8x8'],
  ])('are not guessed: %s', (line) => expect(read(line)).not.toMatch(/^play/));

  it.each(['ok draw', 'please resign 1', 'ok challenge bob hex', 'yes resign'])(
    'open no other command to courtesy in front: %s',
    (line) => expect(read(line)).toBe('prose'),
  );
});
