import { type Field, type FieldSet, makeFieldSet, removeSet, spread, takeFirst } from './field.ts';
import type { PositionStack } from './position-stack.ts';

/** Stones that are linked to each other. */
export interface Group {
  readonly stones: FieldSet;
  /** Room for whoever uses the group: the cells from which a stone would touch it. */
  readonly shore: FieldSet;
}

/** What is left when one stone leaves its group: the other stones, and the groups they fall into. */
export class Split {
  readonly rest: FieldSet;
  groups: readonly Group[] = [];
  private readonly field: Field;
  private readonly beside: FieldSet;
  /** The first none, one, two, three and four of four groups: there is one on each side at most. */
  private readonly firstGroups: readonly (readonly Group[])[];

  constructor(field: Field) {
    this.field = field;
    this.rest = makeFieldSet(field);
    this.beside = makeFieldSet(field);
    const four = Array.from({ length: 4 }, () => ({
      stones: makeFieldSet(field),
      shore: makeFieldSet(field),
    }));
    this.firstGroups = [0, 1, 2, 3, 4].map((count) => four.slice(0, count));
  }

  /** Takes the stone with this number from the position at `at`. */
  without(stack: PositionStack, at: number, number: number): void {
    const { rest, beside } = this;
    const { words, neighbours } = this.field;
    for (let word = 0; word < words; word++) {
      const mine = stack.words[at + word] ?? 0;
      const theirs = stack.words[at + words + word] ?? 0;
      const leaver = word === number >> 5 ? 1 << (number & 31) : 0;
      const stay = (mine | theirs) & ~leaver;
      rest[word] = stay;
      beside[word] = stay & (neighbours[number * words + word] ?? 0);
    }
    let count = 0;
    for (const { stones } of this.firstGroups[4] ?? []) {
      if (!takeFirst(stones, beside)) break;
      // Most stones link no others: then those beside it are soon found in one group, and no more
      // need be looked for.
      const goal = count === 0 ? beside : rest;
      if (spread(this.field, stones, rest, goal)) stones.set(rest);
      removeSet(beside, stones);
      count++;
    }
    this.groups = this.firstGroups[count] ?? [];
  }
}
