import { type Field, fieldAround, packCells } from '../../search/field.ts';
import { ProofSearch, type Successors } from '../../search/proof-search.ts';
import type { Effort } from '../../shape/effort.ts';
import type { Oracle } from '../../shape/solution.ts';
import { opposite, stonesOf } from '../../stones/board.ts';
import { countCells } from '../../stones/cellset.ts';
import type { StonePosition } from '../../stones/types.ts';

/** What makes the oracles of a game of Forms, given how its stones move. */
export const formsOracle =
  (successorsOn: (field: Field) => Successors) =>
  (start: StonePosition, effort: Effort): Oracle<StonePosition> => {
    const field = fieldAround(start.board, marginOf(start));
    const search = new ProofSearch(field, successorsOn(field), effort);
    const writing =
      ({ board, turn }: StonePosition) =>
      (words: Int32Array): void => {
        packCells(field, board[turn], words, 0);
        packCells(field, board[opposite(turn)], words, field.words);
      };
    return {
      evaluate: (position) => search.evaluate(writing(position)),
      work: (position) => search.work(writing(position)),
    };
  };

/**
 * How far from the stones an empty cell can matter. A move that does not lose at once ends beside a
 * stone that stays, so it widens the rectangle around the stones by one cell at most, and it leaves
 * a stone less; two stones are lost for the player to move wherever they are. From n stones the game
 * needs n - 2 cells on each side, and the first of them makes a way around the stones.
 */
const marginOf = ({ board }: StonePosition): number => Math.max(0, countCells(stonesOf(board)) - 2);
