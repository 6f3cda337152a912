import type { Size } from '../../shape/types.ts';

/** Bit flags of full kinds of line. */
export const RANK_LINE = 1;
export const FILE = 2;
type Lines = typeof RANK_LINE | typeof FILE;

/**
 * A full board with moves made and unmade in place. Cell numbers include a border, which ends every walk.
 * Colours are 0 and 1.
 */
export class Turning {
  readonly size: Size;
  readonly cells: readonly number[];
  /** For each rank, the stones of colour 1, file a as bit 0. */
  readonly ranks: Int32Array;
  /** `ranks` with the files reversed. */
  readonly mirrored: Int32Array;
  private readonly files: Int32Array;
  private readonly colours: Uint8Array;
  /** Distance from a cell to the one above. */
  private readonly width: number;
  private readonly steps: readonly number[];
  /** Undo stack of flipped cells. */
  private readonly turned: Int32Array;
  private top = 0;

  /** @param pliesMax most moves between `turn` and its `back` */
  constructor(size: Size, pliesMax: number) {
    const { cols, rows } = size;
    this.size = size;
    this.width = cols + 2;
    const up = this.width;
    this.steps = [-up - 1, -up, -up + 1, -1, 1, up - 1, up, up + 1];
    this.ranks = new Int32Array(rows);
    this.mirrored = new Int32Array(rows);
    this.files = new Int32Array(cols);
    this.colours = new Uint8Array((cols + 2) * (rows + 2)).fill(BORDER);
    this.cells = Array.from({ length: cols * rows }, (_, index) =>
      this.cellAt(index % cols, Math.floor(index / cols)),
    );
    this.turned = new Int32Array((pliesMax + 1) * cols * rows);
  }

  cellAt(file: number, rank: number): number {
    return (rank + 1) * this.width + file + 1;
  }

  fileOf(cell: number): number {
    return (cell % this.width) - 1;
  }

  rankOf(cell: number): number {
    return Math.floor(cell / this.width) - 1;
  }

  /** Sets up a board. */
  set(isOne: (file: number, rank: number) => boolean): void {
    this.ranks.fill(0);
    this.mirrored.fill(0);
    this.files.fill(0);
    for (const cell of this.cells) this.colours[cell] = 0;
    for (const cell of this.cells)
      if (isOne(this.fileOf(cell), this.rankOf(cell))) this.turnOne(cell);
  }

  /** Picks a cell. Returns the argument of `back`. */
  turn(cell: number): number {
    const { colours, turned } = this;
    const before = this.top;
    const old = colours[cell] ?? BORDER;
    const end = old ^ 1;
    for (const step of this.steps) {
      let at = cell + step;
      if (colours[at] !== old) continue;
      while (colours[at] === old) at += step;
      if (colours[at] !== end) continue;
      for (at -= step; at !== cell; at -= step) {
        turned[this.top++] = at;
        this.turnOne(at);
      }
    }
    turned[this.top++] = cell;
    this.turnOne(cell);
    return before;
  }

  /** Takes back all moves since `turn` returned `before`. */
  back(before: number): void {
    while (this.top > before) this.turnOne(this.turned[--this.top] ?? 0);
  }

  /** Flags of the kinds of line that are full. */
  full(): number {
    return (
      (hasFull(this.ranks, this.size.cols) ? RANK_LINE : 0) |
      (hasFull(this.files, this.size.rows) ? FILE : 0)
    );
  }

  /** A cell whose pick fills lines of this kind alone; undefined if there is none. */
  finish(kind: Lines): number | undefined {
    const { cols, rows } = this.size;
    return kind === RANK_LINE
      ? this.finishAmong(RANK_LINE, this.ranks, cols, this.width, 1)
      : this.finishAmong(FILE, this.files, rows, 1, this.width);
  }

  private finishAmong(
    kind: Lines,
    lines: Int32Array,
    length: number,
    across: number,
    along: number,
  ): number | undefined {
    const whole = wholeOf(length);
    for (let line = 0; line < lines.length; line++) {
      const ones = lines[line] ?? 0;
      const first = (line + 1) * across + along;
      const cell =
        this.finishWithin(kind, first, along, ones, whole) ??
        this.finishAcross(kind, first, across, along, ones, 1) ??
        this.finishAcross(kind, first, across, along, ~ones & whole, 0);
      if (cell !== undefined) return cell;
    }
    return undefined;
  }

  /**
   * A pick can fill its own line at either end if that has two runs, and in the middle run if it has three.
   */
  private finishWithin(
    kind: Lines,
    first: number,
    along: number,
    ones: number,
    whole: number,
  ): number | undefined {
    const borders = (ones ^ (ones >> 1)) & (whole >>> 1);
    const second = borders & (borders - 1);
    if ((second & (second - 1)) !== 0) return undefined;
    const last = 31 - Math.clz32(whole);
    const from = second === 0 ? 0 : 32 - Math.clz32(borders & -borders);
    const to = second === 0 ? last : 31 - Math.clz32(second);
    for (let place = from; place <= to; place += second === 0 ? last : 1) {
      const cell = first + place * along;
      if (this.fills(cell, kind)) return cell;
    }
    return undefined;
  }

  /**
   * A pick changes at most three cells of another line: that line may have at most three stones of the picked
   * colour, each reached by a run of that colour.
   */
  private finishAcross(
    kind: Lines,
    first: number,
    across: number,
    along: number,
    stones: number,
    colour: 0 | 1,
  ): number | undefined {
    const withoutFirst = stones & (stones - 1);
    const withoutTwo = withoutFirst & (withoutFirst - 1);
    if ((withoutTwo & (withoutTwo - 1)) !== 0) return undefined;
    const place = 31 - Math.clz32(stones & -stones);
    for (const side of SIDES) {
      for (const slant of SLANTS) {
        const step = side * across + slant * along;
        const stone = first + place * along;
        if (this.colours[stone + step] !== colour || !this.endsRun(stone, -step, colour)) continue;
        let cell = stone + step;
        for (let away = 1; this.colours[cell] === colour; away++) {
          const isCrossed = (stones & ~crossings(place + slant * away, away)) === 0;
          if (isCrossed && this.fills(cell, kind)) return cell;
          cell += step;
        }
      }
    }
    return undefined;
  }

  /** Whether a stone's run in this direction ends at the other colour. */
  private endsRun(stone: number, step: number, colour: 0 | 1): boolean {
    let at = stone + step;
    while (this.colours[at] === colour) at += step;
    return this.colours[at] === (colour ^ 1);
  }

  private fills(cell: number, kind: Lines): boolean {
    const before = this.turn(cell);
    const isFilled = this.full() === kind;
    this.back(before);
    return isFilled;
  }

  private turnOne(cell: number): void {
    const { colours, width, ranks, mirrored, files } = this;
    const rank = ((cell / width) | 0) - 1;
    const file = cell - (rank + 1) * width - 1;
    colours[cell] = (colours[cell] ?? 0) ^ 1;
    ranks[rank] = (ranks[rank] ?? 0) ^ (1 << file);
    mirrored[rank] = (mirrored[rank] ?? 0) ^ (1 << (files.length - 1 - file));
    files[file] = (files[file] ?? 0) ^ (1 << rank);
  }
}

const BORDER = 2;
const SIDES = [-1, 1] as const;
const SLANTS = [-1, 0, 1] as const;

const wholeOf = (length: number): number => (1 << length) - 1;

/** Places of a line changed by a pick at distance `away`. */
const crossings = (place: number, away: number): number =>
  (1 << place) |
  (place < away ? 0 : 1 << (place - away)) |
  (place + away > 31 ? 0 : 1 << (place + away));

const hasFull = (lines: Int32Array, length: number): boolean => {
  const whole = wholeOf(length);
  for (let line = 0; line < lines.length; line++) {
    if (lines[line] === 0 || lines[line] === whole) return true;
  }
  return false;
};
