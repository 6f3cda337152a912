import { gameOf } from '../../engine/registry.ts';
import type { RulesId } from '../../engine/shape/rules.ts';
import type { Size } from '../../engine/shape/types.ts';
import { makePosition } from '../../engine/written.ts';
import { marksOf, type Sight } from '../ascii.ts';

/** A board that shows what boards are like, and a move that could answer it. */
interface SampleBoard {
  readonly sight: Sight;
  readonly move: string;
}

/** The board that shows to newcomers what is played here. */
const SMALL: Size = { cols: 4, rows: 4 };

/** A board with every sign on it that a diagram can have: the first legal move of a game. */
export function sampleBoard(rules: RulesId, size: Size = gameOf(rules).defaultSize): SampleBoard {
  const game = gameOf(rules);
  const start = game.start(size);
  if (!start.ok) throw new Error(`${rules} has no first position (${start.error.code})`);
  const [move] = game.legalMoves(start.value);
  if (!move) throw new Error(`${rules} has no first move`);
  const { position, effects } = game.play(start.value, move);
  const marks = marksOf(effects());
  const [answer] = game.legalMoves(position);
  return {
    sight: { view: game.view(position), sides: game.sides, marks, coordinates: true },
    move: answer ? game.makeMove(answer, position) : '',
  };
}

/** The same for somebody who has never seen one of ours. */
export const smallSample = (): SampleBoard => sampleBoard('forms', SMALL);

/** What a match begins with. */
interface FirstBoard {
  /** In position notation. */
  readonly position: string;
  /** Of another size, where a board of the one that was asked for would be too large to look at. */
  readonly smaller: Size | undefined;
}

/** A letter that offers a match has room for a board of so many cells a side. */
const SHOWN_SIDE_MAX = 10;
/** In the place of a larger one: the signs are large, and all that there is at the start is there. */
const SHOWN_INSTEAD: Size = { cols: 6, rows: 6 };

/** The first position of a match, to be looked at; undefined where no board of the game is small. */
export function firstBoard(rules: RulesId, size: Size): FirstBoard | undefined {
  const game = gameOf(rules);
  for (const shown of [size, SHOWN_INSTEAD, game.defaultSize]) {
    if (Math.max(shown.cols, shown.rows) > SHOWN_SIDE_MAX) continue;
    const start = game.start(shown);
    if (start.ok) {
      const smaller = shown === size ? undefined : shown;
      return { position: makePosition(start.value), smaller };
    }
  }
  return undefined;
}
