import type { Effort, Oracle, Value } from '../../shape/solution.ts';
import type { Colour, Size } from '../../shape/types.ts';
import {
  type CellMove,
  cellOf,
  hasCell,
  opposite,
  type StonePosition,
} from '../../stones/board.ts';
import { PLIES_MAX, Siege } from './siege.ts';
import { fitsTable, MinefieldTable } from './table.ts';

/**
 * The oracle of Minefield: near wins by search on any board, and on small boards all values, including draws,
 * from a table of all positions. All distances are exact.
 */
export class MinefieldOracle implements Oracle<StonePosition> {
  private readonly effort: Effort;
  private readonly linesAhead: LinesAhead;
  private readonly makeTable: (() => MinefieldTable) | undefined;
  private table: MinefieldTable | undefined;
  /** Search nodes for one query before the table is filled. */
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

/** Search gets 1/16 of the table's positions as nodes. */
const TABLE_SHARE = 16;

type Decided = 'win' | 'loss';

/**
 * Finds the nearest win on any board by iterative deepening. Undefined if neither side wins within
 * `PLIES_MAX`; never finds a draw.
 */
export class LinesAhead implements Oracle<StonePosition> {
  private readonly effort: Effort;
  private readonly sieges: { readonly [Attacker in Colour]: Siege };

  constructor(size: Size, effort: Effort) {
    this.effort = effort;
    const black = new Siege(size, effort);
    // White's files are ranks on the board mirrored over its diagonal.
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
    // The loser may be forced to make the last move, a ply earlier.
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

  /** The value of a position, and the fewest plies to an end by the winner's move. */
  private look(position: StonePosition): { value: Decided; plies: number } | undefined {
    for (let plies = 1; plies <= PLIES_MAX && !this.effort.isSpent; plies++) {
      const value = plies % 2 === 1 ? 'win' : 'loss';
      if (this.isWithin(position, value, plies)) return { value, plies };
    }
    return undefined;
  }

  private isWithin(position: StonePosition, value: Decided, plies: number): boolean {
    const { siege } = this.setUp(position, value);
    return value === 'win' ? siege.winsByAttack(plies) : siege.winsAgainstDefence(plies);
  }

  /** Sets up a position for its winner, and maps the cells of the search to board cells. */
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
