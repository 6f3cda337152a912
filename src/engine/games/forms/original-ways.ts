import type { Field } from '../../search/field.ts';
import { type FieldSet, firstNumber } from '../../search/field-set.ts';
import type { PositionStack } from '../../search/position-stack.ts';
import type { Split } from '../../search/split.ts';
import type { Ways } from './arena.ts';

/** How a stone moves in the original game of Forms. */
export class OriginalWays implements Ways {
  private readonly field: Field;

  constructor(field: Field) {
    this.field = field;
  }

  pushLinked(stack: PositionStack, at: number, _from: number, others: FieldSet): void {
    const { words } = this.field;
    for (let word = 0; word < words; word++) {
      let enemies = (stack.words[at + words + word] ?? 0) & (others[word] ?? 0);
      for (; enemies !== 0; enemies &= enemies - 1) {
        stack.pushMove(at, firstNumber(word, enemies), others);
      }
    }
  }

  pushParted(stack: PositionStack, at: number, from: number, { groups }: Split): void {
    for (const { stones } of groups) this.pushLinked(stack, at, from, stones);
  }
}
