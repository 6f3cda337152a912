import { gameOf } from '../../src/engine/registry.ts';
import type { Position } from '../../src/engine/shape/types.ts';
import { solveGame } from '../../src/engine/solve/solve.ts';
import type { Board, Setup } from '../../src/engine/stones/board.ts';
import { parseSetup } from '../../src/engine/stones/notation.ts';
import { imagineFrom } from '../../src/match/play.ts';

/** The compiler is the test: each line that must not compile says so. Nothing here is ever run. */

export function aSetupIsNoPosition(setup: Setup, position: Position, board: Board): void {
  // @ts-expect-error what was read has not been asked for its legality
  gameOf('forms').legalMoves(setup);
  // @ts-expect-error
  solveGame(setup, { nodesMax: 1 });
  // @ts-expect-error
  imagineFrom(setup);
  const read = parseSetup('2x1 xw x');
  // @ts-expect-error nor has what a text says
  if (read.ok) gameOf('forms').outcome(read.value);
  // @ts-expect-error nobody writes one down
  const written: Position = { rules: 'forms', board, turn: 'black' };
  // @ts-expect-error nor changes one
  const changed: Position = { ...position, turn: 'white' };
  for (const each of [written, changed]) gameOf('forms').outcome(each);
}
