import { ProofTable } from '../../search/proof-table.ts';
import type { Effort, Oracle, Value } from '../../shape/solution.ts';
import type { Colour, Size } from '../../shape/types.ts';
import {
  type CellMove,
  cellOf,
  hasCell,
  opposite,
  type StonePosition,
} from '../../stones/board.ts';
import { fitsTable, MinefieldTable } from './table.ts';
import { FILE, RANK_LINE, Turning } from './turning.ts';

/**
 * Finds by search whether one player of Minefield, the attacker, can force a full rank within a number of
 * plies. The defender owns the files. Unless the attacker fills a rank at once, his move has to stop the
 * defender from filling a file, and only replies matter after which he cannot fill a rank at once. Results
 * are stored for all symmetric positions. A search that runs out of effort finds and stores nothing.
 */
class Siege {
  readonly board: Turning;
  private readonly effort: Effort;
  private readonly table: ProofTable;
  /** The words of a position, followed by its results with either player to move. */
  private readonly key: Int32Array;
  private readonly otherKey: Int32Array;
  private readonly keyLength: number;
  private readonly ranksPerWord: number;
  /** Move ordering per ply: recently successful cells first. */
  private readonly orders: readonly Int32Array[];
  /** Per ply, the replies that stop an immediate win, as places in the order. */
  private readonly parries: readonly Int32Array[];
  /** Plies played from the root. */
  private ply = 0;

  constructor(size: Size, effort: Effort) {
    this.board = new Turning(size, PLIES_MAX + 1);
    this.effort = effort;
    this.ranksPerWord = Math.floor(32 / size.cols);
    this.keyLength = Math.ceil(size.rows / this.ranksPerWord);
    // Half: the other player may have a siege too.
    this.table = new ProofTable(this.keyLength, effort.bytesMax / 2);
    this.key = new Int32Array(this.keyLength + 2);
    this.otherKey = new Int32Array(this.keyLength);
    const plies = Array.from({ length: PLIES_MAX + 1 });
    this.orders = plies.map(() => Int32Array.from(this.board.cells));
    this.parries = plies.map(() => new Int32Array(this.board.cells.length));
  }

  /** Whether the attacker, to move, can force a full rank within `plies`. */
  winsByAttack(plies: number): boolean {
    if (this.effort.isSpent) return false;
    if (this.board.finish(RANK_LINE) !== undefined) return true;
    if (plies === 1) return false;
    const known = this.lookUp(ATTACK, plies);
    if (known !== undefined) return known;
    const nodesBefore = this.effort.nodes;
    const order = this.orders[this.ply] ?? this.key;
    let place = 0;
    while (place < order.length && !this.forcesWin(order[place] ?? 0, plies)) {
      if (this.effort.isSpent) return false;
      place++;
    }
    const wins = place < order.length;
    if (wins) moveToFront(order, place);
    this.keep(ATTACK, plies, wins, nodesBefore);
    return wins;
  }

  /** Whether the attacker can force a full rank within `plies`, the defender to move. */
  winsAgainstDefence(plies: number): boolean {
    if (this.effort.isSpent || this.board.finish(FILE) !== undefined) return false;
    const known = this.lookUp(DEFENCE, plies);
    if (known !== undefined) return known;
    const nodesBefore = this.effort.nodes;
    const order = this.orders[this.ply] ?? this.key;
    const holding = this.holdingPlace(order, plies);
    if (this.effort.isSpent) return false;
    if (holding !== undefined) moveToFront(order, holding);
    this.keep(DEFENCE, plies, holding === undefined, nodesBefore);
    return holding === undefined;
  }

  /** A move that forces a full rank within `plies`, if any. */
  forcing(plies: number): number | undefined {
    return (
      this.board.finish(RANK_LINE) ??
      this.board.cells.find((cell) => plies > 1 && this.forcesWin(cell, plies))
    );
  }

  /** A reply that holds out for `plies`, if any. */
  holding(plies: number): number | undefined {
    return this.board.cells.find((cell) => plies === 1 || this.holds(cell, plies - 1));
  }

  /** Whether picking this cell, without ending the game, forces a full rank. */
  private forcesWin(cell: number, plies: number): boolean {
    const before = this.play(cell);
    const forces = this.board.full() === 0 && this.winsAgainstDefence(plies - 1);
    this.back(before);
    return forces;
  }

  /** The place in the order of a reply that holds, if any. */
  private holdingPlace(order: Int32Array, plies: number): number | undefined {
    const parries = this.parries[this.ply] ?? this.key;
    let count = 0;
    for (let place = 0; place < order.length; place++) {
      if (!this.holds(order[place] ?? 0, Math.min(plies, 2))) continue;
      if (plies <= 2 || this.effort.isSpent) return place;
      parries[count++] = place;
    }
    for (let index = 0; index < count; index++) {
      const place = parries[index] ?? 0;
      if (this.holds(order[place] ?? 0, plies)) return place;
    }
    return undefined;
  }

  /** Whether the defender, picking this cell, is not beaten within `plies`. */
  private holds(cell: number, plies: number): boolean {
    const before = this.play(cell);
    // `finish` found no full file, and filling both kinds of line at once loses.
    const holds = this.board.full() === 0 && (plies === 1 || !this.winsByAttack(plies - 1));
    this.back(before);
    return holds;
  }

  private play(cell: number): number {
    this.effort.spend(1);
    this.ply++;
    return this.board.turn(cell);
  }

  private back(before: number): void {
    this.ply--;
    this.board.back(before);
  }

  /** The stored result for `plies`; undefined if unknown. */
  private lookUp(turn: Turn, plies: number): boolean | undefined {
    if (plies < KEPT_PLIES_MIN) return undefined;
    this.findKey();
    const found = this.key[this.keyLength + turn] ?? 0;
    const [within, notWithin] = [found & 255, found >> 8];
    if (within > 0 && within <= plies) return true;
    return notWithin >= plies ? false : undefined;
  }

  private keep(turn: Turn, plies: number, wins: boolean, nodesBefore: number): void {
    if (plies < KEPT_PLIES_MIN) return;
    this.findKey();
    const found = this.key[this.keyLength + turn] ?? 0;
    this.key[this.keyLength + turn] = wins ? (found & ~255) | plies : (found & 255) | (plies << 8);
    this.table.write(this.key, 0, 1 + this.effort.nodes - nodesBefore);
  }

  /**
   * Sets `key` to the least words of the mirror images, with the first stone's colour normalised, and reads
   * their stored results.
   */
  private findKey(): void {
    const { board, key, otherKey } = this;
    this.writeKey(key, board.ranks, false);
    for (const [ranks, isUpsideDown] of [
      [board.ranks, true],
      [board.mirrored, false],
      [board.mirrored, true],
    ] as const) {
      this.writeKey(otherKey, ranks, isUpsideDown);
      if (isBefore(otherKey, key)) key.set(otherKey);
    }
    if (!this.table.read(key, 0)) key.fill(0, this.keyLength);
  }

  private writeKey(key: Int32Array, ranks: Int32Array, isUpsideDown: boolean): void {
    const { cols } = this.board.size;
    const last = ranks.length - 1;
    const isFirstOne = ((ranks[isUpsideDown ? last : 0] ?? 0) & 1) === 1;
    const swap = isFirstOne ? (1 << cols) - 1 : 0;
    let rank = 0;
    for (let word = 0; word < this.keyLength; word++) {
      let bits = 0;
      for (let shift = 0; shift < this.ranksPerWord && rank <= last; shift++, rank++) {
        bits |= ((ranks[isUpsideDown ? last - rank : rank] ?? 0) ^ swap) << (shift * cols);
      }
      key[word] = bits;
    }
  }
}

/** Maximum depth of a search. */
const PLIES_MAX = 60;

/** Shallower searches are faster than a lookup. */
const KEPT_PLIES_MIN = 3;

/**
 * The side to move. Each entry has the plies within which the attacker wins (low byte, 0: unknown), and above
 * it those within which he does not.
 */
const ATTACK = 0;
const DEFENCE = 1;
type Turn = typeof ATTACK | typeof DEFENCE;

const moveToFront = (order: Int32Array, place: number): void => {
  const cell = order[place] ?? 0;
  order.copyWithin(1, 0, place);
  order[0] = cell;
};

const isBefore = (one: Int32Array, other: Int32Array): boolean => {
  for (let word = 0; word < one.length; word++) {
    if (one[word] !== other[word]) return (one[word] ?? 0) < (other[word] ?? 0);
  }
  return false;
};

/**
 * The oracle of Minefield: near wins by search on any board, and on small boards all values, including draws,
 * from a table of all positions. All distances are exact.
 */
export class MinefieldOracle implements Oracle<StonePosition> {
  private readonly effort: Effort;
  private readonly linesAhead: LinesAhead;
  private readonly makeTable: (() => MinefieldTable) | undefined;
  private table: MinefieldTable | undefined;
  /** Search nodes for one query before the table is filled. */
  private readonly share: number;

  constructor({ cols, rows }: Size, effort: Effort) {
    const size = { cols, rows };
    this.effort = effort;
    this.linesAhead = new LinesAhead(size, effort);
    const hasTable = fitsTable(size, effort);
    this.makeTable = hasTable ? () => new MinefieldTable(size, effort) : undefined;
    this.share = hasTable ? 2 ** (cols * rows) / TABLE_SHARE : effort.nodesMax;
  }

  evaluate(position: StonePosition): Value | undefined {
    return this.ask((oracle) => oracle.evaluate(position));
  }

  distance(position: StonePosition): number | undefined {
    return this.ask((oracle) => oracle.distance(position));
  }

  bestMove(position: StonePosition): CellMove | undefined {
    return this.ask((oracle) => oracle.bestMove(position));
  }

  private ask<T>(question: (oracle: LinesAhead | MinefieldTable) => T | undefined): T | undefined {
    if (this.table) return question(this.table);
    const { effort } = this;
    const { nodesMax } = effort;
    effort.nodesMax = Math.min(nodesMax, effort.nodes + this.share);
    const answer = question(this.linesAhead);
    effort.nodesMax = nodesMax;
    if (answer !== undefined || effort.isSpent) return answer;
    this.table = this.makeTable?.();
    return this.table && question(this.table);
  }
}

/** Search gets 1/16 of the table's positions as nodes. */
const TABLE_SHARE = 16;

type Decided = 'win' | 'loss';

/**
 * Finds the nearest win on any board by iterative deepening. Undefined if neither side wins within
 * `PLIES_MAX`; never finds a draw.
 */
export class LinesAhead implements Oracle<StonePosition> {
  private readonly effort: Effort;
  private readonly sieges: { readonly [Attacker in Colour]: Siege };

  constructor(size: Size, effort: Effort) {
    this.effort = effort;
    const black = new Siege(size, effort);
    // White's files are ranks on the board mirrored over its diagonal.
    const isSquare = size.cols === size.rows;
    const white = isSquare ? black : new Siege({ cols: size.rows, rows: size.cols }, effort);
    this.sieges = { black, white };
  }

  evaluate(position: StonePosition): Decided | undefined {
    return this.look(position)?.value;
  }

  distance(position: StonePosition): number | undefined {
    const found = this.look(position);
    if (!found) return undefined;
    const { value, plies } = found;
    // The loser may be forced to make the last move, a ply earlier.
    const isNearer = plies > 1 && this.isWithin(position, value, plies - 1);
    if (isNearer) return plies - 1;
    return this.effort.isSpent ? undefined : plies;
  }

  bestMove(position: StonePosition): CellMove | undefined {
    const value = this.evaluate(position);
    const plies = this.distance(position);
    if (!value || plies === undefined) return undefined;
    const { siege, nameOf } = this.setUp(position, value);
    const cell = value === 'win' ? siege.forcing(plies) : siege.holding(plies);
    return cell === undefined || this.effort.isSpent ? undefined : { cell: nameOf(cell) };
  }

  /** The value of a position, and the fewest plies to an end by the winner's move. */
  private look(position: StonePosition): { value: Decided; plies: number } | undefined {
    for (let plies = 1; plies <= PLIES_MAX && !this.effort.isSpent; plies++) {
      const value = plies % 2 === 1 ? 'win' : 'loss';
      if (this.isWithin(position, value, plies)) return { value, plies };
    }
    return undefined;
  }

  private isWithin(position: StonePosition, value: Decided, plies: number): boolean {
    const { siege } = this.setUp(position, value);
    return value === 'win' ? siege.winsByAttack(plies) : siege.winsAgainstDefence(plies);
  }

  /** Sets up a position for its winner, and maps the cells of the search to board cells. */
  private setUp({ board, turn }: StonePosition, value: Decided) {
    const winner = value === 'win' ? turn : opposite(turn);
    const siege = this.sieges[winner];
    const cellFrom =
      winner === 'black' ? cellOf : (file: number, rank: number) => cellOf(rank, file);
    siege.board.set((file, rank) => hasCell(board.black, cellFrom(file, rank)));
    const nameOf = (cell: number) => cellFrom(siege.board.fileOf(cell), siege.board.rankOf(cell));
    return { siege, nameOf };
  }
}
