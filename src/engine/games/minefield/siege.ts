import { ProofTable } from '../../search/proof-table.ts';
import type { Effort } from '../../shape/effort.ts';
import type { Size } from '../../shape/types.ts';
import { FILE, RANK_LINE, Turning } from './turning.ts';

/**
 * Looks whether one player of Minefield, the attacker, can force a full rank within a number of plies.
 * The defender owns the files. Near the end there is little to look at: unless the attacker fills a
 * rank at once, his move has to stop the defender from filling a file, and only those replies matter
 * after which he cannot fill a rank at once. What was found about a position is kept for all that are
 * the same game. A search that comes to the end of the effort finds nothing, and keeps nothing.
 */
export class Siege {
  readonly board: Turning;
  private readonly effort: Effort;
  private readonly known: ProofTable;
  /** The words of a position, and behind them what is known with either player to move. */
  private readonly key: Int32Array;
  private readonly otherKey: Int32Array;
  private readonly keyWords: number;
  private readonly ranksPerWord: number;
  /** For each ply from the root the cells, those first that have been good lately. */
  private readonly orders: readonly Int32Array[];
  /** For each ply the replies that stop the attacker for the moment, by their places in the order. */
  private readonly parries: readonly Int32Array[];
  /** How many plies have been played from the root. */
  private ply = 0;

  constructor(size: Size, effort: Effort) {
    this.board = new Turning(size, PLIES_MAX + 1);
    this.effort = effort;
    this.ranksPerWord = Math.floor(32 / size.cols);
    this.keyWords = Math.ceil(size.rows / this.ranksPerWord);
    // There may be another one for the other player.
    this.known = new ProofTable(this.keyWords, effort.bytesMax / 2);
    this.key = new Int32Array(this.keyWords + 2);
    this.otherKey = new Int32Array(this.keyWords);
    const plies = Array.from({ length: PLIES_MAX + 1 });
    this.orders = plies.map(() => Int32Array.from(this.board.cells));
    this.parries = plies.map(() => new Int32Array(this.board.cells.length));
  }

  /** Whether the attacker, who is to move, can force a full rank within so many plies. */
  attack(plies: number): boolean {
    if (this.effort.isSpent) return false;
    if (this.board.finish(RANK_LINE) !== undefined) return true;
    if (plies === 1) return false;
    const known = this.lookUp(ATTACK, plies);
    if (known !== undefined) return known;
    const nodesBefore = this.effort.nodes;
    const order = this.orders[this.ply] ?? this.key;
    let place = 0;
    while (place < order.length && !this.isForced(order[place] ?? 0, plies)) {
      if (this.effort.isSpent) return false;
      place++;
    }
    const isForced = place < order.length;
    if (isForced) moveToFront(order, place);
    this.keep(ATTACK, plies, isForced, nodesBefore);
    return isForced;
  }

  /** Whether the attacker can force it when the defender is to move. */
  defend(plies: number): boolean {
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

  /** A move with which the attacker forces it within so many plies, if there is one. */
  forcing(plies: number): number | undefined {
    return (
      this.board.finish(RANK_LINE) ??
      this.board.cells.find((cell) => plies > 1 && this.isForced(cell, plies))
    );
  }

  /** A reply with which the defender holds out for so many plies, if there is one. */
  holding(plies: number): number | undefined {
    return this.board.cells.find((cell) => plies === 1 || this.holds(cell, plies - 1));
  }

  /** Whether the attacker forces it by picking this cell, which ends nothing. */
  private isForced(cell: number, plies: number): boolean {
    const before = this.play(cell);
    const isForced = this.board.full() === 0 && this.defend(plies - 1);
    this.back(before);
    return isForced;
  }

  /** The place in the order of a reply after which the attacker cannot force it. */
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

  /** Whether the defender is not beaten within so many plies when he picks this cell. */
  private holds(cell: number, plies: number): boolean {
    const before = this.play(cell);
    // No file is full by this alone, and who fills both kinds of line at once has lost.
    const holds = this.board.full() === 0 && (plies === 1 || !this.attack(plies - 1));
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

  /** Whether it is known that the attacker can, or cannot, force it within so many plies. */
  private lookUp(turn: Turn, plies: number): boolean | undefined {
    if (plies < KEPT_PLIES_MIN) return undefined;
    this.findKey();
    const found = this.key[this.keyWords + turn] ?? 0;
    const [within, notWithin] = [found & 255, found >> 8];
    if (within > 0 && within <= plies) return true;
    return notWithin >= plies ? false : undefined;
  }

  private keep(turn: Turn, plies: number, isForced: boolean, nodesBefore: number): void {
    if (plies < KEPT_PLIES_MIN) return;
    this.findKey();
    const found = this.key[this.keyWords + turn] ?? 0;
    this.key[this.keyWords + turn] = isForced
      ? (found & ~255) | plies
      : (found & 255) | (plies << 8);
    this.known.write(this.key, 0, 1 + this.effort.nodes - nodesBefore);
  }

  /**
   * Finds the words of the position, the same for all mirror images and with all colours swapped, and
   * what is known about it.
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
    if (!this.known.read(key, 0)) key.fill(0, this.keyWords);
  }

  private writeKey(key: Int32Array, ranks: Int32Array, isUpsideDown: boolean): void {
    const { cols } = this.board.size;
    const last = ranks.length - 1;
    const isFirstOne = ((ranks[isUpsideDown ? last : 0] ?? 0) & 1) === 1;
    const swap = isFirstOne ? (1 << cols) - 1 : 0;
    let rank = 0;
    for (let word = 0; word < this.keyWords; word++) {
      let bits = 0;
      for (let shift = 0; shift < this.ranksPerWord && rank <= last; shift++, rank++) {
        bits |= ((ranks[isUpsideDown ? last - rank : rank] ?? 0) ^ swap) << (shift * cols);
      }
      key[word] = bits;
    }
  }
}

/** How far ahead a search looks at most. */
export const PLIES_MAX = 60;

/** What is nearer to the end is sooner found anew than looked up. */
const KEPT_PLIES_MIN = 3;

/**
 * Whose turn it is. For each, the table has the plies within which the attacker can force it, or 0, and
 * in the next byte those within which he cannot.
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
