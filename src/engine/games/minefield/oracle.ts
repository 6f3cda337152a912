import type { Effort } from '../../shape/effort.ts';
import type { Oracle, Value } from '../../shape/solution.ts';
import type { Size } from '../../shape/types.ts';
import type { CellMove, StonePosition } from '../../stones/types.ts';
import { LinesAhead } from './lines-ahead.ts';
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
