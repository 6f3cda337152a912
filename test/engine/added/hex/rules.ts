import type { Game } from '../../../../src/engine/shape/game.ts';
import { legalPosition } from '../../../../src/engine/shape/legal.ts';
import { refuseMove, refuseSetup } from '../../../../src/engine/shape/refusal.ts';
import {
  type Cell,
  COLOURS,
  type Colour,
  type Outcome,
  type SetupError,
  type Size,
} from '../../../../src/engine/shape/types.ts';
import type { View } from '../../../../src/engine/shape/view.ts';
import {
  type Board,
  colourAt,
  emptiesOf,
  fillBoard,
  opposite,
  stonesOf,
} from '../../../../src/engine/stones/board.ts';
import { cellOf, fileOf, makeCell, rankOf } from '../../../../src/engine/stones/cell.ts';
import {
  type CellSet,
  cellsOf,
  countCells,
  withCell,
} from '../../../../src/engine/stones/cellset.ts';
import { checkSides } from '../../../../src/engine/stones/notation.ts';
import { cellMoves, readPick } from '../../../../src/engine/stones/stone-moves.ts';
import { stones } from '../../../../src/engine/stones/stones.ts';
import type { CellMove, Setup, StonePosition } from '../../../../src/engine/stones/types.ts';
import { ok, type Result } from '../../../../src/result.ts';

/** A stone goes to the cell. In a swap it is the only one there is, mirrored to there. */
interface HexMove extends CellMove {
  readonly swap: boolean;
}

const plain = stones({
  rules: 'hex',
  checkSize,
  first: (size) => fillBoard(size, () => undefined),
  checkSetup: (setup) => (isInTurn(setup) ? ok(setup) : refuseSetup('not-in-turn', {})),
});

/**
 * Hex, devised by Piet Hein in 1942: every move puts a stone on an empty hex. Vertical wins with a
 * chain from the top to the bottom, Horizontal with one from left to right, and may take over the
 * first stone of all. Ranks are counted from the top, so rank 0 of a set of cells is the top one.
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

  parsePosition: (text) => {
    const read = plain.parsePosition(text);
    return read.ok ? ok(upsideDown(read.value)) : read;
  },
  makePosition: (position) => plain.makePosition(upsideDown(position)),
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
        report: { code: swap ? 'swapped' : 'placed', facts: {} },
      }),
    };
  },
  legalMoves: (position) => {
    if (outcome(position)) return [];
    const places = cellsOf(emptiesOf(position.board)).map((cell) => ({ cell, swap: false }));
    return [...places, ...swapsOf(position)];
  },
  outcome: (position) => outcome(position),
  view: (position) => hexView(position),
};

function checkSize(size: Size): Result<Size, SetupError> {
  const checked = checkSides(size, 3, 19);
  return !checked.ok || size.cols === size.rows ? checked : refuseSetup('not-square', {});
}

/**
 * Who is to move has as many stones as the other, or one less. After a swap, when all stones were
 * Horizontal's, it is the other way round.
 */
function isInTurn({ board: { black, white }, turn }: Setup): boolean {
  const ahead = countCells(black) - countCells(white);
  if (turn === 'black') return ahead === 0 || ahead === -1;
  return ahead === 1 || (ahead === 0 && countCells(white) > 0);
}

/** A text begins with the top rank, which elsewhere is the last one. */
const upsideDown = ({ rules, board, turn }: StonePosition): StonePosition => {
  const [black, white] = [board.black.toReversed(), board.white.toReversed()];
  return legalPosition(rules, { ...board, black, white }, turn);
};

/** Each line stands half a hex to the right of the one above. */
const hexView = (position: StonePosition): View => {
  const { files, lines } = plain.view(position);
  return {
    grid: 'hexes',
    files,
    lines: lines.toReversed().map((line, rank) => ({ ...line, shift: rank })),
    edges: { top: 'black', bottom: 'black', left: 'white', right: 'white' },
  };
};

const isSwap = (text: string): boolean => text.trim().toLowerCase() === 'swap';

/** The move that takes over the only stone there is, where that is possible. */
const swapsOf = ({ board, turn }: StonePosition): readonly HexMove[] => {
  const [first, ...others] = cellsOf(stonesOf(board));
  if (turn === 'black' || first === undefined || others.length > 0) return [];
  return colourAt(board, first) === 'black' ? [{ cell: mirrored(first), swap: true }] : [];
};

/** Over the long diagonal, which makes of the edges of one side those of the other. */
const mirrored = (cell: Cell): Cell => cellOf(rankOf(cell), fileOf(cell));

const outcome = ({ board }: StonePosition): Outcome | undefined => {
  const winner = COLOURS.find((colour) => joins(board, colour));
  return winner && { winner, reason: 'edges-joined' };
};

/** Whether a chain of stones joins the two edges of their side. */
const joins = (board: Board, colour: Colour): boolean => {
  const last = board.cols - 1;
  const own = board[colour];
  if (colour === 'black') {
    const fromTop = own.map((row, rank) => (rank === 0 ? row : 0));
    return chainOf(fromTop, own)[last] !== 0;
  }
  const fromLeft = own.map((row) => row & 1);
  return chainOf(fromLeft, own).some((row) => row >> last !== 0);
};

/** The stones that are linked to some of them. */
const chainOf = (some: CellSet, all: CellSet): CellSet => {
  const more = all.map((row, rank) => {
    const [above, beside, below] = [some[rank - 1] ?? 0, some[rank] ?? 0, some[rank + 1] ?? 0];
    const reach = beside | (beside << 1) | (beside >> 1);
    return row & (reach | above | (above >> 1) | below | (below << 1));
  });
  return countCells(more) === countCells(some) ? some : chainOf(more, all);
};
