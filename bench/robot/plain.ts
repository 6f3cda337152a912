import { AlphaBeta } from '../../src/engine/robot/alpha-beta.ts';
import { candidateOf, type Draw, shuffled } from '../../src/engine/robot/choose-move.ts';
import { deepen } from '../../src/engine/robot/deepening.ts';
import { GameArena } from '../../src/engine/robot/game-arena.ts';
import { STRENGTHS } from '../../src/engine/robot/level.ts';
import { Effort } from '../../src/engine/shape/effort.ts';
import type { Game } from '../../src/engine/shape/game.ts';
import type { Move, Position } from '../../src/engine/shape/types.ts';

/**
 * The move of the robot's own search and evaluation alone, without a proof, after so many milliseconds
 * of the processor. It is another one whenever the clock runs otherwise.
 */
export const alphaBetaMove = (game: Game, position: Position, ms: number, draw: Draw): Move => {
  const arena = game.arena?.(position) ?? new GameArena(game);
  const effort = new TimedEffort(ms);
  const moves = shuffled(game.legalMoves(position), draw);
  const looks = moves.map((move) => candidateOf(game, position, move, arena));
  const [best] = deepen(new AlphaBeta(arena, effort), looks, PLIES_MAX, effort).candidates;
  if (!best) throw new Error('there is no move');
  return best.move;
};

const PLIES_MAX = 100;

/** An effort that is spent when the processor has worked for so long. */
class TimedEffort extends Effort {
  private readonly from = process.cpuUsage();
  private readonly ms: number;
  private isOver = false;

  constructor(ms: number) {
    // Its memory is as large as the robot's.
    super({ nodesMax: STRENGTHS[5].nodesMax });
    this.ms = ms;
  }

  override get isSpent(): boolean {
    return this.isOver;
  }

  override spend(nodes: number): void {
    const before = this.nodes;
    super.spend(nodes);
    if (before >> LOOK_SHIFT === this.nodes >> LOOK_SHIFT) return;
    const { user, system } = process.cpuUsage(this.from);
    this.isOver = (user + system) / 1000 >= this.ms;
  }
}

/** The clock is looked at after every 32 nodes: a third of a millisecond. */
const LOOK_SHIFT = 5;
