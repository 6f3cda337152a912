import { ok, type Result } from '../../../result.ts';
import { refuseSetup } from '../../shape/refusal.ts';
import { COLOURS, type SetupError, type Size } from '../../shape/types.ts';
import { stonesOf } from '../../stones/board.ts';
import { countCells } from '../../stones/cellset.ts';
import { groupsOf } from '../../stones/connection.ts';
import { checkSides } from '../../stones/size.ts';
import type { Setup } from '../../stones/types.ts';

/** What the two games of Forms ask of a board. */

/** Any board with an even side, so that both colours begin with half of its cells. */
export const checkFormsSize = (size: Size): Result<Size, SetupError> => {
  const { cols, rows } = size;
  const even = cols % 2 === 0 || rows % 2 === 0;
  const sides = checkSides(size, 1);
  return even || !sides.ok ? sides : refuseSetup('odd-size', { cols, rows });
};

/**
 * A position that play can lead to has one group and at most half a board of each colour. Two
 * groups could leave a player without a move. One colour may be gone: then the game is over.
 */
export const checkFormsSetup = (setup: Setup): Result<Setup, SetupError> => {
  const { cols, rows } = setup.board;
  const stonesMax = (cols * rows) / 2;
  for (const colour of COLOURS) {
    const stones = countCells(setup.board[colour]);
    if (stones > stonesMax) return refuseSetup('too-many-stones', { colour, stones, stonesMax });
  }
  const groups = groupsOf(stonesOf(setup.board)).length;
  if (groups === 0) return refuseSetup('no-stones', {});
  return groups === 1 ? ok(setup) : refuseSetup('not-one-group', { groups });
};
