import type { Size } from '../../src/engine/shape/types.ts';
import { POSITION_CHARS_MAX, parseSize } from '../../src/engine/stones/notation.ts';

/**
 * A strategy as text: a head of six lines, an empty line, and then a line for each position in which
 * the winner is to move, with the reply that wins. `docs/values.md` describes it for strangers.
 */

/** Who wins: the side that makes the first move, or the other one. */
export type Winner = 'first' | 'second';

/** What stands above the positions. */
export interface StrategyHead {
  readonly rules: string;
  readonly size: Size;
  readonly winner: Winner;
  /** How many lines follow. */
  readonly positions: number;
}

/** The first positions follow behind the head and an empty line. */
export const HEAD_LINES = 7;

/** Where who wins is said. */
export const WINNER_LINE = 4;

/** No line is longer: a position of the largest board, and a move. */
export const LINE_CHARS_MAX = POSITION_CHARS_MAX + 61;

/** No strategy has more: its positions are kept in memory where it is made and where it is checked. */
export const POSITIONS_MAX = 500_000;

/** The version of the format. Readers refuse what they do not know. */
const FORMAT = '1';

/** Writes a head, with the empty line behind it. */
export const makeHead = (
  { rules, size, winner, positions }: StrategyHead,
  version: string,
): readonly string[] => [
  `Strategy: ${FORMAT}`,
  `Rules: ${rules}`,
  `Size: ${size.cols}x${size.rows}`,
  `Winner: ${winner}`,
  `Positions: ${positions}`,
  `Made-By: turnpost ${version}`,
  '',
];

/** The names of the lines of a head, in their order, each with what may stand behind it. */
const HEAD: readonly (readonly [name: string, value: RegExp])[] = [
  ['Strategy', new RegExp(`^${FORMAT}$`)],
  ['Rules', /^[a-z][a-z0-9-]{0,30}$/],
  ['Size', /^[1-9][0-9]?x[1-9][0-9]?$/],
  ['Winner', /^(?:first|second)$/],
  ['Positions', /^(?:0|[1-9][0-9]{0,5})$/],
  ['Made-By', /^.{1,80}$/],
];

/** Why a head cannot be read: its first wrong line, counted from 1, and what should stand there. */
export interface HeadTrouble {
  readonly line: number;
  readonly name: string;
}

/** Reads the lines of a head, the empty one among them. */
export const parseHead = (lines: readonly string[]): StrategyHead | HeadTrouble => {
  const values: string[] = [];
  for (const [at, [name, pattern]] of HEAD.entries()) {
    const [, value = ''] = (lines[at] ?? '').split(`${name}: `);
    if (lines[at] !== `${name}: ${value}` || !pattern.test(value)) return { line: at + 1, name };
    values.push(value);
  }
  if (lines[HEAD.length] !== '') return { line: HEAD.length + 1, name: '' };
  const [, rules = '', sizeText = '', winner, positions] = values;
  const size = parseSize(sizeText);
  if (!size) return { line: 3, name: 'Size' };
  if (Number(positions) > POSITIONS_MAX) return { line: 5, name: 'Positions' };
  return {
    rules,
    size,
    winner: winner === 'first' ? 'first' : 'second',
    positions: Number(positions),
  };
};

/** One line: a position as its game writes it, a blank, and the reply, which has no blank in it. */
export const makeReplyLine = (position: string, reply: string): string => `${position} ${reply}`;

/** Takes a line apart; both parts are empty where there is no blank. */
export const parseReplyLine = (
  line: string,
): { readonly position: string; readonly reply: string } => {
  const blank = line.lastIndexOf(' ');
  return { position: line.slice(0, Math.max(blank, 0)), reply: line.slice(blank + 1) };
};
