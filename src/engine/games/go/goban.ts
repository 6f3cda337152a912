import { ok, type Result } from '../../../result.ts';
import { legalPosition } from '../../shape/game.ts';
import { refuseSetup } from '../../shape/refusal.ts';
import {
  type Cell,
  COLOURS,
  type Colour,
  type NotationError,
  type Position,
  type SetupError,
  type Size,
} from '../../shape/types.ts';
import type { Spot, Tally, Thing, View } from '../../shape/view.ts';
import {
  type Board,
  type CellSet,
  cellOf,
  cellsOf,
  colourAt,
  countCells,
  difference,
  emptiesOf,
  fileOf,
  hasCell,
  isEmpty,
  makeSet,
  opposite,
  parseCell,
  rankOf,
  stonesOf,
  union,
} from '../../stones/board.ts';
import { flood, groupAt, groupsOf, touching } from '../../stones/connection.ts';
import { checkSides, makeSetup, parseBoard, parseSetup } from '../../stones/notation.ts';

/**
 * How far a match has come: one side has passed; both have, and the count has begun; one side has named the dead
 * groups, or both; it is over.
 */
const STAGES = ['play', 'passed', 'count', 'named', 'answered', 'over'] as const;

/** The stones, and all else that decides what may follow. */
export interface Goban extends Board {
  readonly stage: (typeof STAGES)[number];
  /** The point where the mover would take back in a ko. */
  readonly ko?: Cell;
  /** The count was broken off, which is possible once. */
  readonly resumed: boolean;
  /** The stones that were named dead last. */
  readonly dead: CellSet;
  /** How many stones each side has taken: the only part without consequences. */
  readonly taken: Readonly<Record<Colour, number>>;
}

export interface GoPosition extends Position {
  readonly board: Goban;
}

/** `stone` has one cell, `dead` stones of the dead groups, other words none; `on` breaks off the count. */
export interface GoMove {
  readonly word: 'stone' | 'pass' | 'dead' | 'agree' | 'on';
  readonly cells: readonly Cell[];
}

export const PASS: GoMove = { word: 'pass', cells: [] };

export const goPositionOf = (board: Goban, turn: Colour): GoPosition =>
  legalPosition('go', board, turn);

/** A board without stones. */
export const emptyGoban = ({ cols, rows }: Size): Goban => {
  const none = makeSet(rows);
  const taken = { black: 0, white: 0 };
  return { cols, rows, black: none, white: none, stage: 'play', resumed: false, dead: none, taken };
};

export const checkSize = (size: Size) => checkSides(size, 1, 19);

/** Files leave out the i, which looks like a j. */
const FILES = 'abcdefghjklmnopqrst';

export const nameOf = (cell: Cell): string => `${FILES[fileOf(cell)]}${rankOf(cell) + 1}`;

/** The cell of a name; off every board if there is no such file. */
export const cellNamed = (text: string): Cell | undefined => {
  const cell = parseCell(text);
  const file = FILES.indexOf(text.slice(0, 1).toLowerCase());
  return cell === undefined ? undefined : cellOf(file < 0 ? FILES.length : file, rankOf(cell));
};

/** White's points for moving second, without the half point that breaks ties. */
const KOMI = 6;

/** The area of each side without the dead stones: its stones, and the empty regions that only these reach. */
const areaOf = (board: Goban, dead: CellSet): Readonly<Record<Colour, number>> => {
  const [black, white] = [difference(board.black, dead), difference(board.white, dead)];
  const open = union(emptiesOf(board), dead);
  const reached = (stones: CellSet) => flood(touching(stones, open), open);
  const [byBlack, byWhite] = [reached(black), reached(white)];
  return {
    black: countCells(black) + countCells(difference(byBlack, byWhite)),
    white: countCells(white) + countCells(difference(byWhite, byBlack)),
  };
};

/** The points of each side, without White's half point. */
const pointsOf = (board: Goban, dead = board.dead): Readonly<Record<Colour, number>> => {
  const { black, white } = areaOf(board, dead);
  return { black, white: white + KOMI };
};

/** Who has more points; if they are equal, White, by the half point. */
export const leaderOf = (board: Goban, dead = board.dead): Colour => {
  const { black, white } = pointsOf(board, dead);
  return black > white ? 'black' : 'white';
};

/** The groups of the stones on some cells, as one set. */
export const groupsAt = (board: Board, cells: readonly Cell[]): CellSet =>
  cells.reduce(
    (all, cell) => union(all, groupAt(cell, board[colourAt(board, cell) ?? 'black'])),
    makeSet(board.rows),
  );

/**
 * A position is written like one of a stone game, dead stones in capitals, and behind it whatever differs from
 * the start: `ko-c3`, the stage, `resumed`, and the stones that Black and White have taken: `taken-2-0`.
 */
export const makeGoban = ({ board, turn }: GoPosition): string => {
  const { ko, stage, resumed, taken } = board;
  const [size, ranks = '', mover] = makeSetup({ board, turn }).split(' ');
  let at = 0;
  const isDead = cellsOf(stonesOf(board))
    .sort((one, next) => rankOf(next) - rankOf(one) || one - next)
    .map((cell) => hasCell(board.dead, cell));
  const marked = ranks.replace(/[xw]/g, (sign) => (isDead[at++] ? sign.toUpperCase() : sign));
  return [
    ...[size, marked, mover],
    ...(ko === undefined ? [] : [`ko-${nameOf(ko)}`]),
    ...(stage === 'play' ? [] : [stage]),
    ...(resumed ? ['resumed'] : []),
    ...(taken.black + taken.white > 0 ? [`taken-${taken.black}-${taken.white}`] : []),
  ].join(' ');
};

const STATE = new RegExp(
  `^(?: ko-([a-t]\\d+))?(?: (${STAGES.slice(1).join('|')}))?( resumed)?(?: taken-(\\d{1,4})-(\\d{1,4}))?$`,
);

export const parseGoban = (text: string): Result<GoPosition, NotationError | SetupError> => {
  const [size, ranks = '', mover, ...state] = text.split(' ');
  const read = parseSetup([size, ranks, mover].join(' ').trim());
  if (!read.ok) return read;
  const { board, turn } = read.value;
  const checked = checkSize(board);
  if (!checked.ok) return checked;
  const marks = parseBoard(ranks.replace(/[xw]/g, '.'), board);
  const dead = marks.ok ? stonesOf(marks.value) : makeSet(board.rows);
  const [known, koText, stage = 'play', resumed, black = 0, white = 0] =
    STATE.exec(state.map((word) => ` ${word}`).join('')) ?? [];
  const ko = koText === undefined ? {} : { ko: cellNamed(koText) ?? 0 };
  const goban: Goban = {
    ...board,
    stage: stage as Goban['stage'],
    ...ko,
    resumed: resumed !== undefined,
    dead,
    taken: { black: Number(black), white: Number(white) },
  };
  return known !== undefined && isReachable(goban, turn)
    ? ok(goPositionOf(goban, turn))
    : refuseSetup('unreachable', {});
};

/**
 * Whether every chain has a liberty, a stone can just have been taken at the ko point, and only whole groups are
 * dead, once they were named.
 */
function isReachable(board: Goban, turn: Colour): boolean {
  const { stage, ko, resumed, dead } = board;
  const empties = emptiesOf(board);
  const chains = COLOURS.flatMap((colour) => groupsOf(board[colour]));
  if (chains.some((chain) => isEmpty(touching(chain, empties)))) return false;
  const isNamed = stage === 'named' || stage === 'answered';
  if (isEmpty(dead) ? isNamed : !isNamed && stage !== 'over') return false;
  if (!isEmpty(difference(groupsAt(board, cellsOf(dead)), dead))) return false;
  if (resumed && (stage === 'count' || isNamed || !isEmpty(dead))) return false;
  if (ko === undefined) return true;
  const takers = touching(makeSet(board.rows, ko), board[opposite(turn)]);
  return (
    stage === 'play' &&
    hasCell(empties, ko) &&
    cellsOf(takers).some((cell) => isKo(board, cell, opposite(turn), ko))
  );
}

/** Whether a stone is joined to no other of its side and has this one liberty, as after taking in a ko. */
export const isKo = (board: Board, cell: Cell, colour: Colour, liberty: Cell): boolean => {
  const stone = makeSet(board.rows, cell);
  const free = touching(stone, emptiesOf(board));
  return (
    isEmpty(touching(stone, board[colour])) && countCells(free) === 1 && hasCell(free, liberty)
  );
};

/** What makes positions the same: all but the stones that were taken. */
export const keyOf = ({ board, turn }: GoPosition): string => {
  const { black, white, dead, ko, stage, resumed } = board;
  return [...black, '', ...white, '', ...dead, turn, ko, stage, resumed].join();
};

const THINGS: Readonly<Record<Colour, readonly [stone: Thing, dead: Thing]>> = {
  black: [
    { owner: 'black', kind: 'stone', sign: '#' },
    { owner: 'black', kind: 'dead', sign: 'x' },
  ],
  white: [
    { owner: 'white', kind: 'stone', sign: 'O' },
    { owner: 'white', kind: 'dead', sign: 'o' },
  ],
};

export const gobanView = ({ board }: GoPosition): View => ({
  grid: 'points',
  files: [...FILES.slice(0, board.cols)],
  lines: Array.from({ length: board.rows }, (_, index) => {
    const rank = board.rows - 1 - index;
    const spots = Array.from({ length: board.cols }, (__, file) =>
      spotOf(board, cellOf(file, rank)),
    );
    return { label: String(rank + 1), shift: 0, spots };
  }),
  later: [THINGS.black[1], THINGS.white[1]],
  beside: besideOf(board),
});

const spotOf = (board: Goban, cell: Cell): Spot => {
  const name = nameOf(cell);
  const owner = colourAt(board, cell);
  if (owner) return { name, thing: THINGS[owner][hasCell(board.dead, cell) ? 1 : 0] };
  const [across, up] = [dotAt(fileOf(cell), board.cols), dotAt(rankOf(cell), board.rows)];
  const isLarge = Math.min(board.cols, board.rows) >= 15;
  const isDot = across !== 'none' && up !== 'none' && (across === up || isLarge);
  return isDot ? { name, tone: 'dot' } : { name };
};

/** Which line with dots a place is on: an outer one (third or fourth from the edge), the middle one, or none. */
function dotAt(place: number, side: number): 'outer' | 'middle' | 'none' {
  if (side < 7) return 'none';
  if (2 * place === side - 1) return 'middle';
  return Math.min(place, side - 1 - place) === (side < 12 ? 2 : 3) ? 'outer' : 'none';
}

function besideOf(board: Goban): readonly Tally[] {
  const { stage, resumed, taken } = board;
  const counts = pointsOf(board);
  if (stage === 'play') {
    return [
      { code: 'taken', counts: taken },
      ...(resumed ? [{ code: 'broken-off', counts } as const] : []),
    ];
  }
  if (stage === 'passed') {
    return [
      { code: 'taken', counts: taken },
      { code: resumed ? 'last-pass-counts' : 'pass-counts', counts },
    ];
  }
  return [{ code: `${stage}-counts`, counts }];
}
