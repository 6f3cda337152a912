import type { Game } from '../../../src/engine/shape/game.ts';
import { legalPosition } from '../../../src/engine/shape/game.ts';
import type { RulesId } from '../../../src/engine/shape/ground.ts';
import { refuseMove } from '../../../src/engine/shape/refusal.ts';
import { STONE_SIDES } from '../../../src/engine/shape/view.ts';
import {
  type CellMove,
  cellOf,
  checkerboard,
  colourAt,
  fillBoard,
  opposite,
  type StonePosition,
} from '../../../src/engine/stones/board.ts';
import { makeSetup, parseSetup } from '../../../src/engine/stones/notation.ts';
import { stoneView } from '../../../src/engine/stones/stones.ts';
import { ok } from '../../../src/result.ts';

/** What may be said in Charade: words of prose, pieces in capitals, a castle, draughts and a pit. */
const MOVES = 'pass swap agree on so o-o 32x27 Bxc3 bxc3 C3 c3 4'.split(' ');

/**
 * A game for tests, with moves of every make. Each of them may be made at any time, turns over the
 * stone of its own and does nothing else; the game never ends.
 *
 * @param caseMatters where it does not, the moves are those of small letters
 */
export function charade(name: string, caseMatters: boolean): Game<StonePosition, CellMove> {
  const id = name.toLowerCase() as RulesId;
  const moves = caseMatters ? MOVES : MOVES.filter((move) => move === move.toLowerCase());
  const read = (text: string): CellMove | undefined => {
    const at = moves.indexOf(text.trim());
    return at < 0 ? undefined : { cell: cellOf(at % 4, Math.floor(at / 4)) };
  };
  const textOf = ({ cell }: CellMove): string =>
    moves.find((text) => read(text)?.cell === cell) ?? '';
  return {
    rules: id,
    name,
    author: 'nobody',
    year: 2026,
    sides: STONE_SIDES,
    defaultSize: { cols: 4, rows: 4 },
    canEndInDraw: true,
    canRepeat: false,
    ...(caseMatters && { caseMatters }),

    start: () => ok(legalPosition(id, checkerboard({ cols: 4, rows: 4 }), 'black')),
    parsePosition: (text) => {
      const setup = parseSetup(text);
      return setup.ok ? ok(legalPosition(id, setup.value.board, setup.value.turn)) : setup;
    },
    makePosition: makeSetup,
    looksLikeMove: (text) => read(text) !== undefined,
    parseMove: (_, text) => {
      const move = read(text);
      return move ? ok(move) : refuseMove('not-a-move', {});
    },
    makeMove: textOf,
    firstPartOf: textOf,
    play: ({ board, turn }, move) => ({
      position: legalPosition(
        id,
        fillBoard(board, (file, rank) => {
          const cell = cellOf(file, rank);
          const stone = colourAt(board, cell) ?? 'black';
          return cell === move.cell ? opposite(stone) : stone;
        }),
        opposite(turn),
      ),
      effects: () => ({ reached: [], vacated: [], report: { code: 'moved', facts: {} } }),
    }),
    legalMoves: () => moves.flatMap((text) => read(text) ?? []),
    outcome: () => undefined,
    view: stoneView,
  };
}
