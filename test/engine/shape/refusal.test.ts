import { describe, expect, expectTypeOf, test } from 'vitest';
import {
  MOVE_ERROR_CODES,
  type MoveErrorCode,
  NOTATION_ERROR_CODES,
  type NotationErrorCode,
  SETUP_ERROR_CODES,
  type SetupErrorCode,
} from '../../../src/engine/shape/refusal.ts';
import { refuseOffBoard } from '../../../src/engine/stones/stone-moves.ts';

describe('the codes of refusals', () => {
  test('are all listed, each once', () => {
    expectTypeOf<(typeof MOVE_ERROR_CODES)[number]>().toEqualTypeOf<MoveErrorCode>();
    expectTypeOf<(typeof SETUP_ERROR_CODES)[number]>().toEqualTypeOf<SetupErrorCode>();
    expectTypeOf<(typeof NOTATION_ERROR_CODES)[number]>().toEqualTypeOf<NotationErrorCode>();
    for (const codes of [MOVE_ERROR_CODES, SETUP_ERROR_CODES, NOTATION_ERROR_CODES]) {
      expect(new Set<string>(codes).size).toBe(codes.length);
    }
  });

  test('a cell off the board is named with the board it is not on', () => {
    expect(refuseOffBoard({ cols: 8, rows: 4 }, 132)).toEqual({
      ok: false,
      error: { code: 'off-board', facts: { cell: 'e5', cols: 8, rows: 4, lastCell: 'h4' } },
    });
  });
});
