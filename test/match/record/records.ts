import { minefield } from '../../../src/engine/games/minefield/minefield.ts';
import { cellOf } from '../../../src/engine/stones/board.ts';
import { type MatchRecord, parseRecord } from '../../../src/match/record/record.ts';
import type { Match } from '../../../src/match/types.ts';
import { first, value } from '../../engine/given.ts';

/** Records that several tests read. */

/** What a record keeps of a match. */
export const kept = ({
  board,
  rules,
  black,
  white,
  start,
  moves,
  outcome,
}: Match): MatchRecord => ({
  board,
  rules,
  black: { userid: black.userid },
  white: { userid: white.userid },
  start,
  moves,
  outcome,
});

export const read = (text: string): MatchRecord => value(parseRecord(text));

/** The headers of a short match. */
export const HEAD = 'Game: forms\nSize: 2x2\nBlack: alice\nWhite: bob\n';
export const RESIGNED = `Game: forms
Board: 12
Size: 8x8
Black: alice
White: bob
Result: 0-1
Ending: resigned

1. c4xc3 f6xf5 2. b3xb2 d4xd5 0-1
`;
export const WHITE_BEGINS = `Game: forms
Start: forms 8x8 8/8/8/4xxx./4wx2/4x3/8/8 w
Black: alice
White: bob
Result: 0-1
Ending: last-stone-gone

1... e4-e2 2. e3xe2 0-1
`;
export const LARGE = `Game: minefield
Start: minefield 26x3 xwxwxwxwxwxwxwxwxwxwxwxwxw/
wxwxwxwxwxwxwxwxwxwxwxwxwx/wxwxwxwxwxwxwxwxwxwxwxwxwx w
Black: alice
White: bob
Result: *

1... z2 *
`;

/** Each ray from b2 has one colour, so picking it turns nothing else, and again turns it back. */
export const MINEFIELD = `Game: minefield
Start: minefield 3x3 wxx/xxw/xww x
Black: alice
White: bob
`;
export const circles = (rounds: number) =>
  Array.from({ length: rounds }, (_, round) => `${round + 1}. b2 b2`).join(' ');

export const LARGEST = 'Game: minefield\nSize: 26x26\nBlack: alice\nWhite: bob\n';

/** So many plies on the largest board, one a line, none of which ends the match. */
export const endless = (plies: number) => {
  const lines: string[] = [];
  let position = first(minefield, 26, 26);
  for (let pick = 0; lines.length < plies; pick += 7) {
    const move = { cell: cellOf(pick % 26, (pick * 11) % 25) };
    const next = minefield.play(position, move).position;
    if (minefield.outcome(next)) continue;
    const number = position.turn === 'black' ? `${lines.length / 2 + 1}. ` : '';
    lines.push(number + minefield.makeMove(move, position));
    position = next;
  }
  return lines.join('\n');
};
