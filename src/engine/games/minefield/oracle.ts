import type { Effort } from '../../shape/effort.ts';
import type { Oracle, Value } from '../../shape/solution.ts';
import type { Colour, Size } from '../../shape/types.ts';
import { opposite } from '../../stones/board.ts';
import { cellOf } from '../../stones/cell.ts';
import { hasCell } from '../../stones/cellset.ts';
import type { CellMove, StonePosition } from '../../stones/types.ts';
import { PLIES_MAX, Siege } from './siege.ts';
import { fitsTable, MinefieldTable } from './table.ts';

/**
 * What is found in Minefield: near wins by looking ahead, on boards of any size, and on small ones all
 * the rest, draws among it, from a table of all positions. All distances are exact.
 */
export class MinefieldOracle implements Oracle<StonePosition> {
  private readonly effort: Effort;
  private readonly linesAhead: LinesAhead;
  private readonly makeTable: (() => MinefieldTable) | undefined;
  private table: MinefieldTable | undefined;
  /** How much may be spent on one question before the table is filled. */
  private readonly share: number;

  constructor({ cols, rows }: Size, effort: Effort) {
    const size = { cols, rows };
    this.effort = effort;
    this.linesAhead = new LinesAhead(size, effort);
    const hasTable = fitsTable(size, effort);
    this.makeTable = hasTable ? () => new MinefieldTable(size, effort) : undefined;
    this.share = hasTable ? 2 ** (cols * rows) / TABLE_SHARE : effort.nodesMax;
  }

  evaluate(position: StonePosition): Value | undefined {
    return this.ask((oracle) => oracle.evaluate(position));
  }

  distance(position: StonePosition): number | undefined {
    return this.ask((oracle) => oracle.distance(position));
  }

  bestMove(position: StonePosition): CellMove | undefined {
    return this.ask((oracle) => oracle.bestMove(position));
  }

  private ask<T>(question: (oracle: LinesAhead | MinefieldTable) => T | undefined): T | undefined {
    if (this.table) return question(this.table);
    const { effort } = this;
    const { nodesMax } = effort;
    effort.nodesMax = Math.min(nodesMax, effort.nodes + this.share);
    const answer = question(this.linesAhead);
    effort.nodesMax = nodesMax;
    if (answer !== undefined || effort.isSpent) return answer;
    this.table = this.makeTable?.();
    return this.table && question(this.table);
  }
}

/** Looking ahead may cost so much less than the table has positions. */
const TABLE_SHARE = 16;

type Decided = 'win' | 'loss';

/**
 * Finds wins on boards of any size by looking ahead one ply, then two, and so on, so that the first
 * one found is the nearest. Of a position that nobody wins so soon it says nothing, and never that it
 * is drawn.
 */
export class LinesAhead implements Oracle<StonePosition> {
  private readonly effort: Effort;
  private readonly sieges: { readonly [Attacker in Colour]: Siege };

  constructor(size: Size, effort: Effort) {
    this.effort = effort;
    const black = new Siege(size, effort);
    // To whom the files belong, they are ranks when the board is mirrored over its diagonal.
    const isSquare = size.cols === size.rows;
    const white = isSquare ? black : new Siege({ cols: size.rows, rows: size.cols }, effort);
    this.sieges = { black, white };
  }

  evaluate(position: StonePosition): Decided | undefined {
    return this.look(position)?.value;
  }

  distance(position: StonePosition): number | undefined {
    const found = this.look(position);
    if (!found) return undefined;
    const { value, plies } = found;
    // The other player may be forced to make the last move, a ply before the winner could.
    const isNearer = plies > 1 && this.isWithin(position, value, plies - 1);
    if (isNearer) return plies - 1;
    return this.effort.isSpent ? undefined : plies;
  }

  bestMove(position: StonePosition): CellMove | undefined {
    const value = this.evaluate(position);
    const plies = this.distance(position);
    if (!value || plies === undefined) return undefined;
    const { siege, nameOf } = this.setUp(position, value);
    const cell = value === 'win' ? siege.forcing(plies) : siege.holding(plies);
    return cell === undefined || this.effort.isSpent ? undefined : { cell: nameOf(cell) };
  }

  /**
   * The value of a position, and within how many plies it is decided: the least of those that end with
   * a move of the winner.
   */
  private look(position: StonePosition): { value: Decided; plies: number } | undefined {
    for (let plies = 1; plies <= PLIES_MAX && !this.effort.isSpent; plies++) {
      const value = plies % 2 === 1 ? 'win' : 'loss';
      if (this.isWithin(position, value, plies)) return { value, plies };
    }
    return undefined;
  }

  private isWithin(position: StonePosition, value: Decided, plies: number): boolean {
    const { siege } = this.setUp(position, value);
    return value === 'win' ? siege.attack(plies) : siege.defend(plies);
  }

  /** Sets up a position for its winner, and tells how the cells of the search are called. */
  private setUp({ board, turn }: StonePosition, value: Decided) {
    const winner = value === 'win' ? turn : opposite(turn);
    const siege = this.sieges[winner];
    const cellFrom =
      winner === 'black' ? cellOf : (file: number, rank: number) => cellOf(rank, file);
    siege.board.set((file, rank) => hasCell(board.black, cellFrom(file, rank)));
    const nameOf = (cell: number) => cellFrom(siege.board.fileOf(cell), siege.board.rankOf(cell));
    return { siege, nameOf };
  }
}
