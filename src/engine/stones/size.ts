import { ok, type Result } from '../../result.ts';
import { refuseSetup } from '../shape/refusal.ts';
import type { SetupError, Size } from '../shape/types.ts';
import { SIDE_MAX } from './cell.ts';

/** A size whose sides are whole numbers in some bounds, the largest that a board can have among them. */
export const checkSides = (
  { cols, rows }: Size,
  sideMin: number,
  sideMax = SIDE_MAX,
): Result<Size, SetupError> => {
  const fits = (side: number) => Number.isInteger(side) && side >= sideMin && side <= sideMax;
  return fits(cols) && fits(rows)
    ? ok({ cols, rows })
    : refuseSetup('bad-size', { cols, rows, sideMin, sideMax });
};
