import { gameOf } from '../../engine/registry.ts';
import type { Colour, Position, Size } from '../../engine/shape/types.ts';
import { opposite } from '../../engine/stones/board.ts';
import { makeSize } from '../../engine/stones/notation.ts';
import type { BoardFacts } from '../../intent.ts';
import { pliesBefore } from '../../match/offer.ts';

/** The command that offers the same match once more, to whoever wants it when the opponent has gone. */
export const againOf = ({ rules, opponentGone }: BoardFacts, size: Size): string =>
  opponentGone ? challengeTo('open', rules, size) : 'rematch';

/** A challenge that names the size where that is not as usual. */
export function challengeTo(whom: string, rules: BoardFacts['rules'], size: Size): string {
  const challenge = `challenge ${whom} ${rules}`;
  const written = makeSize(size);
  const usual = makeSize(gameOf(rules).defaultSize) === written;
  return usual ? challenge : `${challenge} -size=${written}`;
}

/** How a reader sees a board. */
interface Seen {
  readonly seat: Colour | undefined;
  readonly over: boolean;
  readonly playing: boolean;
  readonly yourTurn: boolean;
}

/** Commands that an answer to a board may consist of; every one can be written as it stands. */
export function alsoOf(
  facts: BoardFacts,
  { seat, over, playing, yourTurn }: Seen,
  start: Position,
): readonly string[] {
  const { board, rules, moves, offer } = facts;
  const show = moves.length > 0 ? `show ${board} #${moves.length - 1}` : `show ${board}`;
  if (!seat) return [`show ${board}`];
  const opponent = facts[opposite(seat)];
  if (over) {
    const words = facts.opponentGone ? [] : [`say ${board}`];
    return [againOf(facts, start.board), ...words, show, 'games'];
  }
  if (!playing) return [`show ${board}`, 'games', `help ${rules}`];
  // Who has not moved yet has nothing to take back.
  const hasMoved = pliesBefore({ rules, start, moves }, seat) !== undefined;
  const offers = offer
    ? offer.by === opponent
      ? [`accept ${board} ${offer.kind}`, `decline ${board}`]
      : []
    : [
        ...(gameOf(rules).drawable ? [`draw ${board}`] : []),
        ...(hasMoved ? [`undo ${board}`] : []),
      ];
  const hint = facts.hints && yourTurn ? [`hint ${board}`] : [];
  return [...hint, `resign ${board}`, ...offers, `say ${board}`, show, `help ${rules}`];
}
