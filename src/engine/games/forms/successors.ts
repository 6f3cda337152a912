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
import { type Group, type PositionStack, Split } from '../../search/position-stack.ts';
import type { Successors } from '../../search/proof-search.ts';
import { countRow } from '../../stones/board.ts';
import type { StoneMoves } from './search.ts';

/** Slides of a stone in Forms. */
class Slides {
  private readonly field: Field;
  private readonly empties: FieldSet;
  /** The empty cells that a stone can slide to. */
  private readonly reach: FieldSet;
  /** The stones that a slide leaves on the board. */
  private readonly remainder: FieldSet;

  constructor(field: Field) {
    this.field = field;
    this.empties = makeFieldSet(field);
    this.reach = makeFieldSet(field);
    this.remainder = makeFieldSet(field);
  }

  /** Sets the position whose slides are to be pushed. */
  setPosition(stack: PositionStack, at: number): void {
    const { words, cells } = this.field;
    for (let word = 0; word < words; word++) {
      const stones = (stack.words[at + word] ?? 0) | (stack.words[at + words + word] ?? 0);
      this.empties[word] = (cells[word] ?? 0) & ~stones;
    }
  }

  /**
   * A legal slide ends next to some of the groups, but not all, and keeps those.
   *
   * @param groups of the other stones
   */
  push(stack: PositionStack, at: number, from: number, groups: readonly Group[]): void {
    const { words } = this.field;
    if (!this.findReach(from)) return;
    for (const { stones, border } of groups) touch(this.field, border, stones, this.reach);
    for (let word = 0; word < words; word++) {
      let some = 0;
      let all = -1;
      for (const { border } of groups) {
        some |= border[word] ?? 0;
        all &= border[word] ?? 0;
      }
      for (let targets = some & ~all; targets !== 0; targets &= targets - 1) {
        const to = firstNumber(word, targets);
        this.remainder.fill(0);
        for (const { stones, border } of groups) {
          if (hasNumber(border, to)) addSet(this.remainder, stones);
        }
        stack.pushMove(at, to, this.remainder);
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

/** Moves of a stone in Forms, for the robot. */
export class FormsMoves implements StoneMoves {
  private readonly field: Field;
  private readonly slides: Slides;

  constructor(field: Field) {
    this.field = field;
    this.slides = new Slides(field);
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
    if (groups.length < 2) return;
    this.slides.setPosition(stack, at);
    this.slides.push(stack, at, from, groups);
  }
}

/** Move generator of Forms for proof search. */
export class FormsSuccessors implements Successors {
  private readonly field: Field;
  private readonly split: Split;
  private readonly slides: Slides;

  constructor(field: Field) {
    this.field = field;
    this.split = new Split(field);
    this.slides = new Slides(field);
  }

  push(stack: PositionStack, at: number): void {
    const { words } = this.field;
    this.slides.setPosition(stack, at);
    for (let word = 0; word < words; word++) {
      for (let mine = stack.words[at + word] ?? 0; mine !== 0; mine &= mine - 1) {
        const from = firstNumber(word, mine);
        this.split.without(stack, at, from);
        this.pushCaptures(stack, at, from);
        // If the others stay one group, a slide that removes them loses at once.
        if (this.split.groups.length > 1) this.slides.push(stack, at, from, this.split.groups);
      }
    }
  }

  /** Half of the captures (adjacent pairs of unlike stones): about as many do not lose at once. */
  repliesAbout({ words }: PositionStack, at: number): number {
    const { words: setWords, stride } = this.field;
    let captures = 0;
    for (let word = 0; word < setWords; word++) {
      const last = word + 1 === setWords;
      const mine = words[at + word] ?? 0;
      const mineAbove = last ? 0 : (words[at + word + 1] ?? 0);
      const theirs = words[at + setWords + word] ?? 0;
      const theirsAbove = last ? 0 : (words[at + setWords + word + 1] ?? 0);
      const right = (mine & after(theirs, theirsAbove, 1)) | (theirs & after(mine, mineAbove, 1));
      const up =
        (mine & after(theirs, theirsAbove, stride)) | (theirs & after(mine, mineAbove, stride));
      captures += countRow(right) + countRow(up);
    }
    return captures >> 1;
  }

  private pushCaptures(stack: PositionStack, at: number, from: number): void {
    const { words, neighbours } = this.field;
    for (let word = 0; word < words; word++) {
      const beside = neighbours[from * words + word] ?? 0;
      let enemies = beside & (stack.words[at + words + word] ?? 0);
      for (; enemies !== 0; enemies &= enemies - 1) {
        const to = firstNumber(word, enemies);
        for (const { stones } of this.split.groups) {
          if (hasNumber(stones, to)) stack.pushMove(at, to, stones);
        }
      }
    }
  }
}

/** Shifts a set down by `numbers`; `above` is the set's next word. */
const after = (bits: number, above: number, numbers: number): number =>
  (bits >>> numbers) | (above << -numbers);
