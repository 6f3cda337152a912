import { ok, type Result } from '../../../result.ts';
import { legal } from '../../shape/legal.ts';
import { refuseSetup } from '../../shape/refusal.ts';
import type { RulesId } from '../../shape/rules.ts';
import { COLOURS, type NotationError, type SetupError, type Size } from '../../shape/types.ts';
import { stonesOf } from '../../stones/board.ts';
import { countCells } from '../../stones/cellset.ts';
import { groupsOf } from '../../stones/connection.ts';
import { parseSetup } from '../../stones/notation.ts';
import { checkSides } from '../../stones/size.ts';
import type { Setup, StonePosition } from '../../stones/types.ts';

/** What the two games of Forms ask of a board. */

/** Any board with an even side, so that both colours begin with half of its cells. */
export const checkFormsSize = (size: Size): Result<Size, SetupError> => {
  const { cols, rows } = size;
  const even = cols % 2 === 0 || rows % 2 === 0;
  const sides = checkSides(size, 1);
  return even || !sides.ok ? sides : refuseSetup('odd-size', { cols, rows });
};

/** Reads a position of either game: one that play can lead to. */
export const parseForms = (
  rules: RulesId,
  text: string,
): Result<StonePosition, NotationError | SetupError> => {
  const setup = parseSetup(text);
  return setup.ok ? legaliseForms(rules, setup.value) : setup;
};

/**
 * A position that play can lead to has one group and at most half a board of each colour. Two
 * groups could leave a player without a move. One colour may be gone: then the game is over.
 */
const legaliseForms = (rules: RulesId, setup: Setup): Result<StonePosition, SetupError> => {
  const size = checkFormsSize(setup.board);
  if (!size.ok) return size;
  const stonesMax = (setup.board.cols * setup.board.rows) / 2;
  for (const colour of COLOURS) {
    const stones = countCells(setup.board[colour]);
    if (stones > stonesMax) return refuseSetup('too-many-stones', { colour, stones, stonesMax });
  }
  const groups = groupsOf(stonesOf(setup.board)).length;
  if (groups === 0) return refuseSetup('no-stones', {});
  return groups === 1
    ? ok(legal(rules, setup.board, setup.turn))
    : refuseSetup('not-one-group', { groups });
};
