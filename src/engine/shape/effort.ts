/** How much work an answer may cost. */
export interface SolveLimits {
  /** Positions to look at; the last step may look at a few more. */
  readonly nodesMax: number;
  /** Is told now and then how many positions have been looked at. */
  readonly onProgress?: (nodes: number) => void;
}

/** Counts the work that goes into an answer, and says when it is enough. */
export class Effort {
  /** How many positions have been looked at. */
  nodes = 0;
  /** How many may be looked at; may be set anew to give some part of the work less than all. */
  nodesMax: number;
  private readonly onProgress: (nodes: number) => void;
  private reported = 0;

  constructor({ nodesMax, onProgress }: SolveLimits) {
    this.nodesMax = nodesMax;
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
