/** How much work an answer may cost. */
export interface SolveLimits {
  /** Positions to look at; the last step may look at a few more. */
  readonly nodesMax: number;
  /** How many bytes of what is found a search may keep: 512 MiB where nothing is said. */
  readonly bytesMax?: number;
  /**
   * Positions to look at once the value is found, for how it goes on, and as many again for the other
   * moves; where the value took more, as many as that. All of `nodesMax` where nothing is said.
   */
  readonly moreNodesMax?: number;
  /** Is told now and then how many positions have been looked at. */
  readonly onProgress?: (nodes: number) => void;
}

/** Counts the work that goes into an answer, and says when it is enough. */
export class Effort {
  /** How many positions have been looked at. */
  nodes = 0;
  /** How many may be looked at; may be set anew to give some part of the work less than all. */
  nodesMax: number;
  /** How many bytes of what is found may be kept. */
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

/** A report comes a few times a second. */
const REPORT_NODES = 2 ** 20;

/** With an old table beside a new one while it grows, a search stays below a gibibyte. */
const BYTES_MAX = 512 * 1024 * 1024;
