import type { Game } from '../../../../src/engine/shape/game.ts';
import { legalPosition } from '../../../../src/engine/shape/game.ts';
import { refuseMove, refuseSetup } from '../../../../src/engine/shape/refusal.ts';
import { COLOURS, type Outcome } from '../../../../src/engine/shape/types.ts';
import {
  type CellMove,
  type CellSet,
  cellsOf,
  colourAt,
  countCells,
  emptiesOf,
  fillBoard,
  isEmpty,
  makeCell,
  opposite,
  type StonePosition,
  withCell,
} from '../../../../src/engine/stones/board.ts';
import { checkSides } from '../../../../src/engine/stones/notation.ts';
import { cellMoves, readPick } from '../../../../src/engine/stones/stone-moves.ts';
import { stones } from '../../../../src/engine/stones/stones.ts';
import { ok } from '../../../../src/result.ts';

/** Tic-tac-toe, of old: whoever first has three stones in a line has won. */
export const ticTacToe: Game<StonePosition, CellMove> = {
  name: 'Tic-tac-toe',
  author: undefined,
  year: undefined,
  defaultSize: { cols: 3, rows: 3 },
  canEndInDraw: true,
  canRepeat: false,

  ...stones({
    rules: 'tic-tac-toe',
    checkSize: (size) => checkSides(size, 3, 3),
    first: (size) => fillBoard(size, () => undefined),
    checkSetup: (setup) => {
      const { board, turn } = setup;
      const ahead = countCells(board.black) - countCells(board.white);
      return ahead === (turn === 'black' ? 0 : 1) ? ok(setup) : refuseSetup('unreachable', {});
    },
  }),
  ...cellMoves,
  parseMove: (position, text) => {
    const cell = readPick(position, text, outcome(position));
    if (!cell.ok) return cell;
    return colourAt(position.board, cell.value)
      ? refuseMove('occupied', { cell: makeCell(cell.value) })
      : ok({ cell: cell.value });
  },
  play: ({ rules, board, turn }, { cell }) => {
    const after = { ...board, [turn]: withCell(board[turn], cell) };
    return {
      position: legalPosition(rules, after, opposite(turn)),
      effects: () => ({
        reached: [makeCell(cell)],
        vacated: [],
        report: { code: 'placed', facts: {} },
      }),
    };
  },
  legalMoves: (position) =>
    outcome(position) ? [] : cellsOf(emptiesOf(position.board)).map((cell) => ({ cell })),
  outcome: (position) => outcome(position),
};

const outcome = ({ board }: StonePosition): Outcome | undefined => {
  const winner = COLOURS.find((colour) => hasLine(board[colour]));
  if (winner) return { winner, reason: 'three-in-a-line' };
  return isEmpty(emptiesOf(board)) ? { winner: undefined, reason: 'nobody-won' } : undefined;
};

/** A full rank, or a line with a stone on each: straight up, or a step aside from rank to rank. */
const hasLine = ([one = 0, two = 0, three = 0]: CellSet): boolean =>
  [one, two, three].includes(0b111) ||
  (one & two & three) !== 0 ||
  (one & (two >> 1) & (three >> 2)) !== 0 ||
  ((one >> 2) & (two >> 1) & three) !== 0;
