import { gameOf } from '../../engine/registry.ts';
import type { Position } from '../../engine/shape/types.ts';
import type { List, Section } from '../../intent.ts';
import { listLinesMax } from '../../limits.ts';
import { inCaseOf } from '../../match/move-shape.ts';
import { err, ok, type Result } from '../../result.ts';
import { type NamesOf, type Sentence, say } from '../../sentence.ts';
import type { Words } from './types.ts';

/** A move as an answer to a letter about several things writes it; on board 0, nobody plays yet. */
export const moveLine = (board: number, move: string): string =>
  board === 0 ? move : `move ${board} ${move}`;

/**
 * Answers where a move begins, such as the cell of a stone, with the moves that begin there; undefined
 * where none does. Whoever taps a stone that has several sends its cell alone.
 *
 * @param line how an answer writes a move
 */
export function movesOf(
  position: Position,
  written: string,
  line: (move: string) => string,
): Section | undefined {
  const game = gameOf(position.rules);
  const head = inCaseOf(game, written);
  const moves = game.legalMoves(position).filter((move) => game.headOf(move, position) === head);
  if (moves.length === 0) return undefined;
  const lines = moves.map((move) => line(game.makeMove(move, position)));
  const commands = lines.join(' | ');
  return {
    understood: undefined,
    says: [say('moves-of', { head, count: moves.length, commands })],
    answers: lines,
  };
}

/** What a list can say of its lines, each in a column. */
export type ColumnName = NamesOf<'column'>;

/** The name of a column, or what stands above it. */
type Column = ColumnName | Sentence;

/** A part of a long list. */
export interface Page {
  /** The first one is 1. */
  readonly number: number;
  /** The command that lists the next page; undefined where there is none. */
  readonly next: string | undefined;
}

const ONLY: Page = { number: 1, next: undefined };

/** Reads `-page=2`; the first page when it is not there. */
export function readPage({ options }: Words, command: string): Result<number, Sentence> {
  const written = options.get('page') ?? '1';
  return /^[1-9]\d{0,3}$/.test(written) ? ok(Number(written)) : err(say('page-shape', { command }));
}

/** The command for a page of its list, as `readPage` reads it. */
export const makePage = (command: string, page: number): string =>
  page === 1 ? command : `${command} -page=${page}`;

/**
 * A page of a list with its title; whether there is more, and how to see it, stands below. No list at
 * all when there is nothing on that page.
 *
 * @param below what to type about it
 */
export function makeList<T>(
  title: Sentence,
  columns: readonly Column[],
  items: readonly T[],
  row: (item: T) => List['rows'][number],
  below: readonly Sentence[] = [],
  { number, next }: Page = ONLY,
): readonly List[] {
  const start = (number - 1) * listLinesMax;
  const shown = items.slice(start, start + listLinesMax);
  if (shown.length === 0) return [];
  const goesOn = next === undefined ? say('list-goes-on') : say('list-next', { command: next });
  return [
    {
      title,
      columns: headings(columns),
      rows: shown.map(row),
      below: [...(items.length > start + listLinesMax ? [goesOn] : []), ...below],
    },
  ];
}

/** What stands above columns. */
export const headings = (columns: readonly Column[]): readonly Sentence[] =>
  columns.map((column) => (typeof column === 'string' ? say(`column-${column}`) : column));

/** The day of a moment, in UTC. */
export function dateOf(at: number): Sentence {
  const [year = '', month = '', day = ''] = new Date(at).toISOString().split(/[-T]/);
  return say('date', { year, month, day });
}
