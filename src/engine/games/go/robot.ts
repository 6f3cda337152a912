import { type Draw, drawsFrom } from '../../shape/seeded-random.ts';
import type { Cell, Colour } from '../../shape/types.ts';
import {
  type CellSet,
  cellsOf,
  colourAt,
  countCells,
  difference,
  emptiesOf,
  isEmpty,
  makeSet,
  stonesOf,
  union,
} from '../../stones/board.ts';
import { groupsOf, touching } from '../../stones/connection.ts';
import { type Chains, chainsOf, placesOf, RIM } from './chains.ts';
import { type Goban, type GoMove, type GoPosition, leaderOf, PASS } from './goban.ts';

/**
 * How the robot sees a board. It chooses points by `outlookOf`. Random games, played to their end, settle
 * life and death: when to pass, and which groups are dead.
 */

/**
 * The balance for the player to move, in tenths of points: influence spreads from stones by averages over
 * neighbours. Chains with few liberties have less of it, and one that can be taken at once has that of its
 * enemy.
 */
export function outlookOf(board: Goban, turn: Colour): number {
  const chains = chainsOf(board);
  const { stones, points, steps, chain } = chains;
  const [left = 0, right = 0, down = 0, up = 0] = steps;
  const mover = turn === 'black' ? 1 : -1;
  const influence = new Float64Array(stones.length);
  const empties: number[] = [];
  for (const point of points) {
    const colour = stones[point] ?? 0;
    if (colour === 0) empties.push(point);
    if (colour === 0 || influence[point] !== 0) continue;
    chains.lookAt(point);
    const strengths = colour === mover ? MOVER : WAITER;
    const strength = colour * (strengths[Math.min(chains.liberties, strengths.length) - 1] ?? 1);
    for (let index = 0; index < chains.count; index++) influence[chain[index] ?? 0] = strength;
  }
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (let index = 0; index < empties.length; index++) {
      const point = empties[index] ?? 0;
      // Beyond the rim there is none, which tells corners and sides from the middle.
      const sum =
        (influence[point + left] ?? 0) +
        (influence[point + right] ?? 0) +
        (influence[point + down] ?? 0) +
        (influence[point + up] ?? 0);
      influence[point] = SPREAD * sum;
    }
  }
  let balance = -6.5;
  for (let index = 0; index < points.length; index++) {
    balance += Math.max(-1, Math.min(1, CLEAR * (influence[points[index] ?? 0] ?? 0)));
  }
  return 10 * balance * mover;
}

/** Strength of a chain by its liberties, 1, 2, ..., of the side to move and of the other. */
const MOVER = [0.4, 0.85, 0.95, 1];
const WAITER = [-0.8, 0.7, 0.9, 1];
const SWEEPS = 5;
/** What a point gets of the influence on its neighbours together: a little more than the average. */
const SPREAD = 0.3;
/** The influence at which a point belongs to a side is 1 / `CLEAR`. */
const CLEAR = 2.5;

/**
 * The answer in a count; otherwise a pass once every point is settled, or else every stone that fills no eye
 * of one's own.
 */
export function robotMoves(position: GoPosition): readonly GoMove[] {
  const { board, turn } = position;
  if (board.stage === 'over') return [];
  if (board.stage !== 'play' && board.stage !== 'passed') return [answerInCount(position)];
  if (isPassDue(position)) return [passIn(position)];
  const chains = chainsOf(board);
  const colour = turn === 'black' ? 1 : -1;
  const places = cellsOf(placesOf(board, turn)).filter(
    (cell) => ownerOfEye(chains, chains.pointOf(cell)) !== colour,
  );
  return places.length > 0 ? places.map((cell) => ({ word: 'stone', cells: [cell] })) : [PASS];
}

/** Whether every point is settled, or the pass ends a match that it wins. */
function isPassDue({ board, turn }: GoPosition): boolean {
  const { stage, resumed, cols, rows } = board;
  if (resumed && stage === 'passed' && leaderOf(board) === turn) return true;
  if (3 * countCells(emptiesOf(board)) > 2 * cols * rows) return false;
  const owners = ownersOf(board, turn);
  const dead = deadBy(owners, board);
  const isOver = isSettled(board, dead, owners, stage === 'passed' ? HALF_SURE : SURE);
  // Once the count was broken off, the dead have to be taken.
  return isOver && (!resumed || isEmpty(dead));
}

/** A pass, which names the dead if the other side could agree at once that they are alive, and win. */
function passIn({ board, turn }: GoPosition): GoMove {
  const { stage, resumed } = board;
  if (stage !== 'passed' || resumed || leaderOf(board) === turn) return PASS;
  return naming(deadBy(ownersOf(board, turn), board)) ?? PASS;
}

function answerInCount({ board, turn }: GoPosition): GoMove {
  const { stage } = board;
  const dead = deadBy(ownersOf(board, turn), board);
  // A win has to be fair, too: the other side may have forgotten a group.
  const wins = leaderOf(board) === turn && leaderOf({ ...board, dead }) === turn;
  if (wins || isSame(dead, board.dead)) return { word: 'agree', cells: [] };
  return (stage !== 'answered' && naming(dead)) || { word: 'on', cells: [] };
}

/** The move that names the groups of some stones; undefined if there are none, or too many. */
function naming(dead: CellSet): GoMove | undefined {
  const cells = groupsOf(dead).map((group) => cellsOf(group)[0] ?? 0);
  return cells.length > 0 && cells.length <= NAMED_MAX ? { word: 'dead', cells } : undefined;
}

/** Who owns each cell at the end of random games, on the average: 1 is Black, -1 White. */
type Owners = ReadonlyMap<Cell, number>;

function ownersOf(board: Goban, turn: Colour): Owners {
  const chains = chainsOf(board);
  const first = chains.stones.slice();
  const sums = new Float64Array(first.length);
  const draw = drawsFrom(first.join(''));
  for (let game = 0; game < GAMES; game++) {
    chains.stones.set(first);
    playOut(chains, turn === 'black' ? 1 : -1, draw);
    for (const point of chains.points) {
      const owner = chains.stones[point] || ownerOfEye(chains, point);
      sums[point] = (sums[point] ?? 0) + owner;
    }
  }
  return new Map(chains.points.map((point) => [chains.cellAt(point), (sums[point] ?? 0) / GAMES]));
}

/** Puts stones by chance, but never into an eye of one's own, until neither side can. */
function playOut(chains: Chains, first: number, draw: Draw): void {
  const { stones, points } = chains;
  const empties = points.filter((point) => stones[point] === 0);
  let [colour, passes, ko] = [first, 0, -1];
  const taken: number[] = [];
  for (let ply = 0; ply < 3 * points.length && passes < 2; ply++) {
    passes++;
    const start = draw(Math.max(empties.length, 1));
    for (let tried = 0; tried < empties.length; tried++) {
      const index = (start + tried) % empties.length;
      const point = empties[index] ?? 0;
      if (point === ko || ownerOfEye(chains, point) === colour) continue;
      if (!chains.put(point, colour, taken)) continue;
      empties[index] = empties.at(-1) ?? 0;
      empties.pop();
      ko = taken.length === 1 ? (taken[0] ?? -1) : -1;
      empties.push(...taken.splice(0));
      passes = 0;
      break;
    }
    if (passes > 0) ko = -1;
    colour = -colour;
  }
}

/**
 * The side whose stones fill all neighbours of an empty point, if the enemy has at most one of its corners,
 * and none at the edge; 0 if there is none.
 */
function ownerOfEye({ stones, steps }: Chains, point: number): number {
  let owner = 0;
  for (const step of steps) {
    const stone = stones[point + step] ?? RIM;
    if (stone === 0 || (stone !== RIM && stone === -owner)) return 0;
    if (stone !== RIM) owner = stone;
  }
  const [, , down = 0, up = 0] = steps;
  let [rims, enemies] = [0, 0];
  for (const corner of [down - 1, down + 1, up - 1, up + 1]) {
    const stone = stones[point + corner] ?? RIM;
    if (stone === RIM) rims++;
    else if (stone === -owner) enemies++;
  }
  return enemies < (rims > 0 ? 1 : 2) ? owner : 0;
}

/** The groups whose points mostly come to belong to their enemy. */
function deadBy(owners: Owners, board: Goban): CellSet {
  return (['black', 'white'] as const)
    .flatMap((colour) => groupsOf(board[colour]))
    .filter((group) => {
      const cells = cellsOf(group);
      const sign = colourAt(board, cells[0] ?? 0) === 'black' ? 1 : -1;
      return (
        sign * cells.reduce((sum, cell) => sum + (owners.get(cell) ?? 0), 0) < DEAD * cells.length
      );
    })
    .reduce((all, group) => union(all, group), makeSet(board.rows));
}

/**
 * Whether no empty region lies between both sides once the dead are taken, and every point is as good as
 * owned.
 */
function isSettled(board: Goban, dead: CellSet, owners: Owners, sure: number): boolean {
  const open = union(emptiesOf(board), dead);
  const live = (colour: Colour) => difference(board[colour], dead);
  const isShared = groupsOf(open).some(
    (region) =>
      !isEmpty(touching(region, live('black'))) && !isEmpty(touching(region, live('white'))),
  );
  return (
    !isShared &&
    cellsOf(union(open, stonesOf(board))).every((cell) => Math.abs(owners.get(cell) ?? 0) >= sure)
  );
}

const isSame = (one: CellSet, other: CellSet): boolean =>
  isEmpty(difference(one, other)) && isEmpty(difference(other, one));

const GAMES = 40;
/** How sure the owners are when the robot passes first, and when the other side has. */
const SURE = 0.6;
const HALF_SURE = 0.3;
/** Owned by their enemy in two games of three. */
const DEAD = -1 / 3;
/** Groups that one move can name. */
const NAMED_MAX = 23;
