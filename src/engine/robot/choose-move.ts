import { gameOf } from '../registry.ts';
import type { Game } from '../shape/game.ts';
import { NO_MORE, type SearchStack, WON } from '../shape/search-stack.ts';
import { drawsFrom } from '../shape/seeded-random.ts';
import { Effort, type Oracle, type Value } from '../shape/solution.ts';
import type { Move, Outcome, Position } from '../shape/types.ts';
import {
  AlphaBeta,
  EVALUATIONS_PER_NODE,
  FORCED_WIN,
  lateMoveReduction,
  NARROW,
} from './alpha-beta.ts';
import { type Level, movesSeen, nodesOn, STRENGTHS } from './level.ts';

/** A legal move with its current value. */
interface Candidate {
  readonly move: Move;
  /** Index in the stack of the position after it; undefined if it ends the game. */
  readonly at: number | undefined;
  /** Estimated value for the mover. */
  readonly value: number;
}

/** Moves, the best first, and the depth of the completed search. */
interface Searched {
  readonly candidates: readonly Candidate[];
  readonly plies: number;
}

/** Searches unquiet moves one ply further, as far as the effort lasts. */
const searchUnquiet = (
  stack: SearchStack,
  search: AlphaBeta,
  moves: readonly Candidate[],
  effort: Effort,
): readonly Candidate[] =>
  moves.map((candidate) => {
    const { at } = candidate;
    if (at === undefined || stack.isQuiet(at) || effort.isSpent) return candidate;
    const value = -search.evaluate(at, 1, -WON, WON);
    return effort.isSpent ? candidate : { ...candidate, value };
  });

/** Iterative deepening, while the effort lasts and there is a choice. Sorting is stable. */
const deepen = (
  search: AlphaBeta,
  moves: readonly Candidate[],
  pliesMax: number,
  effort: Effort,
): Searched => {
  let candidates = moves.toSorted(byValue);
  let plies = 1;
  while (plies < pliesMax && isOpen(candidates)) {
    candidates = searchFurther(search, candidates, plies, effort);
    if (effort.isSpent) break;
    plies++;
  }
  return { candidates, plies };
};

/** Moves the first safe move to the front: one after which the opponent cannot win at once. */
const safeFirst = (stack: SearchStack, candidates: readonly Candidate[]): readonly Candidate[] => {
  const safe = candidates.find(({ at, value }) =>
    at === undefined ? value > -FORCED_WIN : !canWinAtOnce(stack, at),
  );
  return safe ? [safe, ...candidates.filter((each) => each !== safe)] : candidates;
};

const byValue = (one: Candidate, other: Candidate): number => other.value - one.value;

/** Whether at least two moves do not lose, and none wins. */
const isOpen = ([first, second]: readonly Candidate[]): boolean =>
  first !== undefined &&
  second !== undefined &&
  first.value < FORCED_WIN &&
  second.value > -FORCED_WIN;

/**
 * One iteration of the search, as far as the effort lasts. A move that is worse than an earlier one gets a
 * bound, which is enough to sort it.
 */
const searchFurther = (
  search: AlphaBeta,
  candidates: readonly Candidate[],
  plies: number,
  effort: Effort,
): Candidate[] => {
  const searched: Candidate[] = [];
  let low = -WON;
  for (const candidate of candidates) {
    const { at } = candidate;
    let { value } = candidate;
    if (at !== undefined) {
      const tried = searched.length;
      const isFirst = tried === 0;
      const less = Math.min(plies - 1, lateMoveReduction(tried, false));
      const [alpha, beta] = isFirst ? [-WON, WON] : [-low - NARROW, -low];
      value = -search.evaluate(at, plies - less, alpha, beta);
      if (less > 0 && value > low) value = -search.evaluate(at, plies, alpha, beta);
      if (!isFirst && value > low) value = -search.evaluate(at, plies, -WON, -low);
      if (effort.isSpent) break;
    }
    searched.push({ ...candidate, value });
    low = Math.max(low, value);
  }
  // Moves not reached stay after those searched, but before losing ones.
  const rest = candidates.slice(searched.length);
  const notLosing = searched.filter(({ value }) => value > -FORCED_WIN).sort(byValue);
  const lost = searched.filter(({ value }) => value <= -FORCED_WIN).sort(byValue);
  return [...notLosing, ...rest, ...lost];
};

/** Whether the player to move can win at once. */
const canWinAtOnce = (stack: SearchStack, at: number): boolean => {
  const { top, positionLength } = stack;
  let found = false;
  for (let part = 0; part !== NO_MORE && !found; stack.top = top) {
    part = stack.push(at, part);
    for (let next = top; next < stack.top && !found; next += positionLength) {
      found = stack.evaluate(next) === -WON;
    }
  }
  return found;
};

/** From this level on, moves are searched deeper than one ply, and as far as the nodes last. */
const DEEP = 3;
const PLIES_MAX = 100;
/** From this level on, unquiet positions are searched further, and an immediate win of the opponent is seen. */
const CAREFUL = 2;
/**
 * Share of the nodes of level 5 for proofs by the game's oracle; exact endgames would make the lower levels too strong. On
 * 8x8 Minefield most proofs found take a tenth; with one half the search is too short.
 */
const PROOF_SHARE = 1 / 10;

interface ChoiceOptions {
  readonly level: Level;
  /** Seed of ties and of the moves seen: any text, such as a board's number and revision. */
  readonly seed: string;
  /** Limit of nodes; default that of the level. */
  readonly nodesMax?: number;
}

/** A move and its cost. */
interface Choice {
  readonly move: Move;
  /**
   * Work: positions expanded, plus one for every 64 moves evaluated, so that a node takes about the same time
   * in every game.
   */
  readonly nodes: number;
  /** Depth of the completed search; 0 for the only move, or a proven one. */
  readonly plies: number;
}

/**
 * The robot's move in an unfinished game. Deterministic for a position, level, seed and number of nodes. From
 * level 2 on, with any number of nodes, it avoids moves that lose at once or let the opponent win at once, if
 * the level sees another.
 *
 * @throws Error if there is no legal move
 */
export const chooseMove = (
  position: Position,
  { level, seed, nodesMax }: ChoiceOptions,
): Choice => {
  const game: Game = gameOf(position.rules);
  const moves = movesSeen(level, position, drawsFrom(seed));
  const [first] = moves;
  if (!first) throw new Error('a position without a legal move');
  if (moves.length === 1) return { move: first, nodes: 0, plies: 0 };
  const isCareful = level >= CAREFUL;
  const nodesAtMost = nodesMax ?? nodesOn(level, position);
  // Half of the proof share looks for a win before the search, half refutes its choice. The extra nodes of a
  // small board are for proofs alone.
  const levelNodes = Math.min(nodesAtMost, STRENGTHS[level].repeatingNodesMax);
  const share = level === 5 ? Math.floor((levelNodes * PROOF_SHARE) / 2) : 0;
  const proofNodes = level === 5 ? share + nodesAtMost - levelNodes : 0;
  const stack: SearchStack = game.searchStack?.(position) ?? new GameStack(game);
  const evaluated = moves.map((move) => candidateOf(game, position, move, stack));
  const end = new ExactEnd(game, position, proofNodes + share);
  const winning =
    evaluated.find(({ value }) => value === WON)?.move ?? end.winning(moves, proofNodes);
  if (winning) return { move: winning, nodes: end.nodes, plies: 0 };
  const effort = new Effort({ nodesMax: Math.min(levelNodes, nodesAtMost - end.nodes) - share });
  effort.spend(Math.ceil(moves.length / EVALUATIONS_PER_NODE));
  const search = new AlphaBeta(stack, effort);
  const searched = isCareful ? searchUnquiet(stack, search, evaluated, effort) : evaluated;
  const { candidates, plies } = deepen(search, searched, level >= DEEP ? PLIES_MAX : 1, effort);
  // Without a deeper search, the best move may allow a win at once.
  const sorted = isCareful && plies === 1 ? safeFirst(stack, candidates) : candidates;
  const byMerit = sorted.map(({ move }) => move);
  return { move: end.holding(byMerit, share) ?? first, nodes: effort.nodes + end.nodes, plies };
};

/** Adds the position after a move to the stack, unless it ends the game. */
const candidateOf = (game: Game, position: Position, move: Move, stack: SearchStack): Candidate => {
  const after = game.play(position, move).position;
  const outcome = game.outcome(after);
  if (outcome) {
    const { winner } = outcome;
    const value = winner === position.turn ? WON : -WON;
    return { move, at: undefined, value: winner === undefined ? 0 : value };
  }
  const at = stack.top;
  stack.add(after);
  return { move, at, value: -stack.evaluate(at) };
};

/** Queries a game's oracle within a share of the robot's nodes. */
class ExactEnd {
  private readonly game: Game;
  private readonly position: Position;
  private readonly proof = new Effort({ nodesMax: 0 });
  private readonly oracle: Oracle | undefined;

  /** @param nodesMax limit of all queries together */
  constructor(game: Game, position: Position, nodesMax: number) {
    this.game = game;
    this.position = position;
    this.proof.nodesMax = nodesMax * ORACLE_NODES;
    this.oracle = game.oracle?.(position, this.proof);
  }

  /** Nodes spent so far. */
  get nodes(): number {
    return Math.ceil(this.proof.nodes / ORACLE_NODES);
  }

  /** A winning move, if one is found within `nodesMax`. */
  winning(moves: readonly Move[], nodesMax: number): Move | undefined {
    if (this.ask(this.position, nodesMax) !== 'win') return undefined;
    const shortest = this.oracle?.bestMove?.(this.position);
    // The proof has already solved the position after a winning move.
    return shortest ?? moves.find((move) => this.ask(this.after(move), 0) === 'loss');
  }

  /**
   * The first move tried that is not proven to lose; each gets half the rest of `nodesMax`. The first of all
   * if there is none, or the nodes run out.
   */
  holding(moves: readonly Move[], nodesMax: number): Move | undefined {
    const end = this.nodes + nodesMax;
    for (const move of moves) {
      const nodesLeft = Math.floor((end - this.nodes) / 2);
      if (nodesLeft < 1) break;
      if (this.ask(this.after(move), nodesLeft) !== 'win') return move;
    }
    return moves[0];
  }

  private after(move: Move): Position {
    return this.game.play(this.position, move).position;
  }

  /** The value of a position, if found within `nodesMax`. */
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

/** Oracle nodes that count as one of the robot's. */
export const ORACLE_NODES = 32;

/** The search stack of any game: position objects, with the hash of each one's text in the array. */
export class GameStack implements SearchStack {
  words = new Int32Array(1024);
  readonly positionLength = KEY_LENGTH;
  readonly keyLength = KEY_LENGTH;
  top = 0;
  private readonly game: Game;
  private readonly places: Place[] = [];

  constructor(game: Game) {
    this.game = game;
  }

  add(position: Position): void {
    this.put(position, this.freedomOf(position));
  }

  push(at: number): number {
    const { position } = this.placeAt(at);
    const freedomBefore = this.freedomOf(position);
    const moves = this.game.legalMoves(position);
    for (const move of this.game.order?.(position, moves) ?? moves) {
      this.put(this.game.play(position, move).position, freedomBefore);
    }
    return NO_MORE;
  }

  evaluate(at: number): number {
    const { position, freedomBefore, outcome } = this.placeAt(at);
    if (outcome) {
      if (outcome.winner === undefined) return 0;
      return outcome.winner === position.turn ? WON : -WON;
    }
    const evaluation = this.game.evaluate?.(position) ?? this.freedomOf(position) - freedomBefore;
    return Math.max(-EVALUATION_MAX, Math.min(EVALUATION_MAX, evaluation));
  }

  isDrawn(at: number): boolean {
    const { outcome } = this.placeAt(at);
    return outcome !== undefined && outcome.winner === undefined;
  }

  isQuiet(at: number): boolean {
    return this.game.isQuiet?.(this.placeAt(at).position) ?? true;
  }

  private freedomOf(position: Position): number {
    return this.game.countMoves?.(position) ?? this.game.legalMoves(position).length;
  }

  private put(position: Position, freedomBefore: number): void {
    const outcome = this.game.outcome(position);
    this.places[this.top / KEY_LENGTH] = { position, freedomBefore, outcome };
    if (this.top + KEY_LENGTH > this.words.length) {
      const more = new Int32Array(2 * this.words.length);
      more.set(this.words);
      this.words = more;
    }
    const text = (this.game.key ?? this.game.makePosition)(position);
    let [one, other] = [0, 0];
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      one = Math.imul(one ^ code, 0x01000193);
      other = Math.imul(other ^ code, 0x9e3779b1);
      other ^= other >>> 13;
    }
    this.words[this.top] = one;
    this.words[this.top + 1] = other;
    this.top += KEY_LENGTH;
  }

  private placeAt(at: number): Place {
    const place = this.places[at / KEY_LENGTH];
    if (!place) throw new Error(`no position stands at ${at}`);
    return place;
  }
}

interface Place {
  readonly position: Position;
  /** Mobility of the other side before this move. */
  readonly freedomBefore: number;
  readonly outcome: Outcome | undefined;
}

const KEY_LENGTH = 2;
const EVALUATION_MAX = WON / 4;
