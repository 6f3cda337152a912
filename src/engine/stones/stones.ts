import { ok, type Result } from '../../result.ts';
import type { Game } from '../shape/game.ts';
import { legalPosition } from '../shape/game.ts';
import type { Colour, RulesId } from '../shape/ground.ts';
import type { SetupError, Size } from '../shape/types.ts';
import { type Spot, STONE_SIDES, type Thing, type View } from '../shape/view.ts';
import { type Board, cellOf, makeCell, type Setup, SIDE_MAX, type StonePosition } from './board.ts';
import { makeSetup, parseSetup } from './notation.ts';

/** The boards and checks of a game of stones. */
interface StoneBoards {
  readonly rules: RulesId;
  readonly checkSize: (size: Size) => Result<Size, SetupError>;
  /** The first position; Black moves. */
  readonly first: (size: Size) => Board;
  /** Refuses unreachable set-ups on a board of valid size. */
  readonly checkSetup: (setup: Setup) => Result<Setup, SetupError>;
}

/** The parts that all games of stones on squares share. */
type StoneGame = Pick<
  Game<StonePosition>,
  'rules' | 'sides' | 'start' | 'parsePosition' | 'makePosition' | 'view'
>;

/** First position, notation and drawing of a game of stones on squares. */
export const stones = ({ rules, checkSize, first, checkSetup }: StoneBoards): StoneGame => ({
  rules,
  sides: STONE_SIDES,
  start: (size) => {
    const checked = checkSize(size);
    return checked.ok ? ok(legalPosition(rules, first(checked.value), 'black')) : checked;
  },
  parsePosition: (text) => {
    const setup = parseSetup(text);
    if (!setup.ok) return setup;
    const { board, turn } = setup.value;
    const size = checkSize(board);
    if (!size.ok) return size;
    const checked = checkSetup(setup.value);
    return checked.ok ? ok(legalPosition(rules, board, turn)) : checked;
  },
  makePosition: makeSetup,
  view: stoneView,
});

/** The same game with its ranks counted from the top, so that rank 0 of a set of cells is the top one. */
export const fromTop = (game: StoneGame): StoneGame => ({
  ...game,
  // A text begins with the top rank, which elsewhere is the last one.
  parsePosition: (text) => {
    const read = game.parsePosition(text);
    return read.ok ? ok(upsideDown(read.value)) : read;
  },
  makePosition: (position) => game.makePosition(upsideDown(position)),
  view: (position) => {
    const view = game.view(position);
    return { ...view, lines: view.lines.toReversed() };
  },
});

const upsideDown = ({ rules, board, turn }: StonePosition): StonePosition => {
  const [black, white] = [board.black.toReversed(), board.white.toReversed()];
  return legalPosition(rules, { ...board, black, white }, turn);
};

/** The stones of both colours, with their characters in text. */
const STONES: Readonly<Record<Colour, Thing>> = {
  black: { owner: 'black', kind: 'stone', sign: '#' },
  white: { owner: 'white', kind: 'stone', sign: 'O' },
};

/** The drawing of a board of stones; ranks count from the bottom. */
export const stoneView = ({ board }: Setup): View => ({
  grid: 'squares',
  files: Array.from({ length: board.cols }, (_, file) => String.fromCharCode(97 + file)),
  lines: Array.from({ length: board.rows }, (_, index) => {
    const rank = board.rows - 1 - index;
    return { label: String(rank + 1), shift: 0, spots: spotsOf(board, rank) };
  }),
});

/** The spots of a rank from the left; a loop for speed. */
const spotsOf = (board: Board, rank: number): readonly Spot[] => {
  const [blacks, whites] = [board.black[rank] ?? 0, board.white[rank] ?? 0];
  const spots: Spot[] = [];
  for (let file = 0; file < board.cols; file++) {
    const bit = 1 << file;
    const on = blacks & bit ? SPOTS.black : whites & bit ? SPOTS.white : SPOTS.empty;
    spots.push(on[cellOf(file, rank)] as Spot);
  }
  return spots;
};

/** A spot for each possible cell, created once. */
const spotsWith = (thing?: Thing): readonly Spot[] =>
  Array.from({ length: cellOf(0, SIDE_MAX) }, (_, cell) => ({
    name: makeCell(cell),
    ...(thing && { thing }),
  }));

const SPOTS: Readonly<Record<Colour | 'empty', readonly Spot[]>> = {
  black: spotsWith(STONES.black),
  white: spotsWith(STONES.white),
  empty: spotsWith(),
};
