import { gameOf } from '../../engine/registry.ts';
import type { Position } from '../../engine/shape/types.ts';
import type { Side, Tally, View } from '../../engine/shape/view.ts';
import { type Sentence, say } from '../../sentence.ts';

/** The signs that a game draws, also those that stand on the board only after some moves. */
export function legendOf(position: Position, { lines, later = [] }: View): Sentence {
  const game = gameOf(position.rules);
  const [first, second] = game.sides;
  const [move] = game.legalMoves(position);
  const vacated = move === undefined ? [] : game.play(position, move).effects().vacated;
  const isEmpty = lines.some(({ spots }) => spots.some((spot) => spot && !spot.thing));
  const isDotted = lines.some(({ spots }) => spots.some((spot) => spot?.tone === 'dot'));
  const leaves = vacated.length > 0;
  const kind = later[0]?.kind;
  return say('legend', {
    sign: first.sign,
    side: first.name,
    other: second.sign,
    owner: second.name,
    empty: isEmpty || leaves ? 'yes' : 'no',
    dots: isDotted ? 'yes' : 'no',
    later: kind === 'arrow' || kind === 'dead' ? kind : 'none',
    left: leaves ? 'yes' : 'no',
  });
}

/** What a game counts, for both sides. */
export const tallied = ({ code, counts }: Tally, [first, second]: readonly [Side, Side]) =>
  say(code, {
    side: first.name,
    count: counts[first.colour],
    owner: second.name,
    others: counts[second.colour],
  });
