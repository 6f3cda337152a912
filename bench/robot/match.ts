import { chooseMove, ORACLE_NODES } from '../../src/engine/robot/choose-move.ts';
import { type Level, STRENGTHS } from '../../src/engine/robot/level.ts';
import type { Game } from '../../src/engine/shape/game.ts';
import { type Draw, drawsFrom } from '../../src/engine/shape/seeded-random.ts';
import { Effort } from '../../src/engine/shape/solution.ts';
import type { Colour, Move, Position } from '../../src/engine/shape/types.ts';
import { opposite } from '../../src/engine/stones/board.ts';
import { textbookMove } from './textbook.ts';
import { uctMove } from './uct.ts';

/** Who plays: moves by chance, UCT with some playouts, a textbook's alpha-beta, or the robot. */
export interface Player {
  readonly name: string;
  /** @param ms what a move of the other player has taken so far on the processor, on the average */
  readonly choose: (game: Game, position: Position, seed: string, ms: number) => Move;
  /** Whether a game says nothing of it that begins with a position that the robot can prove. */
  readonly needsOpen?: boolean;
}

export const CHANCE: Player = {
  name: 'chance',
  choose: (game, position, seed) => {
    const moves = game.legalMoves(position);
    const move = moves[drawsFrom(seed)(moves.length)];
    if (!move) throw new Error('there is no move');
    return move;
  },
};

export const uct = (playouts: number): Player => ({
  name: `UCT of ${playouts}`,
  choose: (game, position, seed) => uctMove(game, position, playouts, drawsFrom(seed)),
});

export const TEXTBOOK: Player = {
  name: 'textbook alpha-beta in equal time',
  choose: (game, position, seed, ms) => textbookMove(game, position, ms, drawsFrom(seed)),
  needsOpen: true,
};

export const robot = (level: Level): Player => ({
  name: `level ${level}`,
  choose: (_, position, seed) => chooseMove(position, { level, seed }).move,
});

/** What a player has got out of some games, 1 for a win and half of it for a draw. */
export interface Score {
  readonly games: number;
  readonly points: number;
  /** How long its moves took, in milliseconds of the processor. */
  readonly moveMs: readonly number[];
}

/**
 * The score of a player against another from `start`: up to two plies by chance, and then a game with
 * each of the two as the one who goes on.
 *
 * @param ahead by so much of its evaluation for some plies a game is won; default: it is played to its end
 */
export const compete = (
  game: Game,
  start: Position,
  player: Player,
  opponent: Player,
  games: number,
  seed: number,
  ahead?: number,
): Score => {
  let points = 0;
  const moveMs: number[] = [];
  for (let number = 0; number < games; number++) {
    const pair = number >> 1;
    const draw = drawsFrom(`${seed} opening ${pair}`);
    const opening = open(
      game,
      start,
      pair % OPENING_LENGTHS,
      draw,
      opponent.needsOpen ? isProven : isDecided,
    );
    const side = number % 2 === 0 ? opening.turn : opposite(opening.turn);
    points += pointsOf(game, opening, side, ahead, (position, ply) => {
      const isOwn = position.turn === side;
      const before = process.cpuUsage();
      const { choose } = isOwn ? player : opponent;
      const move = choose(game, position, `${seed} game ${number} ply ${ply}`, mean(moveMs));
      const { user, system } = process.cpuUsage(before);
      if (isOwn) moveMs.push((user + system) / 1000);
      return move;
    });
  }
  return { games, points, moveMs };
};

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, each) => sum + each, 0) / Math.max(1, numbers.length);

/** What a side gets out of a game. What comes for the third time is a draw, as in a match. */
const pointsOf = (
  game: Game,
  opening: Position,
  side: Colour,
  ahead: number | undefined,
  choose: (position: Position, ply: number) => Move,
): number => {
  const seen = new Map<string, number>();
  let pliesAhead = 0;
  let position = opening;
  for (let ply = 0; ; ply++) {
    const outcome = game.outcome(position);
    if (outcome) return outcome.winner === undefined ? 1 / 2 : outcome.winner === side ? 1 : 0;
    if (game.canRepeat) {
      const key = (game.key ?? game.makePosition)(position);
      const times = (seen.get(key) ?? 0) + 1;
      if (times === 3) return 1 / 2;
      seen.set(key, times);
    }
    if (ahead !== undefined && game.evaluate) {
      const balance = game.evaluate(position) * (position.turn === side ? 1 : -1);
      const leads = Math.abs(balance) > ahead ? Math.sign(balance) : 0;
      pliesAhead = leads * pliesAhead > 0 ? pliesAhead + leads : leads;
      if (Math.abs(pliesAhead) === AHEAD_PLIES) return leads > 0 ? 1 : 0;
    }
    position = game.play(position, choose(position, ply)).position;
  }
};

/**
 * Some plies by chance. An opening that is as good as decided says nothing of the players, as each wins
 * one game of the pair: another one is drawn, with one ply more or with none again.
 */
const open = (
  game: Game,
  start: Position,
  pliesFirst: number,
  draw: Draw,
  isKnown: (game: Game, position: Position) => boolean,
): Position => {
  let opening = start;
  for (let tries = 0; tries < OPENINGS_MAX; tries++) {
    opening = start;
    const plies = (pliesFirst + tries) % OPENING_LENGTHS;
    for (let ply = 0; ply < plies; ply++) opening = playByChance(game, opening, draw);
    if (!isKnown(game, opening)) break;
  }
  return opening;
};

/** A ply by chance that does not end the game. */
const playByChance = (game: Game, position: Position, draw: Draw): Position => {
  const ways = game
    .legalMoves(position)
    .map((move) => game.play(position, move).position)
    .filter((after) => !game.outcome(after));
  return ways[draw(ways.length)] ?? position;
};

/** Whether somebody is soon found to win within a few plies. */
const isDecided = (game: Game, position: Position): boolean => {
  const oracle = game.oracle?.(position, new Effort({ nodesMax: DECIDED_NODES_MAX }));
  if (!oracle?.evaluate(position)) return false;
  return (oracle.distance?.(position) ?? DECIDED_PLIES_MAX + 1) <= DECIDED_PLIES_MAX;
};

/** Whether the highest level can prove who wins before it has spent all of its nodes. */
const isProven = (game: Game, position: Position): boolean => {
  const effort = new Effort({ nodesMax: STRENGTHS[5].repeatingNodesMax * ORACLE_NODES });
  return game.oracle?.(position, effort)?.evaluate(position) !== undefined;
};

/** For so many plies a side is ahead before a game is won. */
const AHEAD_PLIES = 8;
const DECIDED_NODES_MAX = 20_000;
const DECIDED_PLIES_MAX = 5;
/** None, one or two plies. */
const OPENING_LENGTHS = 3;
const OPENINGS_MAX = 1000;
