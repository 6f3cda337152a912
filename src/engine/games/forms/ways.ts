import {
  addSet,
  type Field,
  type FieldSet,
  firstNumber,
  hasNumber,
  makeFieldSet,
  spread,
  touch,
} from '../../search/field.ts';
import type { Group, PositionStack, Split } from '../../search/position-stack.ts';
import type { Cell } from '../../shape/types.ts';
import { type Board, emptiesOf, stonesOf } from '../../stones/board.ts';
import {
  type CellSet,
  difference,
  intersection,
  isEmpty,
  makeSet,
  withoutCell,
} from '../../stones/cellset.ts';
import { crowded, flood, groupsOf, linkedAround, touching } from '../../stones/connection.ts';
import type { StoneMoves } from './arena.ts';

/** Moves of a stone in Forms. */
export class FormsWays implements StoneMoves {
  private readonly field: Field;
  private readonly empties: FieldSet;
  /** The empty cells that a stone can slide to. */
  private readonly reach: FieldSet;
  /** The stones that a slide leaves on the board. */
  private readonly kept: FieldSet;

  constructor(field: Field) {
    this.field = field;
    this.empties = makeFieldSet(field);
    this.reach = makeFieldSet(field);
    this.kept = makeFieldSet(field);
  }

  /** Captures alone: if the others stay one group, a slide that removes any removes all and loses at once. */
  pushLinked(stack: PositionStack, at: number, from: number, others: FieldSet): void {
    const { words, neighbours } = this.field;
    for (let word = 0; word < words; word++) {
      const beside = (neighbours[from * words + word] ?? 0) & (others[word] ?? 0);
      let enemies = beside & (stack.words[at + words + word] ?? 0);
      for (; enemies !== 0; enemies &= enemies - 1) {
        stack.pushMove(at, firstNumber(word, enemies), others);
      }
    }
  }

  pushParted(stack: PositionStack, at: number, from: number, { groups }: Split): void {
    for (const { stones } of groups) this.pushLinked(stack, at, from, stones);
    if (groups.length > 1) this.pushSlides(stack, at, from, groups);
  }

  /** A legal slide ends next to some of the groups, but not all, and keeps those. */
  private pushSlides(
    stack: PositionStack,
    at: number,
    from: number,
    groups: readonly Group[],
  ): void {
    const { words, cells } = this.field;
    for (let word = 0; word < words; word++) {
      const stones = (stack.words[at + word] ?? 0) | (stack.words[at + words + word] ?? 0);
      this.empties[word] = (cells[word] ?? 0) & ~stones;
    }
    if (!this.findReach(from)) return;
    for (const { stones, shore } of groups) touch(this.field, shore, stones, this.reach);
    for (let word = 0; word < words; word++) {
      let some = 0;
      let all = -1;
      for (const { shore } of groups) {
        some |= shore[word] ?? 0;
        all &= shore[word] ?? 0;
      }
      for (let targets = some & ~all; targets !== 0; targets &= targets - 1) {
        const to = firstNumber(word, targets);
        this.kept.fill(0);
        for (const { stones, shore } of groups) {
          if (hasNumber(shore, to)) addSet(this.kept, stones);
        }
        stack.pushMove(at, to, this.kept);
      }
    }
  }

  /** Finds the reach of a stone. False if no adjacent cell is empty. */
  private findReach(from: number): boolean {
    const { words, neighbours } = this.field;
    let ways = 0;
    for (let word = 0; word < words; word++) {
      const way = (neighbours[from * words + word] ?? 0) & (this.empties[word] ?? 0);
      this.reach[word] = way;
      ways |= way;
    }
    if (ways !== 0) spread(this.field, this.reach, this.empties, this.empties);
    return ways !== 0;
  }
}

/** Data shared by all slides of a position. */
interface Ground {
  readonly stones: CellSet;
  readonly empties: CellSet;
  /** Empty cells with at most one adjacent stone. */
  readonly loose: CellSet;
}

export const groundOf = (board: Board): Ground => {
  const stones = stonesOf(board);
  const empties = emptiesOf(board);
  return { stones, empties, loose: difference(empties, crowded(stones, empties)) };
};

/** The empty cells that a stone can reach, whether or not its arrival removes stones. */
export const slideReach = ({ empties }: Ground, from: Cell): CellSet =>
  flood(touching(makeSet(empties.length, from), empties), empties);

/**
 * The cells of a stone's reach where its arrival removes stones. Without the stone, the others form one or
 * more groups; all stay only if it touches every one. If they form one group, it must touch none: only loose
 * cells qualify, usually none. Requires other stones.
 */
export const slideTargets = (ground: Ground, from: Cell): CellSet => {
  const { stones, empties, loose } = ground;
  const linked = linkedAround(from, stones);
  const candidates = linked ? loose : empties;
  if (isEmpty(candidates)) return candidates;
  const rest = withoutCell(stones, from);
  let keepsAll = candidates;
  for (const group of linked ? [rest] : groupsOf(rest)) keepsAll = touching(group, keepsAll);
  const removes = difference(candidates, keepsAll);
  return isEmpty(removes) ? removes : intersection(removes, slideReach(ground, from));
};
