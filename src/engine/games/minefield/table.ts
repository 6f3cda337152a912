import type { Effort, Oracle, Value } from '../../shape/solution.ts';
import type { Size } from '../../shape/types.ts';
import { type Board, type CellMove, cellOf, type StonePosition } from '../../stones/board.ts';

/**
 * Retrograde analysis of Minefield on one small board, since positions can repeat. Each pass over the table
 * decides the positions one ply farther from the end: won if a move leads to a lost one, lost if all lead to
 * won ones. When a pass adds nothing, the rest is drawn.
 *
 * A board is a number with a bit per cell, rank by rank, 1 for Black. Swapping all colours changes nothing,
 * so only boards with a white last stone are kept.
 */
export class MinefieldTable implements Oracle<StonePosition> {
  private readonly effort: Effort;
  private readonly size: Size;
  private readonly rays: Int32Array;
  /** For each board, the codes with Black and with White to move. */
  private readonly codes: Uint8Array;
  private next = 0;
  /** Distance from the end that the current pass decides. */
  private plies = 1;
  private hasChanged = false;
  private isComplete = false;

  /** Requires `fitsTable`. */
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

  /** The code of a position; fills the table as far as needed. */
  private codeOf(position: StonePosition): number {
    const index = this.indexOf(position);
    while (this.codes[index] === OPEN && !this.isComplete && !this.effort.isSpent) this.fillChunk();
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

  /** Processes the next chunk of the table. */
  private fillChunk(): void {
    const end = Math.min(this.next + CHUNK, this.codes.length);
    let visited = 0;
    for (; this.next < end; this.next++) {
      if (this.codes[this.next] !== OPEN) continue;
      visited++;
      const code = this.codeFromMoves(this.next);
      this.codes[this.next] = code;
      if (code !== OPEN) this.hasChanged = true;
    }
    this.effort.spend(visited);
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
      // Results of the current pass do not count yet.
      if (code === OPEN || pliesOf(code) === this.plies) isOpen = true;
      else if (!isWon(code)) return codeFor(true, this.plies);
    }
    return isOpen ? OPEN : codeFor(false, this.plies);
  }

  /** The cells flipped by a pick. */
  private flips(board: number, cell: number): number {
    // Stones of the new colour: the nearest in each direction ends the flipped run.
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

  /** The board, or its colour swap, whose last stone is white. */
  private kept(board: number): number {
    const { cols, rows } = this.size;
    const isKept = board >> (cols * rows - 1) === 0;
    return isKept ? board : ~board & (2 ** (cols * rows) - 1);
  }
}

/** Whether a table of a board, at most 256 MiB, fits the limits of bytes and nodes. */
export const fitsTable = ({ cols, rows }: Size, { nodesMax, bytesMax }: Effort): boolean =>
  cols * rows <= 28 && 2 ** (cols * rows) <= bytesMax && 2 ** (cols * rows - 1) <= nodesMax;

/**
 * Codes of a position: open, or the winner and the plies. On the largest board the longest win takes a tenth
 * of the plies that fit a byte.
 */
const OPEN = 0;
const codeFor = (isWon: boolean, plies: number): number => 2 * plies + (isWon ? 2 : 1);
const isWon = (code: number): boolean => code % 2 === 0;
const pliesOf = (code: number): number => (code - 1) >> 1;
const WON = codeFor(true, 0);
const LOST = codeFor(false, 0);

/** Positions per chunk. */
const CHUNK = 4096;

/** Rays per cell: both directions of its rank, file and two diagonals. */
const RAYS = 8;

const numberOf = ({ cols, black }: Board): number =>
  black.reduce((number, row, rank) => number | (row << (cols * rank)), 0);

/** For each cell and each of four lines, the cells after it and before it. */
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

/** A table with only finished positions decided. */
const endsOn = ({ cols, rows }: Size): Uint8Array => {
  const ranks = Array.from({ length: rows }, (_, rank) => (2 ** cols - 1) << (cols * rank));
  const file = ranks.reduce((cells, _, rank) => cells | (1 << (cols * rank)), 0);
  const files = Array.from({ length: cols }, (_, right) => file << right);
  const codes = new Uint8Array(2 ** (cols * rows));
  for (let board = 0; 2 * board < codes.length; board++) {
    const isFull = (line: number) => (board & line) === line || (board & line) === 0;
    const hasFullRow = ranks.some(isFull);
    const hasFullColumn = files.some(isFull);
    // A player who completes both kinds of line loses, so the player to move wins.
    if (hasFullRow) codes[2 * board] = WON;
    else if (hasFullColumn) codes[2 * board] = LOST;
    if (hasFullColumn) codes[2 * board + 1] = WON;
    else if (hasFullRow) codes[2 * board + 1] = LOST;
  }
  return codes;
};
