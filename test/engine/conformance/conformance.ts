import { readFileSync } from 'node:fs';
import type { RulesId } from '../../../src/engine/shape/ground.ts';

/** The conformance data: what an independent implementation of the rules found. */
const read = (name: string): string =>
  readFileSync(new URL(`../../fixtures/conformance/${name}`, import.meta.url), 'utf8');

/** `nodes[n]` is the number of sequences of n plies. */
export interface PerftRow {
  readonly rules: RulesId;
  readonly cols: number;
  readonly rows: number;
  readonly nodes: readonly number[];
}

/** A whole game: the number of legal moves and the position before each move and after the last. */
export interface RecordedGame {
  readonly rules: RulesId;
  readonly cols: number;
  readonly rows: number;
  readonly moves: readonly string[];
  readonly winner: 'x' | 'w';
  readonly legal: readonly number[];
  readonly positions: readonly string[];
}

/** One of Bill Taylor's centre-board positions, with the class he published and the exact one. */
export interface TaylorRow {
  readonly position: string;
  readonly published: string;
  readonly exact: string;
}

/** Who wins with best play from the first position. */
export interface ValueRow {
  readonly rules: RulesId;
  readonly cols: number;
  readonly rows: number;
  readonly winner: 'first' | 'second';
}

export const PERFT: readonly PerftRow[] = JSON.parse(read('perft.json'));
export const TAYLOR: readonly TaylorRow[] = JSON.parse(read('taylor.json'));
export const VALUES: readonly ValueRow[] = JSON.parse(read('values.json'));
export const RECORDED: readonly RecordedGame[] = read('games.jsonl')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
