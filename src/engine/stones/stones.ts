import { ok, type Result } from '../../result.ts';
import type { Game } from '../shape/game.ts';
import { legal } from '../shape/legal.ts';
import type { RulesId } from '../shape/rules.ts';
import { STONE_SIDES } from '../shape/sides.ts';
import type { SetupError, Size } from '../shape/types.ts';
import type { Board } from './board.ts';
import { makeSetup, parseSetup } from './notation.ts';
import { stoneView } from './stone-view.ts';
import type { Setup, StonePosition } from './types.ts';

/** The boards of a game of stones. */
interface StoneBoards {
  readonly rules: RulesId;
  readonly checkSize: (size: Size) => Result<Size, SetupError>;
  /** What stands on the board when Black makes the first move. */
  readonly first: (size: Size) => Board;
  /** Refuses what play cannot lead to, on a board of a size that will do. */
  readonly checkSetup: (setup: Setup) => Result<Setup, SetupError>;
}

/** What a game of stones on squares need not write itself. */
type StoneGame = Pick<
  Game<StonePosition>,
  'rules' | 'sides' | 'start' | 'parsePosition' | 'makePosition' | 'view'
>;

/** How games of stones on squares begin, write their positions and are drawn. */
export const stones = ({ rules, checkSize, first, checkSetup }: StoneBoards): StoneGame => ({
  rules,
  sides: STONE_SIDES,
  start: (size) => {
    const checked = checkSize(size);
    return checked.ok ? ok(legal(rules, first(checked.value), 'black')) : checked;
  },
  parsePosition: (text) => {
    const setup = parseSetup(text);
    if (!setup.ok) return setup;
    const { board, turn } = setup.value;
    const size = checkSize(board);
    if (!size.ok) return size;
    const checked = checkSetup(setup.value);
    return checked.ok ? ok(legal(rules, board, turn)) : checked;
  },
  makePosition: makeSetup,
  view: stoneView,
});
