import type { Colour } from '../engine/shape/types.ts';
import { recentRoundsMax } from '../limits.ts';

/** One line of a move list: the ply of its first move, and the moves of both sides. */
export interface Round extends Readonly<Record<Colour, string>> {
  readonly ply: number;
}

/** Widest number of a ply, and the blanks behind it. */
const NUMBER = 3;

/**
 * The moves in two columns under the sides and their players.
 *
 * @param columns whose moves stand left, and whose right
 */
export function drawRecord(
  rounds: readonly Round[],
  [left, right]: readonly [Colour, Colour],
  players: { readonly black: string; readonly white: string },
  sides: { readonly black: string; readonly white: string },
): readonly string[] {
  if (rounds.length === 0) return [];
  const width = Math.max(15, sides.black.length + 2, players.black.length + 2);
  const row = (number: string, cells: Readonly<Record<Colour, string>>) =>
    `${number.padStart(NUMBER)}  ${cells[left].padEnd(width)}${cells[right]}`.trimEnd();
  return [
    row('', sides),
    row('', players),
    ...rounds.map(({ ply, ...moves }) => row(String(ply), moves)),
  ];
}

/**
 * The lines of a move list.
 *
 * @param columns whose moves stand left, and whose right
 * @param first who made the first ply
 * @param whole every round, or only the last ones
 */
export function roundsOf(
  moves: readonly string[],
  [left]: readonly [Colour, Colour],
  first: Colour,
  whole: boolean,
): readonly Round[] {
  const missing = first === left ? 0 : 1;
  const rounds: Round[] = [];
  for (let at = -missing; at < moves.length; at += 2) {
    const [one, other] = [moves[at] ?? '...', moves[at + 1] ?? ''];
    const cells = left === 'black' ? { black: one, white: other } : { black: other, white: one };
    rounds.push({ ply: Math.max(at, 0) + 1, ...cells });
  }
  return whole ? rounds : rounds.slice(-recentRoundsMax);
}
