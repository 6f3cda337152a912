import { ok, type Result } from '../../../result.ts';
import type { Game } from '../../shape/game.ts';
import { legalPosition } from '../../shape/game.ts';
import { refuseMove, refuseSetup } from '../../shape/refusal.ts';
import {
  type Cell,
  COLOURS,
  type MoveError,
  type NotationError,
  type Outcome,
  type Position,
  type Size,
} from '../../shape/types.ts';
import { type Spot, STONE_SIDES, type View } from '../../shape/view.ts';
import {
  type Board,
  type CellSet,
  cellOf,
  cellsOf,
  countCells,
  difference,
  emptiesOf,
  fileOf,
  fillBoard,
  hasCell,
  intersection,
  isEmpty,
  makeCell,
  makeSet,
  onBoard,
  opposite,
  parseCell,
  rankOf,
  type Setup,
  type StonePosition,
  union,
  withCell,
  withoutCell,
} from '../../stones/board.ts';
import { fillRuns } from '../../stones/connection.ts';
import { checkSides, makeColour, makeSize, parseSetup } from '../../stones/notation.ts';
import { readFromTo, refuseOffBoard } from '../../stones/stone-moves.ts';
import { stoneView } from '../../stones/stones.ts';

/** The amazons of both sides, and the arrows, which are nobody's. */
interface Arena extends Board {
  readonly arrows: CellSet;
}

interface AmazonsPosition extends Position {
  readonly board: Arena;
}

/** An amazon goes like a queen, and shoots from where it is now: one ply. */
interface AmazonsMove {
  readonly from: Cell;
  readonly to: Cell;
  readonly shot: Cell;
}

/**
 * The Game of the Amazons, devised by Walter Zamkauskas in 1988: every move takes an amazon any distance in a
 * straight line, and then shoots an arrow from there in the same way; the arrow stays for good. Whoever
 * cannot move has lost. A position is written like one of stones, with `*` for an arrow.
 */
export const amazons: Game<AmazonsPosition, AmazonsMove> = {
  rules: 'amazons',
  name: 'Amazons',
  author: 'Walter Zamkauskas',
  year: 1988,
  sides: STONE_SIDES,
  defaultSize: { cols: 10, rows: 10 },
  offered: false,
  sights: [0.2, 0.38, 0.52, 0.7],
  canEndInDraw: false,
  canRepeat: false,

  start: (size) => {
    const checked = checkSides(size, 4, 12);
    if (!checked.ok) return checked;
    return ok(positionOf({ ...first(checked.value), arrows: makeSet(size.rows) }, 'black'));
  },
  parsePosition: (text) => {
    const read = readArena(text);
    if (!read.ok) return read;
    const { board, turn } = read.value;
    const size = checkSides(board, 4, 12);
    if (!size.ok) return size;
    const isEven = countCells(board.arrows) % 2 === 0;
    return COLOURS.every((colour) => countCells(board[colour]) === 4) &&
      isEven === (turn === 'black')
      ? ok(positionOf(board, turn))
      : refuseSetup('unreachable', {});
  },
  makePosition: (position) => {
    const ranks = arenaView(position).lines.map(({ spots }) =>
      spots
        .map((spot) => WRITTEN[spot?.thing?.sign ?? ''] ?? '.')
        .join('')
        .replace(/\.{2,}/g, ({ length }) => String(length)),
    );
    return `${makeSize(position.board)} ${ranks.join('/')} ${makeColour(position.turn)}`;
  },
  key: ({ board, turn }) => [board.black, board.white, board.arrows, turn].join(),
  looksLikeMove: (text) => parts(text) !== undefined,
  parseMove: (position, text) => {
    const [, step = '', shotText = ''] = parts(text) ?? [];
    const read = readFromTo(position as StonePosition, step, outcome(position));
    if (!read.ok) return read;
    const { from, to } = read.value;
    const { board } = position;
    const moved = checkLine(openOf(board), from, to);
    if (!moved.ok) return moved;
    const shot = parseCell(shotText);
    if (shot === undefined) return refuseMove('not-a-move', {});
    if (!onBoard(board, shot)) return refuseOffBoard(board, shot);
    const flown = checkLine(withCell(openOf(board), from), to, shot);
    return flown.ok ? ok({ from, to, shot }) : flown;
  },
  makeMove: ({ from, to, shot }) => `${makeCell(from)}-${makeCell(to)}/${makeCell(shot)}`,
  firstPartOf: ({ from }) => makeCell(from),
  play: ({ board, turn }, { from, to, shot }) => {
    const mine = withCell(withoutCell(board[turn], from), to);
    const after = { ...board, [turn]: mine, arrows: withCell(board.arrows, shot) };
    return {
      position: positionOf(after, opposite(turn)),
      effects: () => ({
        reached: [makeCell(to), makeCell(shot)],
        vacated: shot === from ? [] : [makeCell(from)],
        report: { code: 'moved', facts: {} },
      }),
    };
  },
  legalMoves: ({ board, turn }) => {
    const open = openOf(board);
    return cellsOf(board[turn]).flatMap((from) => {
      const openAfter = withCell(open, from);
      return reach(open, from).flatMap((to) =>
        reach(openAfter, to).map((shot): AmazonsMove => ({ from, to, shot })),
      );
    });
  },
  countMoves: ({ board, turn }) => {
    const open = openOf(board);
    let moves = 0;
    for (const from of cellsOf(board[turn])) {
      const openAfter = withCell(open, from);
      for (const to of reach(open, from)) moves += reach(openAfter, to).length;
    }
    return moves;
  },
  outcome: (position) => outcome(position),
  view: (position) => arenaView(position),
  pliesMax: ({ board }) => countCells(openOf(board)),
  evaluate: ({ board, turn }) => {
    const open = openOf(board);
    let [mine, theirs] = [board[turn], board[opposite(turn)]];
    let [mineFound, theirsFound] = [mine, theirs];
    let value = 0;
    // A cell belongs to the side whose amazons reach it in fewer moves; one equally near to both counts a
    // little for the mover.
    while (!isEmpty(mine) || !isEmpty(theirs)) {
      mine = difference(queenReach(open, mine), mineFound);
      theirs = difference(queenReach(open, theirs), theirsFound);
      value += countCells(intersection(mine, theirs));
      [mineFound, theirsFound] = [union(mineFound, mine), union(theirsFound, theirs)];
      value += 10 * countCells(difference(mine, theirsFound));
      value -= 10 * countCells(difference(theirs, mineFound));
    }
    return value;
  },
};

const ARROW = { owner: undefined, kind: 'arrow', sign: 'x' } as const;
/** The sign in a written position for each sign of a drawing. */
const WRITTEN: Readonly<Record<string, string>> = { '#': 'x', O: 'w', x: '*' };

const arenaView = ({ board, turn }: AmazonsPosition): View => {
  const view = stoneView({ board, turn });
  const shown = (spot: Spot | undefined) =>
    spot && hasCell(board.arrows, parseCell(spot.name) ?? 0) ? { ...spot, thing: ARROW } : spot;
  const lines = view.lines.map((line) => ({ ...line, spots: line.spots.map(shown) }));
  return { ...view, lines, later: [ARROW] };
};

const positionOf = (board: Arena, turn: AmazonsPosition['turn']): AmazonsPosition =>
  legalPosition('amazons', board, turn);

/** Two amazons on the first rank, a third of the way in, and two at the sides, a third of the way up. */
const first = (size: Size): Board => {
  const [in_, up] = [Math.round((size.cols - 1) / 3), Math.round((size.rows - 1) / 3)];
  const { cols, rows } = size;
  return fillBoard(size, (file, rank) => {
    const [fromSide, fromEnd] = [Math.min(file, cols - 1 - file), Math.min(rank, rows - 1 - rank)];
    const stands = (fromSide === in_ && fromEnd === 0) || (fromSide === 0 && fromEnd === up);
    return stands ? (rank < rows / 2 ? 'black' : 'white') : undefined;
  });
};

/** Reads the amazons and then the arrows, each as a board of stones. */
const readArena = (text: string): Result<Setup & { readonly board: Arena }, NotationError> => {
  const [size = '', ranks = '', ...rest] = text.split(' ');
  const read = parseSetup([size, ranks.replaceAll('*', '.'), ...rest].join(' '));
  if (!read.ok) return read;
  const arrows = parseSetup(`${size} ${ranks.replace(/[xw]/gi, '.').replaceAll('*', 'x')} x`);
  if (!arrows.ok) return arrows;
  const { board, turn } = read.value;
  return ok({ board: { ...board, arrows: arrows.value.board.black }, turn });
};

/** `d1d7/g7`, with what people write between the cells. */
const parts = (text: string): RegExpExecArray | undefined =>
  /^([a-z][1-9]\d?[- ]?[a-z][1-9]\d?)(?:[ /,:x*>-]|\()*([a-z][1-9]\d?)\)?$/i.exec(text.trim()) ??
  undefined;

const openOf = (board: Arena): CellSet => difference(emptiesOf(board), board.arrows);

const outcome = ({ board, turn }: AmazonsPosition): Outcome | undefined => {
  const open = openOf(board);
  // An arrow can always fly back to where the amazon was.
  const canMove = cellsOf(board[turn]).some((from) => reach(open, from, 1).length > 0);
  return canMove ? undefined : { winner: opposite(turn), reason: 'hemmed-in' };
};

/** The lines of a queen in chess, along which amazons and their arrows go. */

const WAYS = [-1, 0, 1].flatMap((up) => [-1, 0, 1].map((aside) => [aside, up] as const));

const reach = (open: CellSet, from: Cell, stepsMax = Number.POSITIVE_INFINITY): Cell[] => {
  const cells: Cell[] = [];
  for (const [aside, up] of WAYS) {
    if (aside === 0 && up === 0) continue;
    let [file, rank] = [fileOf(from) + aside, rankOf(from) + up];
    for (let step = 0; step < stepsMax && ((open[rank] ?? 0) >> file) & 1; step++) {
      cells.push(cellOf(file, rank));
      file += aside;
      rank += up;
    }
  }
  return cells;
};

/** Checks that a queen can go from one cell to another. */
const checkLine = (open: CellSet, from: Cell, to: Cell): Result<Cell, MoveError> => {
  const names = { from: makeCell(from), to: makeCell(to) };
  const [aside, up] = [fileOf(to) - fileOf(from), rankOf(to) - rankOf(from)].map(Math.abs);
  if (from === to || (aside !== 0 && up !== 0 && aside !== up)) {
    return refuseMove('not-straight', names);
  }
  return reach(open, from).includes(to) ? ok(to) : refuseMove('no-way', names);
};

/** The open cells to which a queen on any of some cells can go in one move. */
const queenReach = (open: CellSet, from: CellSet): CellSet => {
  const found = open.map((row, rank) => fillRuns(from[rank] ?? 0, row | (from[rank] ?? 0)) & row);
  for (const aside of [-1, 0, 1]) {
    for (const up of [-1, 1]) {
      let row = 0;
      for (let rank = up > 0 ? 0 : open.length - 1; rank in open; rank += up) {
        row = (aside < 0 ? row >> 1 : row << aside) & (open[rank] ?? 0);
        found[rank] = (found[rank] ?? 0) | row;
        row |= from[rank] ?? 0;
      }
    }
  }
  return found;
};
