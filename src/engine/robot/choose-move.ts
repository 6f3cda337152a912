import { gameOf } from '../registry.ts';
import { type Arena, WON } from '../shape/arena.ts';
import { Effort } from '../shape/effort.ts';
import type { Game } from '../shape/game.ts';
import type { Move, Position } from '../shape/types.ts';
import { AlphaBeta, LOOKS } from './alpha-beta.ts';
import { type Candidate, deepen, safeFirst, settle } from './deepening.ts';
import { drawsFrom, shuffled } from './draws.ts';
import { ExactEnd } from './exact-end.ts';
import { GameArena } from './game-arena.ts';
import { type Level, movesSeenOn, nodesOn, STRENGTHS } from './level.ts';

/** What a choice depends on besides the position. */
interface Orders {
  readonly level: Level;
  /** What ties and the moves it sees are drawn from: any text, such as a board's number and revision. */
  readonly seed: string;
  /** The nodes that may be spent: those of the level where nothing is said. */
  readonly nodesMax?: number;
}

/** A move, and what it cost. */
interface Choice {
  readonly move: Move;
  /**
   * How much work it was: positions whose moves were looked at, one of them for every 64 moves it has,
   * so that a node takes about as long in every game.
   */
  readonly nodes: number;
  /** How many plies ahead all moves were looked at; 0 for the only one, or one that is proven. */
  readonly plies: number;
}

/**
 * The move that a robot plays in a position in which the game goes on. The same position, level, seed
 * and number of nodes always give the same move. However few nodes there are, from level 2 on it is
 * none that loses at once, nor one after which the opponent can win at once, unless all that the level
 * sees are.
 *
 * @throws Error when there is no legal move
 */
export const chooseMove = (position: Position, { level, seed, nodesMax }: Orders): Choice => {
  const game: Game = gameOf(position.rules);
  const strength = STRENGTHS[level];
  const draw = drawsFrom(seed);
  const seen = movesSeenOn(level, position.board);
  const moves = shuffled(game.legalMoves(position), draw).slice(0, seen);
  const [first] = moves;
  if (!first) throw new Error('a position without a legal move');
  if (moves.length === 1) return { move: first, nodes: 0, plies: 0 };
  const { pliesMax, isCareful, proofShare } = strength;
  const nodesAtMost = nodesMax ?? nodesOn(level, position);
  // Half of it looks for a win before the search, and half for what is wrong with its choice. What a
  // small board has beyond the usual nodes is for proofs alone.
  const usual = Math.min(nodesAtMost, strength.nodesMax);
  const share = Math.floor((usual * proofShare) / 2);
  const proofNodes = proofShare === 0 ? 0 : share + nodesAtMost - usual;
  const arena: Arena = game.arena?.(position) ?? new GameArena(game);
  const looks = moves.map((move) => candidateOf(game, position, move, arena));
  const end = new ExactEnd(game, position, proofNodes + share);
  const winning = looks.find(({ value }) => value === WON)?.move ?? end.winning(moves, proofNodes);
  if (winning) return { move: winning, nodes: end.nodes, plies: 0 };
  const effort = new Effort({ nodesMax: Math.min(usual, nodesAtMost - end.nodes) - share });
  effort.spend(Math.ceil(moves.length / LOOKS));
  const search = new AlphaBeta(arena, effort);
  const settled = isCareful ? settle(arena, search, looks, effort) : looks;
  const { candidates, plies } = deepen(search, settled, pliesMax, effort);
  // Where nothing was looked at any further, the best look may have hidden an end.
  const sorted = isCareful && plies === 1 ? safeFirst(arena, candidates) : candidates;
  const byMerit = sorted.map(({ move }) => move);
  return { move: end.holding(byMerit, share) ?? first, nodes: effort.nodes + end.nodes, plies };
};

/** Puts the position after a move into the arena, unless the game is over there. */
export const candidateOf = (
  game: Game,
  position: Position,
  move: Move,
  arena: Arena,
): Candidate => {
  const after = game.play(position, move).position;
  const outcome = game.outcome(after);
  if (outcome) {
    const { winner } = outcome;
    const value = winner === position.turn ? WON : -WON;
    return { move, at: undefined, value: winner === undefined ? 0 : value };
  }
  const at = arena.top;
  arena.add(after);
  return { move, at, value: -arena.look(at) };
};
