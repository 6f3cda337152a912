import type { Cell, Colour, Size } from '../../shape/types.ts';
import {
  type Board,
  type CellSet,
  cellOf,
  cellsOf,
  difference,
  emptiesOf,
  fileOf,
  isEmpty,
  rankOf,
} from '../../stones/board.ts';
import { touching } from '../../stones/connection.ts';
import type { Goban } from './goban.ts';

/**
 * A board on which chains and their liberties are found fast, and stones are put and taken in place: an array
 * with a rim, 1 for a stone of Black and -1 for one of White.
 */
export class Chains {
  readonly stones: Int8Array;
  /** All points, whether or not they have stones. */
  readonly points: readonly number[];
  readonly steps: readonly number[];
  /** The chain that was looked at last, from the front, and its number of stones and liberties. */
  readonly chain: Int16Array;
  count = 0;
  liberties = 0;
  private readonly width: number;
  private readonly seen: Int32Array;
  private look = 0;

  constructor({ cols, rows }: Size) {
    this.width = cols + 2;
    const size = this.width * (rows + 2);
    this.stones = new Int8Array(size).fill(RIM);
    this.chain = new Int16Array(size);
    this.seen = new Int32Array(size);
    this.steps = [-1, 1, -this.width, this.width];
    this.points = Array.from({ length: cols * rows }, (_, at) =>
      this.pointOf(cellOf(at % cols, Math.floor(at / cols))),
    );
  }

  set({ cols, rows, black, white }: Board): void {
    for (let rank = 0; rank < rows; rank++) {
      const [blacks, whites] = [black[rank] ?? 0, white[rank] ?? 0];
      const first = (rank + 1) * this.width + 1;
      for (let file = 0; file < cols; file++) {
        this.stones[first + file] = ((blacks >> file) & 1) - ((whites >> file) & 1);
      }
    }
  }

  pointOf(cell: Cell): number {
    return (rankOf(cell) + 1) * this.width + fileOf(cell) + 1;
  }

  cellAt(point: number): Cell {
    return cellOf((point % this.width) - 1, Math.floor(point / this.width) - 1);
  }

  /** Sets `chain`, `count` and `liberties` to those of the stone at a point. */
  lookAt(point: number): void {
    const { stones, chain, seen, steps } = this;
    const look = ++this.look;
    const colour = stones[point];
    let count = 1;
    let liberties = 0;
    chain[0] = point;
    seen[point] = look;
    for (let next = 0; next < count; next++) {
      const from = chain[next] ?? 0;
      for (let way = 0; way < 4; way++) {
        const at = from + (steps[way] ?? 0);
        if (seen[at] === look) continue;
        seen[at] = look;
        const stone = stones[at];
        if (stone === 0) liberties++;
        else if (stone === colour) chain[count++] = at;
      }
    }
    this.count = count;
    this.liberties = liberties;
  }

  /**
   * Puts a stone, and appends the stones that it takes to `taken`; false, with nothing changed, if it would
   * have no liberty.
   */
  put(point: number, colour: number, taken: number[]): boolean {
    const { stones, steps } = this;
    stones[point] = colour;
    let isFree = false;
    for (const step of steps) {
      const at = point + step;
      if (stones[at] === 0) isFree = true;
      if (stones[at] !== -colour) continue;
      this.lookAt(at);
      if (this.liberties > 0) continue;
      for (let index = 0; index < this.count; index++) {
        const stone = this.chain[index] ?? 0;
        stones[stone] = 0;
        taken.push(stone);
      }
      isFree = true;
    }
    if (isFree) return true;
    this.lookAt(point);
    if (this.liberties > 0) return true;
    stones[point] = 0;
    return false;
  }
}

export const RIM = 2;

/** The stones of a board, until the next call with a board of its size. */
export const chainsOf = (board: Board): Chains => {
  const size = cellOf(board.cols, board.rows);
  const chains = bySize.get(size) ?? new Chains(board);
  bySize.set(size, chains);
  chains.set(board);
  return chains;
};

const bySize = new Map<number, Chains>();

/**
 * The points where a stone may be put: those beside an empty one, and others where it takes stones or joins a
 * chain with another liberty.
 */
export function placesOf(board: Goban, turn: Colour): CellSet {
  const empties = emptiesOf(board);
  const places = touching(empties, empties).slice();
  const closed = difference(empties, places);
  if (isEmpty(closed)) return places;
  const chains = chainsOf(board);
  for (const cell of cellsOf(closed)) {
    if (refusalAt(board, turn, cell, chains) === undefined)
      places[rankOf(cell)] = (places[rankOf(cell)] ?? 0) | (1 << fileOf(cell));
  }
  return places;
}

/** Why no stone may be put on an empty point. */
export function refusalAt(
  board: Goban,
  turn: Colour,
  cell: Cell,
  chains: Chains,
): 'ko' | 'no-liberty' | undefined {
  if (cell === board.ko) return 'ko';
  const colour = turn === 'black' ? 1 : -1;
  const point = chains.pointOf(cell);
  const lives = chains.steps.some((step) => {
    const stone = chains.stones[point + step];
    if (stone === 0 || stone === RIM) return stone === 0;
    chains.lookAt(point + step);
    // A chain with no liberty but this point is taken if it is the enemy's, and gives the stone no liberty if
    // it is one's own.
    return stone === colour ? chains.liberties > 1 : chains.liberties === 1;
  });
  return lives ? undefined : 'no-liberty';
}
