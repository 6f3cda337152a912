import { type Field, packCells } from '../../search/field.ts';
import type { PositionStack } from '../../search/position-stack.ts';
import { ProofSearch } from '../../search/proof-search.ts';
import type { Effort, Oracle } from '../../shape/solution.ts';
import { countRow, fileOf, fullRow, rankOf, type StonePosition } from '../../stones/board.ts';

/**
 * The oracle of Breakthrough, on boards that one word holds. Whoever is to move goes up: each position stands upside
 * down after the one before it.
 */
export function breakthroughOracle(
  { board: { cols, rows } }: StonePosition,
  effort: Effort,
): Oracle<StonePosition> | undefined {
  const stride = cols + 1;
  if (stride * rows > 32) return undefined;
  const ranks = Array.from(
    { length: rows },
    (_, rank) => fullRow({ cols, rows }) << (rank * stride),
  );
  const cells = ranks.reduce((all, rank) => all | rank, 0);
  const field: Field = {
    words: 1,
    stride,
    height: rows,
    cells: Int32Array.of(cells),
    neighbours: new Int32Array(),
    isDirected: true,
    numberOf: (cell) => rankOf(cell) * stride + fileOf(cell),
  };
  const overturned = (set: number): number => {
    let turned = 0;
    for (let rank = 0; rank < rows; rank++) {
      turned |= ((set >>> (rank * stride)) & (ranks[0] ?? 0)) << ((rows - 1 - rank) * stride);
    }
    return turned;
  };
  // From the last rank but one, a stone can always go on, straight or to the side.
  const [near = 0, far = 0] = [ranks[1], ranks[rows - 2]];
  const add = (stack: PositionStack, mine: number, theirs: number) => {
    const at = stack.push();
    stack.words[at] = mine;
    stack.words[at + 1] = theirs;
  };
  const successors = {
    push(stack: PositionStack, at: number): void {
      const [mine = 0, theirs = 0] = [stack.words[at], stack.words[at + 1]];
      // Nobody's position has no moves: whoever is to move there has lost.
      if ((mine & far) !== 0) {
        add(stack, 0, 0);
        return;
      }
      for (let left = mine; left !== 0; left &= left - 1) {
        const from = left & -left;
        const straight = (from << stride) & ~theirs;
        const targets = (straight | (from << (stride - 1)) | (from << (stride + 1))) & ~mine;
        for (let open = targets & cells; open !== 0; open &= open - 1) {
          const to = open & -open;
          const others = theirs & ~to;
          if ((others & near) === 0) add(stack, overturned(others), overturned((mine ^ from) | to));
        }
      }
    },
    repliesAbout: (stack: PositionStack, at: number): number => countRow(stack.words[at] ?? 0),
  };
  const search = new ProofSearch(field, successors, effort);
  const write =
    ({ board: { black, white }, turn }: StonePosition) =>
    (words: Int32Array) => {
      packCells(field, turn === 'black' ? black : white, words, 0);
      packCells(field, turn === 'black' ? white : black, words, 1);
      if (turn === 'black') return;
      for (const at of [0, 1]) words[at] = overturned(words[at] ?? 0);
    };
  return {
    evaluate: (position) => search.evaluate(write(position)),
    work: (position) => search.workOn(write(position)),
  };
}
