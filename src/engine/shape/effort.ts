/** Limits of a search. */
export interface SolveLimits {
  /** Positions to search; the last step may search a few more. */
  readonly nodesMax: number;
  /** Bytes of the table of a search; default 512 MiB. */
  readonly bytesMax?: number;
  /**
   * Further positions to search once the value is found, for the line and again for the other moves; each
   * time at least as many as were searched so far. Never more than `nodesMax` in all. Default `nodesMax`.
   */
  readonly moreNodesMax?: number;
  /** Called from time to time with the number of positions searched. */
  readonly onProgress?: (nodes: number) => void;
}

/** Counts the work of a search against its limits. */
export class Effort {
  /** Positions searched. */
  nodes = 0;
  /** Limit of positions; may be lowered for a part of the work. */
  nodesMax: number;
  /** Limit of table bytes. */
  readonly bytesMax: number;
  private readonly onProgress: (nodes: number) => void;
  private reported = 0;

  constructor({ nodesMax, bytesMax = BYTES_MAX, onProgress }: SolveLimits) {
    this.nodesMax = nodesMax;
    this.bytesMax = bytesMax;
    this.onProgress = onProgress ?? (() => {});
  }

  get isSpent(): boolean {
    return this.nodes >= this.nodesMax;
  }

  spend(nodes: number): void {
    this.nodes += nodes;
    if (this.nodes - this.reported < REPORT_NODES) return;
    this.reported = this.nodes;
    this.onProgress(this.nodes);
  }
}

/** A few reports per second. */
const REPORT_NODES = 2 ** 20;

/** `searchCost` of a game that does not say: positions and moves are a few small sets of cells. */
export const PLAIN_COST = 20;

/** Below 1 GiB while a growing table is copied. */
const BYTES_MAX = 512 * 1024 * 1024;
