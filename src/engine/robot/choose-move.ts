import { gameOf } from '../registry.ts';
import { type Arena, NO_MORE, WON } from '../shape/arena.ts';
import { Effort } from '../shape/effort.ts';
import type { Game } from '../shape/game.ts';
import type { Oracle, Value } from '../shape/solution.ts';
import type { Move, Position } from '../shape/types.ts';
import { AlphaBeta, FAR, LOOKS, NARROW, pliesLess } from './alpha-beta.ts';
import { GameArena } from './game-arena.ts';
import { type Level, movesSeenOn, nodesOn, STRENGTHS } from './level.ts';

/** A legal move, with what is known of it so far. */
interface Candidate {
  readonly move: Move;
  /** Where the position after it stands in the arena; undefined when it ends the game. */
  readonly at: number | undefined;
  /** What it seems to be worth to who makes it. */
  readonly value: number;
}

/** Some moves, the best first, and how many plies ahead all of them were looked at. */
interface Looked {
  readonly candidates: readonly Candidate[];
  readonly plies: number;
}

/** The same moves, played on where their looks cannot be trusted, as far as the effort lasts. */
const settle = (
  arena: Arena,
  search: AlphaBeta,
  moves: readonly Candidate[],
  effort: Effort,
): readonly Candidate[] =>
  moves.map((candidate) => {
    const { at } = candidate;
    if (at === undefined || arena.isQuiet(at) || effort.isSpent) return candidate;
    const value = -search.evaluate(at, 1, -WON, WON);
    return effort.isSpent ? candidate : { ...candidate, value };
  });

/**
 * Looks at some moves one ply ahead, then two, and so on, while the effort lasts and there is something
 * to choose. Of equal moves the first stays the first.
 */
const deepen = (
  search: AlphaBeta,
  moves: readonly Candidate[],
  pliesMax: number,
  effort: Effort,
): Looked => {
  let candidates = moves.toSorted(byValue);
  let plies = 1;
  while (plies < pliesMax && isOpen(candidates)) {
    candidates = lookFurther(search, candidates, plies, effort);
    if (effort.isSpent) break;
    plies++;
  }
  return { candidates, plies };
};

/** The same moves, but first of all the first after which the opponent cannot win at once. */
const safeFirst = (arena: Arena, candidates: readonly Candidate[]): readonly Candidate[] => {
  const safe = candidates.find(({ at, value }) =>
    at === undefined ? value > -FAR : !canWinAtOnce(arena, at),
  );
  return safe ? [safe, ...candidates.filter((each) => each !== safe)] : candidates;
};

const byValue = (one: Candidate, other: Candidate): number => other.value - one.value;

/** Whether there are two moves or more that are not lost, and none that wins. */
const isOpen = ([first, second]: readonly Candidate[]): boolean =>
  first !== undefined && second !== undefined && first.value < FAR && second.value > -FAR;

/**
 * Looks at each move so many plies beyond it, as far as the effort lasts. A move that is worse than
 * one before it gets a bound, which is enough to put it behind.
 */
const lookFurther = (
  search: AlphaBeta,
  candidates: readonly Candidate[],
  plies: number,
  effort: Effort,
): Candidate[] => {
  const looked: Candidate[] = [];
  let low = -WON;
  for (const candidate of candidates) {
    const { at } = candidate;
    let { value } = candidate;
    if (at !== undefined) {
      const tried = looked.length;
      const isFirst = tried === 0;
      const less = Math.min(plies - 1, pliesLess(tried, false));
      const [alpha, beta] = isFirst ? [-WON, WON] : [-low - NARROW, -low];
      value = -search.evaluate(at, plies - less, alpha, beta);
      if (less > 0 && value > low) value = -search.evaluate(at, plies, alpha, beta);
      if (!isFirst && value > low) value = -search.evaluate(at, plies, -WON, -low);
      if (effort.isSpent) break;
    }
    looked.push({ ...candidate, value });
    low = Math.max(low, value);
  }
  // What was not reached stays behind what was, but for what has turned out to lose.
  const rest = candidates.slice(looked.length);
  const kept = looked.filter(({ value }) => value > -FAR).sort(byValue);
  const lost = looked.filter(({ value }) => value <= -FAR).sort(byValue);
  return [...kept, ...rest, ...lost];
};

/** Whether who is to move has a move that wins the game at once. */
const canWinAtOnce = (arena: Arena, at: number): boolean => {
  const { top, positionWords } = arena;
  let found = false;
  for (let part = 0; part !== NO_MORE && !found; arena.top = top) {
    part = arena.push(at, part);
    for (let next = top; next < arena.top && !found; next += positionWords) {
      found = arena.look(next) === -WON;
    }
  }
  return found;
};

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
const candidateOf = (game: Game, position: Position, move: Move, arena: Arena): Candidate => {
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

/** Numbers from 0 to below a bound that look random. */
export type Draw = (below: number) => number;

/** Draws that are the same again for the same seed: FNV-1a of its signs, then mulberry32. */
export const drawsFrom = (seed: string): Draw => {
  let state = 0x811c9dc5;
  for (const sign of seed) state = Math.imul(state ^ (sign.codePointAt(0) ?? 0), 0x01000193);
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
};

/** A list in an order by chance. */
export const shuffled = <T>(list: readonly T[], draw: Draw): readonly T[] => {
  const left = [...list];
  return list.map(() => {
    const at = draw(left.length);
    const [last] = left.splice(-1);
    const drawn = at === left.length ? last : left[at];
    if (at < left.length) left[at] = last as T;
    return drawn as T;
  });
};

/** What a game's oracle knows of the moves of a position, for a share of a robot's nodes. */
class ExactEnd {
  private readonly game: Game;
  private readonly position: Position;
  private readonly proof = new Effort({ nodesMax: 0 });
  private readonly oracle: Oracle | undefined;

  /** @param nodesMax what all questions together may cost at most */
  constructor(game: Game, position: Position, nodesMax: number) {
    this.game = game;
    this.position = position;
    this.proof.nodesMax = nodesMax * ORACLE_NODES;
    this.oracle = game.oracle?.(position, this.proof);
  }

  /** How many nodes it has cost so far. */
  get nodes(): number {
    return Math.ceil(this.proof.nodes / ORACLE_NODES);
  }

  /** A winning move, when one is found at the cost of so many nodes. */
  winning(moves: readonly Move[], nodesMax: number): Move | undefined {
    if (this.ask(this.position, nodesMax) !== 'win') return undefined;
    const shortest = this.oracle?.bestMove?.(this.position);
    // On its way to the proof it has seen what a winning move leads to.
    return shortest ?? moves.find((move) => this.ask(this.after(move), 0) === 'loss');
  }

  /**
   * The first move that is not found to lose, at the cost of so many nodes: each gets half of what is
   * left. Where there is none, that is the first of all.
   */
  holding(moves: readonly Move[], nodesMax: number): Move | undefined {
    const end = this.nodes + nodesMax;
    for (const move of moves) {
      const left = Math.floor((end - this.nodes) / 2);
      if (left < 1) break;
      if (this.ask(this.after(move), left) !== 'win') return move;
    }
    return moves[0];
  }

  private after(move: Move): Position {
    return this.game.play(this.position, move).position;
  }

  /** The value of a position, when it is found at the cost of so many nodes. */
  private ask(position: Position, nodesMax: number): Value | undefined {
    const outcome = this.game.outcome(position);
    if (outcome) {
      if (outcome.winner === undefined) return 'draw';
      return outcome.winner === position.turn ? 'win' : 'loss';
    }
    this.proof.nodesMax = this.proof.nodes + nodesMax * ORACLE_NODES;
    return this.oracle?.evaluate(position);
  }
}

/** So many nodes of an oracle are about as much work as one of the robot's. */
export const ORACLE_NODES = 32;
