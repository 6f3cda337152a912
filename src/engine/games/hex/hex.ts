import { ok, type Result } from '../../../result.ts';
import type { Game } from '../../shape/game.ts';
import { legalPosition } from '../../shape/game.ts';
import { refuseMove, refuseSetup } from '../../shape/refusal.ts';
import type { Cell, Colour, Outcome, SetupError, Size } from '../../shape/types.ts';
import type { View } from '../../shape/view.ts';
import {
  type Board,
  type CellMove,
  cellOf,
  cellsOf,
  colourAt,
  countCells,
  emptiesOf,
  fileOf,
  fillBoard,
  fullRow,
  makeCell,
  opposite,
  rankOf,
  type Setup,
  type StonePosition,
  withCell,
} from '../../stones/board.ts';
import { checkSides } from '../../stones/notation.ts';
import { cellMoves, readPick } from '../../stones/stone-moves.ts';
import { fromTop, stones } from '../../stones/stones.ts';

/** A stone goes to the cell. In a swap it is the only one there is, mirrored to there. */
interface HexMove extends CellMove {
  readonly swap: boolean;
}

const plain = fromTop(
  stones({
    rules: 'hex',
    checkSize,
    first: (size) => fillBoard(size, () => undefined),
    checkSetup: (setup) => (isReachable(setup) ? ok(setup) : refuseSetup('unreachable', {})),
  }),
);

/**
 * Hex, devised by Piet Hein in 1942 and again by John Nash in 1948: every move puts a stone on an empty hex.
 * Vertical, who is Black, wins with a chain from the top to the bottom, Horizontal with one from left to
 * right, and may take over the first stone of all. Ranks are counted from the top, so rank 0 of a set of
 * cells is the top one.
 */
export const hex: Game<StonePosition, HexMove> = {
  ...plain,
  name: 'Hex',
  author: 'Piet Hein',
  year: 1942,
  sides: [
    { colour: 'black', name: 'vertical', sign: '#' },
    { colour: 'white', name: 'horizontal', sign: 'O' },
  ],
  defaultSize: { cols: 11, rows: 11 },
  canEndInDraw: false,
  canRepeat: false,
  sights: [0.5, 0.6, 0.72, 0.86],

  looksLikeMove: (text) => isSwap(text) || cellMoves.looksLikeMove(text),
  parseMove: (position, text) => {
    if (isSwap(text)) {
      if (outcome(position)) return refuseMove('game-over', {});
      const [swap] = swapsOf(position);
      return swap ? ok(swap) : refuseMove('too-late-to-swap', {});
    }
    const cell = readPick(position, text, outcome(position));
    if (!cell.ok) return cell;
    return colourAt(position.board, cell.value)
      ? refuseMove('occupied', { cell: makeCell(cell.value) })
      : ok({ cell: cell.value, swap: false });
  },
  makeMove: ({ cell, swap }) => (swap ? 'swap' : makeCell(cell)),
  firstPartOf: ({ cell, swap }) => (swap ? 'swap' : makeCell(cell)),
  play: ({ rules, board, turn }, { cell, swap }) => {
    const before = swap ? fillBoard(board, () => undefined) : board;
    const after = { ...before, [turn]: withCell(before[turn], cell) };
    return {
      position: legalPosition(rules, after, opposite(turn)),
      effects: () => ({
        reached: [makeCell(cell)],
        // A stone on the diagonal stays where it is.
        vacated: swap && mirrored(cell) !== cell ? [makeCell(mirrored(cell))] : [],
        report: swap
          ? { code: 'swapped', facts: { cell: makeCell(cell) } }
          : { code: 'placed', facts: {} },
      }),
    };
  },
  legalMoves: (position) => {
    if (outcome(position)) return [];
    const places = cellsOf(emptiesOf(position.board)).map((cell) => ({ cell, swap: false }));
    return [...places, ...swapsOf(position)];
  },
  countMoves: (position) =>
    outcome(position) ? 0 : countCells(emptiesOf(position.board)) + swapsOf(position).length,
  outcome: (position) => outcome(position),
  view: (position) => hexView(position),
  pliesMax: ({ board }) => countCells(emptiesOf(board)) + 1,
  evaluate: ({ board, turn }) =>
    100 * Math.log(currentOf(board, turn) / currentOf(board, opposite(turn))),
};

function checkSize(size: Size): Result<Size, SetupError> {
  const checked = checkSides(size, 2, 19);
  return !checked.ok || size.cols === size.rows ? checked : refuseSetup('not-square', {});
}

/**
 * Without a swap, the sides have equally many stones when Vertical is to move, and Horizontal has one less
 * when it is to move. After a swap, Vertical has one less when it is to move, and they are equal when
 * Horizontal is. Whoever has just moved can have won, and nobody else.
 */
function isReachable({ board: read, turn }: Setup): boolean {
  const board = { ...read, black: read.black.toReversed(), white: read.white.toReversed() };
  if (joins(board, turn)) return false;
  const whites = countCells(board.white);
  const ahead = countCells(board.black) - whites;
  if (turn === 'black') return ahead === 0 || ahead === -1;
  return ahead === 1 || (ahead === 0 && whites > 0);
}

/** Each line stands half a hex to the right of the one above. */
const hexView = (position: StonePosition): View => {
  const { files, lines } = plain.view(position);
  return {
    grid: 'hexes',
    files,
    lines: lines.map((line, rank) => ({ ...line, shift: rank })),
    edges: { top: 'black', bottom: 'black', left: 'white', right: 'white' },
    ...(swapsOf(position).length > 0 && { beside: [MAY_SWAP] }),
  };
};

const MAY_SWAP = { code: 'may-swap', counts: { black: 0, white: 0 } } as const;

const isSwap = (text: string): boolean => text.trim().toLowerCase() === 'swap';

/** The move that takes over the only stone there is, where that is possible. */
const swapsOf = ({ board, turn }: StonePosition): readonly HexMove[] => {
  if (turn === 'black' || countCells(board.black) !== 1 || countCells(board.white) > 0) return [];
  return cellsOf(board.black).map((first) => ({ cell: mirrored(first), swap: true }));
};

/** Mirrored over the long diagonal, which swaps the edges of the two sides. */
const mirrored = (cell: Cell): Cell => cellOf(rankOf(cell), fileOf(cell));

/** Only the side that has just moved can have won. */
const outcome = ({ board, turn }: StonePosition): Outcome | undefined => {
  const winner = opposite(turn);
  return joins(board, winner) ? { winner, reason: 'edges-joined' } : undefined;
};

/** Whether a chain of stones joins the two edges of their side. */
const joins = (board: Board, colour: Colour): boolean => {
  const { cols, rows } = board;
  const own = board[colour];
  const isVertical = colour === 'black';
  // Most positions have a line that the chain would have to cross, and no stone on it.
  if (isVertical && own.includes(0)) return false;
  if (!isVertical && own.reduce((all, row) => all | row, 0) !== fullRow(board)) return false;
  const chain = own.map((row, rank) => (isVertical ? (rank === 0 ? row : 0) : row & 1));
  for (let hasGrown = true; hasGrown; ) {
    hasGrown = false;
    for (let rank = 0; rank < rows; rank++) {
      const [above, row, below] = [chain[rank - 1] ?? 0, chain[rank] ?? 0, chain[rank + 1] ?? 0];
      const reach = (row << 1) | (row >> 1) | above | (above >> 1) | below | (below << 1);
      const now = row | (reach & (own[rank] ?? 0));
      hasGrown ||= now !== row;
      chain[rank] = now;
    }
  }
  return isVertical ? chain[rows - 1] !== 0 : chain.some((row) => row >> (cols - 1) !== 0);
};

/**
 * The electric current between the edges of a side, if its stones conduct well, empty hexes poorly and enemy
 * stones not at all. Potentials settle in sweeps over a board with a rim, whose first edge has 1.
 */
const currentOf = (board: Board, colour: Colour): number => {
  const side = board.cols;
  const wide = side + 2;
  const conducts = new Float64Array(wide * wide);
  const potential = new Float64Array(wide * wide);
  conducts.fill(WIRE, 0, wide);
  conducts.fill(WIRE, wide * (wide - 1));
  potential.fill(1, 0, wide);
  for (let from = 0; from < side; from++) {
    for (let across = 0; across < side; across++) {
      const cell = colour === 'black' ? cellOf(across, from) : cellOf(from, across);
      const at = wide * (from + 1) + across + 1;
      const owner = colourAt(board, cell);
      conducts[at] = owner === undefined ? 1 : owner === colour ? WIRE : 0;
      potential[at] = 1 - (from + 0.5) / side;
    }
  }
  const around = [-wide, 1 - wide, -1, 1, wide - 1, wide];
  let current = 0;
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    current = 0;
    for (let at = wide + 1; at < wide * (wide - 1) - 1; at++) {
      if (conducts[at] === 0) continue;
      let [sum, weight] = [0, 0];
      for (const step of around) {
        const conduct = conducts[at + step] ?? 0;
        sum += conduct * (potential[at + step] ?? 0);
        weight += conduct;
      }
      const before = potential[at] ?? 0;
      if (weight > 0) potential[at] = before + RELAX * (sum / weight - before);
      if (at < 2 * wide) current += (conducts[at] ?? 0) * (1 - (potential[at] ?? 0));
    }
  }
  return Math.max(current, 1e-9);
};

const WIRE = 8;
const SWEEPS = 16;
/** Over-relaxation, which settles long boards in few sweeps. */
const RELAX = 1.5;
