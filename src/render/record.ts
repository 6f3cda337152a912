import type { Colour } from '../engine/types.ts';
import { recentRoundsMax } from '../limits.ts';

/** One line of a move list: the ply of its first move, and the moves of both sides. */
export interface Round {
  readonly ply: number;
  readonly black: string;
  readonly white: string;
}

/** Widest number of a ply, and the blanks behind it. */
const NUMBER = 3;

/** The moves in two columns under the sides and their players. */
export function drawRecord(
  rounds: readonly Round[],
  players: { readonly black: string; readonly white: string },
  sides: { readonly black: string; readonly white: string },
): readonly string[] {
  if (rounds.length === 0) return [];
  const width = Math.max(15, sides.black.length + 2, players.black.length + 2);
  const row = (number: string, black: string, white: string) =>
    `${number.padStart(NUMBER)}  ${black.padEnd(width)}${white}`.trimEnd();
  return [
    row('', sides.black, sides.white),
    row('', players.black, players.white),
    ...rounds.map(({ ply, black, white }) => row(String(ply), black, white)),
  ];
}

/**
 * The lines of a move list.
 *
 * @param first who made the first ply
 * @param whole every round, or only the last ones
 */
export function roundsOf(
  moves: readonly string[],
  first: Colour,
  whole: boolean,
): readonly Round[] {
  const missing = first === 'white' ? 1 : 0;
  const rounds: Round[] = [];
  for (let at = -missing; at < moves.length; at += 2) {
    rounds.push({
      ply: Math.max(at, 0) + 1,
      black: moves[at] ?? '...',
      white: moves[at + 1] ?? '',
    });
  }
  return whole ? rounds : rounds.slice(-recentRoundsMax);
}
