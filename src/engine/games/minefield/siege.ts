import type { Effort } from '../../shape/effort.ts';
import type { Size } from '../../shape/types.ts';
import { KnownPlies } from './known-plies.ts';
import { FILE, RANK, Turning } from './turning.ts';

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
  private readonly known: KnownPlies;
  private readonly key: Int32Array;
  private readonly otherKey: Int32Array;
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
    const keyWords = Math.ceil(size.rows / this.ranksPerWord);
    this.known = new KnownPlies(keyWords);
    this.key = new Int32Array(keyWords);
    this.otherKey = new Int32Array(keyWords);
    const plies = Array.from({ length: PLIES_MAX + 1 });
    this.orders = plies.map(() => Int32Array.from(this.board.cells));
    this.parries = plies.map(() => new Int32Array(this.board.cells.length));
  }

  /** Whether the attacker, who is to move, can force a full rank within so many plies. */
  attack(plies: number): boolean {
    if (this.effort.isSpent) return false;
    if (this.board.finish(RANK) !== undefined) return true;
    if (plies === 1) return false;
    const isKept = plies >= KEPT_PLIES_MIN;
    if (isKept) {
      const key = this.findKey();
      const wins = this.known.read(key, ATTACK_WINS);
      if (wins > 0 && wins <= plies) return true;
      if (this.known.read(key, ATTACK_FAILS) >= plies) return false;
    }
    const order = this.orders[this.ply] ?? this.key;
    for (let place = 0; place < order.length; place++) {
      if (!this.isForced(order[place] ?? 0, plies)) {
        if (this.effort.isSpent) return false;
        continue;
      }
      moveToFront(order, place);
      if (isKept) this.known.write(this.findKey(), ATTACK_WINS, plies);
      return true;
    }
    if (isKept) this.known.write(this.findKey(), ATTACK_FAILS, plies);
    return false;
  }

  /** Whether the attacker can force it when the defender is to move. */
  defend(plies: number): boolean {
    if (this.effort.isSpent || this.board.finish(FILE) !== undefined) return false;
    const isKept = plies >= KEPT_PLIES_MIN;
    if (isKept) {
      const key = this.findKey();
      const loses = this.known.read(key, DEFENCE_LOSES);
      if (loses > 0 && loses <= plies) return true;
      if (this.known.read(key, DEFENCE_HOLDS) >= plies) return false;
    }
    const order = this.orders[this.ply] ?? this.key;
    const holding = this.holdingPlace(order, plies);
    if (this.effort.isSpent) return false;
    if (holding !== undefined) moveToFront(order, holding);
    if (isKept) {
      this.known.write(
        this.findKey(),
        holding === undefined ? DEFENCE_LOSES : DEFENCE_HOLDS,
        plies,
      );
    }
    return holding === undefined;
  }

  /** A move with which the attacker forces it within so many plies, if there is one. */
  forcing(plies: number): number | undefined {
    return (
      this.board.finish(RANK) ??
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

  /** The words of the position, the same for all mirror images and with all colours swapped. */
  private findKey(): Int32Array {
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
    return key;
  }

  private writeKey(key: Int32Array, ranks: Int32Array, isUpsideDown: boolean): void {
    const { cols } = this.board.size;
    const last = ranks.length - 1;
    const isFirstOne = ((ranks[isUpsideDown ? last : 0] ?? 0) & 1) === 1;
    const swap = isFirstOne ? (1 << cols) - 1 : 0;
    let rank = 0;
    for (let word = 0; word < key.length; word++) {
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

/** Plies within which the attacker wins at his turn, and at the defender's, and within which he does not. */
const ATTACK_WINS = 0;
const ATTACK_FAILS = 1;
const DEFENCE_LOSES = 2;
const DEFENCE_HOLDS = 3;

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
