import { describe, expect, it } from 'vitest';
import { board } from '../../sandbox/samples/sample-boards.ts';
import { GAMES, gameOf, makePosition } from '../../src/engine/registry.ts';
import type { RulesId } from '../../src/engine/shape/ground.ts';
import type { Size } from '../../src/engine/shape/types.ts';
import type { BoardFacts, Choices } from '../../src/intent.ts';
import { newTextLimits, shownLimits } from '../../src/limits.ts';
import { composed } from '../support/desk/composed.ts';
import { full, throwDice } from '../support/run/seed.ts';

const dice = throwDice('largest letters');

const OTHER = 'bob-of-the-long-name';
/** The longest that anybody can say, in several ways. */
const COMMENTS = {
  none: undefined,
  words: 'word '.repeat(newTextLimits.commentChars / 5),
  lines: `${'x'.repeat(18)}\n`.repeat(newTextLimits.lines),
  // Three bytes a sign in UTF-8, four as base64, eight as a reference.
  signs: '\u3042'.repeat(newTextLimits.commentChars),
  // Each option is kept together in markup of its own.
  options: '-a '.repeat(newTextLimits.commentChars / 3),
};

interface Case {
  readonly rules: RulesId;
  readonly size: Size;
  readonly choices: Choices;
  readonly comment: keyof typeof COMMENTS;
  readonly plies: number;
  readonly whole: boolean;
  readonly over: boolean;
}

/** A match in which so many plies were played, or as many as there were. */
const matches = new Map<string, Pick<BoardFacts, 'start' | 'moves'>>();
function matchOf({ rules, size, plies }: Case): Pick<BoardFacts, 'start' | 'moves'> {
  const key = `${rules} ${size.cols}x${size.rows} ${plies}`;
  const known = matches.get(key);
  if (known) return known;
  const game = gameOf(rules);
  const first = game.start(size);
  if (!first.ok) throw new Error(first.error.code);
  const moves: string[] = [];
  let position = first.value;
  while (moves.length < plies) {
    const legal = game.legalMoves(position);
    const move = legal[(moves.length * 31) % legal.length];
    if (!move) break;
    const next = game.play(position, move).position;
    if (game.legalMoves(next).length === 0 || game.outcome(next)) break;
    moves.push(game.makeMove(move, position));
    position = next;
  }
  const made = { start: makePosition(first.value), moves };
  matches.set(key, made);
  return made;
}

async function bytesOf(each: Case): Promise<number> {
  const { rules, choices, comment, whole, over } = each;
  const match = matchOf(each);
  // It is alice's turn, who reads the letter: then there are moves in it.
  const isBlack = match.moves.length % 2 === 0 || over;
  const text = COMMENTS[comment];
  const facts: BoardFacts = {
    ...board,
    board: 1234,
    rules,
    ...match,
    black: isBlack ? 'alice' : OTHER,
    white: isBlack ? OTHER : 'alice',
    outcome: over ? { winner: 'black', ending: 'resigned' } : undefined,
    events: [],
    whole,
    comment: text === undefined ? undefined : { by: OTHER, text },
  };
  const { raw, rendered } = await composed('letter', {
    kind: 'board',
    facts: { ...facts, choices },
  });
  return raw.length - rendered.attached.reduce((sum, { text: file }) => sum + file.length, 0);
}

const SIDES = Array.from({ length: 25 }, (_, at) => at + 2);
const SIZES: readonly Size[] = [
  ...SIDES.map((side) => ({ cols: side, rows: side })),
  { cols: 1, rows: 26 },
  { cols: 26, rows: 1 },
  { cols: 18, rows: 8 },
  { cols: 14, rows: 18 },
  { cols: 26, rows: 14 },
];
const CHOICES: readonly Choices[] = [
  {},
  { board: 'both' },
  { board: 'picture' },
  { pictures: 'no' },
  { board: 'both', pictures: 'no' },
  { coordinates: 'no' },
];
const STAGES: readonly Pick<Case, 'comment' | 'plies' | 'whole' | 'over'>[] = [
  { comment: 'none', plies: 0, whole: false, over: false },
  { comment: 'signs', plies: 6, whole: false, over: false },
  { comment: 'options', plies: 6, whole: false, over: false },
  { comment: 'lines', plies: 60, whole: true, over: false },
  { comment: 'words', plies: 400, whole: true, over: false },
  { comment: 'lines', plies: 400, whole: true, over: true },
];
const CASES = GAMES.flatMap(({ rules }) =>
  SIZES.filter((size) => gameOf(rules).start(size).ok).flatMap((size) =>
    CHOICES.flatMap((choices) => STAGES.map((stage) => ({ rules, size, choices, ...stage }))),
  ),
);
const nameOf = ({ rules, size, choices, comment, plies }: Case): string =>
  `${rules} ${size.cols}x${size.rows}, ${JSON.stringify(choices)}, ${plies} plies, comment of ${comment}`;

describe('a board letter with its pictures, without the record at its end, is not cut off', () => {
  const largest: readonly Case[] = [16, 18].flatMap((cols) =>
    CASES.filter(({ size, choices }) => size.cols === cols && Object.keys(choices).length === 0),
  );
  const list = full ? CASES : [...dice.some(largest, 6), ...dice.some(CASES, 20)];
  it.each(list.map((each) => ({ name: nameOf(each), each })))('$name', async ({ each }) => {
    expect(await bytesOf(each)).toBeLessThanOrEqual(shownLimits.bytes);
  });
});
