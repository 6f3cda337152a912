import type { Field } from '../../search/field.ts';
import { firstNumber } from '../../search/field-set.ts';
import type { PositionStack } from '../../search/position-stack.ts';
import type { Successors } from '../../search/proof-search.ts';
import { Split } from '../../search/split.ts';
import { countRow } from '../../stones/cellset.ts';

/** The moves of the original game of Forms, for a search. */
export class FormsOriginalSuccessors implements Successors {
  private readonly field: Field;
  private readonly split: Split;

  constructor(field: Field) {
    this.field = field;
    this.split = new Split(field);
  }

  push(stack: PositionStack, at: number): void {
    const { words } = this.field;
    for (let word = 0; word < words; word++) {
      for (let mine = stack.words[at + word] ?? 0; mine !== 0; mine &= mine - 1) {
        this.split.without(stack, at, firstNumber(word, mine));
        this.pushCaptures(stack, at);
      }
    }
  }

  /** Each stone of the player to move can take the place of each of the opponent's. */
  repliesAbout({ words }: PositionStack, at: number): number {
    const { words: setWords } = this.field;
    let mine = 0;
    let theirs = 0;
    for (let word = at; word < at + setWords; word++) {
      mine += countRow(words[word] ?? 0);
      theirs += countRow(words[word + setWords] ?? 0);
    }
    return mine * theirs;
  }

  /** Only the group in which the stone arrives is kept. */
  private pushCaptures(stack: PositionStack, at: number): void {
    const { words } = this.field;
    for (const { stones } of this.split.groups) {
      for (let word = 0; word < words; word++) {
        let enemies = (stack.words[at + words + word] ?? 0) & (stones[word] ?? 0);
        for (; enemies !== 0; enemies &= enemies - 1) {
          stack.pushMove(at, firstNumber(word, enemies), stones);
        }
      }
    }
  }
}
