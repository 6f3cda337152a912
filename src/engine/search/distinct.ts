import { hashOf } from './hash.ts';
import type { PositionStack } from './position-stack.ts';

/** Finds positions that stand on a stack twice. */
export class Distinct {
  /** One behind the place of a position, or 0: open addressing. */
  private slots = new Int32Array(SLOTS_MIN);

  /** Of the positions from `begin` to the top of a stack, keeps each once, in their order. */
  keep(stack: PositionStack, begin: number): void {
    const { words, positionWords, setWords, top } = stack;
    const keyWords = 2 * setWords;
    const mask = this.clear((top - begin) / positionWords);
    stack.top = begin;
    for (let next = begin; next < top; next += positionWords) {
      const index = this.find(words, next, keyWords, mask);
      if (this.slots[index] !== 0) continue;
      this.slots[index] = stack.top + 1;
      for (let word = 0; word < keyWords; word++) words[stack.top + word] = words[next + word] ?? 0;
      stack.top += positionWords;
    }
  }

  /** Empties twice as many slots as there are positions. Returns the greatest index. */
  private clear(count: number): number {
    let size = SLOTS_MIN;
    while (size < 2 * count) size *= 2;
    if (size > this.slots.length) this.slots = new Int32Array(size);
    else this.slots.fill(0, 0, size);
    return size - 1;
  }

  /** The slot of a position, or the empty one that it would have. */
  private find(words: Int32Array, at: number, keyWords: number, mask: number): number {
    for (let index = hashOf(words, at, keyWords) & mask; ; index = (index + 1) & mask) {
      const other = (this.slots[index] ?? 0) - 1;
      if (other < 0) return index;
      let word = 0;
      while (word < keyWords && words[other + word] === words[at + word]) word++;
      if (word === keyWords) return index;
    }
  }
}

/** Enough for the successors of most positions. */
const SLOTS_MIN = 64;
