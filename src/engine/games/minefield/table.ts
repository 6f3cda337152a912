import type { Effort } from '../../shape/effort.ts';
import type { Oracle, Value } from '../../shape/solution.ts';
import type { Size } from '../../shape/types.ts';
import type { Board } from '../../stones/board.ts';
import { cellOf } from '../../stones/cell.ts';
import type { CellMove, StonePosition } from '../../stones/types.ts';

/**
 * All positions of Minefield on one small board, solved from the ends backwards, because a position
 * can come again. The table is gone through again and again, and each time what follows from the
 * times before is one ply farther from the end: a position is won when a move leads to a lost one, and
 * lost when all lead to won ones. When nothing more follows, what is left is drawn, since nobody can be
 * forced out of it.
 *
 * A board is a number with a bit for each cell, rank by rank, 1 for Black. Swapping the colours of
 * all stones changes nothing, so of two such boards only the one with a white last stone is kept.
 */
export class MinefieldTable implements Oracle<StonePosition> {
  private readonly effort: Effort;
  private readonly size: Size;
  private readonly rays: Int32Array;
  /** For each board, what is known with Black to move and with White to move. */
  private readonly codes: Uint8Array;
  private next = 0;
  /** How far from the end is what the table is gone through for. */
  private plies = 1;
  private hasChanged = false;
  private isComplete = false;

  /** The board fits a table. */
  constructor(size: Size, effort: Effort) {
    this.effort = effort;
    this.size = size;
    this.rays = raysOf(size);
    this.codes = endsOn(size);
  }

  evaluate(position: StonePosition): Value | undefined {
    const code = this.codeOf(position);
    if (code === OPEN) return this.isComplete ? 'draw' : undefined;
    return isWon(code) ? 'win' : 'loss';
  }

  distance(position: StonePosition): number | undefined {
    const code = this.codeOf(position);
    return code === OPEN ? undefined : pliesOf(code);
  }

  bestMove(position: StonePosition): CellMove | undefined {
    const code = this.codeOf(position);
    if (code === OPEN) return undefined;
    const { cols, rows } = this.size;
    const index = this.indexOf(position);
    const wanted = codeFor(!isWon(code), pliesOf(code) - 1);
    for (let cell = 0; cell < cols * rows; cell++) {
      if (this.codes[this.after(index, cell)] === wanted) {
        return { cell: cellOf(cell % cols, Math.floor(cell / cols)) };
      }
    }
    return undefined;
  }

  /** What is known of a position when as much of the table as it takes has been filled. */
  private codeOf(position: StonePosition): number {
    const index = this.indexOf(position);
    while (this.codes[index] === OPEN && !this.isComplete && !this.effort.isSpent) this.goOn();
    return this.codes[index] ?? OPEN;
  }

  private indexOf({ board, turn }: StonePosition): number {
    return 2 * this.kept(numberOf(board)) + (turn === 'black' ? 0 : 1);
  }

  /** The position after a pick. */
  private after(index: number, cell: number): number {
    const board = index >> 1;
    return 2 * this.kept(board ^ this.flips(board, cell)) + (~index & 1);
  }

  /** Goes through some more positions of the table. */
  private goOn(): void {
    const end = Math.min(this.next + STRETCH, this.codes.length);
    let looked = 0;
    for (; this.next < end; this.next++) {
      if (this.codes[this.next] !== OPEN) continue;
      looked++;
      const code = this.codeFromMoves(this.next);
      this.codes[this.next] = code;
      if (code !== OPEN) this.hasChanged = true;
    }
    this.effort.spend(looked);
    if (end < this.codes.length) return;
    this.isComplete = !this.hasChanged;
    this.hasChanged = false;
    this.plies++;
    this.next = 0;
  }

  private codeFromMoves(index: number): number {
    const { cols, rows } = this.size;
    let isOpen = false;
    for (let cell = 0; cell < cols * rows; cell++) {
      const code = this.codes[this.after(index, cell)] ?? OPEN;
      // What has become known this time is as far from the end as this position would be.
      if (code === OPEN || pliesOf(code) === this.plies) isOpen = true;
      else if (!isWon(code)) return codeFor(true, this.plies);
    }
    return isOpen ? OPEN : codeFor(false, this.plies);
  }

  /** The cells that change colour when one is picked. */
  private flips(board: number, cell: number): number {
    // The stones of the colour that the picked one takes on: the nearest one in each direction ends
    // the run that changes with it.
    const ends = ((board >> cell) & 1) === 1 ? ~board : board;
    let flips = 1 << cell;
    for (let ray = RAYS * cell; ray < RAYS * cell + RAYS; ray += 2) {
      const after = this.rays[ray] ?? 0;
      const nearestAfter = after & ends & -(after & ends);
      if (nearestAfter !== 0) flips |= after & (nearestAfter - 1);
      const before = this.rays[ray + 1] ?? 0;
      const endsBefore = before & ends;
      if (endsBefore !== 0) flips |= before & (-2 << (31 - Math.clz32(endsBefore)));
    }
    return flips;
  }

  /** Of a board and the one with other colours, the one whose last stone is white. */
  private kept(board: number): number {
    const { cols, rows } = this.size;
    const isKept = board >> (cols * rows - 1) === 0;
    return isKept ? board : ~board & (2 ** (cols * rows) - 1);
  }
}

/** Whether a table of a board, 256 MiB at most, has room in what may be kept, and the effort may fill it. */
export const fitsTable = ({ cols, rows }: Size, { nodesMax, bytesMax }: Effort): boolean =>
  cols * rows <= 28 && 2 ** (cols * rows) <= bytesMax && 2 ** (cols * rows - 1) <= nodesMax;

/**
 * What is known of a position: nothing yet, or who wins and in how many plies. On the largest board
 * that fits the longest win takes a tenth of the plies for which a byte has room.
 */
const OPEN = 0;
const codeFor = (isWon: boolean, plies: number): number => 2 * plies + (isWon ? 2 : 1);
const isWon = (code: number): boolean => code % 2 === 0;
const pliesOf = (code: number): number => (code - 1) >> 1;
const WON = codeFor(true, 0);
const LOST = codeFor(false, 0);

/** How many positions are gone through at a time: a moment's work. */
const STRETCH = 4096;

/** A ray to each side of a cell along its rank, its file and its two diagonals. */
const RAYS = 8;

const numberOf = ({ cols, black }: Board): number =>
  black.reduce((number, row, rank) => number | (row << (cols * rank)), 0);

/** For each cell, along each of four lines, the cells after it and the cells before it. */
const raysOf = ({ cols, rows }: Size): Int32Array => {
  const rays: number[] = [];
  for (let rank = 0; rank < rows; rank++) {
    for (let file = 0; file < cols; file++) {
      for (const [right, up] of [
        [1, 0],
        [0, 1],
        [1, 1],
        [-1, 1],
      ] as const) {
        for (const way of [1, -1]) {
          let ray = 0;
          for (let step = way; ; step += way) {
            const [toFile, toRank] = [file + step * right, rank + step * up];
            if (toFile < 0 || toFile >= cols || toRank < 0 || toRank >= rows) break;
            ray |= 1 << (toRank * cols + toFile);
          }
          rays.push(ray);
        }
      }
    }
  }
  return Int32Array.from(rays);
};

/** A table in which only the positions with a full line are known. */
const endsOn = ({ cols, rows }: Size): Uint8Array => {
  const ranks = Array.from({ length: rows }, (_, rank) => (2 ** cols - 1) << (cols * rank));
  const file = ranks.reduce((cells, _, rank) => cells | (1 << (cols * rank)), 0);
  const files = Array.from({ length: cols }, (_, right) => file << right);
  const codes = new Uint8Array(2 ** (cols * rows));
  for (let board = 0; 2 * board < codes.length; board++) {
    const isFull = (line: number) => (board & line) === line || (board & line) === 0;
    const hasFullRow = ranks.some(isFull);
    const hasFullColumn = files.some(isFull);
    // Who completes both kinds of line at once has lost, so the player to move wins.
    if (hasFullRow) codes[2 * board] = WON;
    else if (hasFullColumn) codes[2 * board] = LOST;
    if (hasFullColumn) codes[2 * board + 1] = WON;
    else if (hasFullRow) codes[2 * board + 1] = LOST;
  }
  return codes;
};
