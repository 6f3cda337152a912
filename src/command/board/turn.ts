import { opposite } from '../../engine/stones/board.ts';
import type { Untold } from '../../intent.ts';
import { offerAfter } from '../../match/offer.ts';
import type { Moved } from '../../match/play.ts';
import { playFromQueue, type QueueEnd } from '../../match/queue.ts';
import type { Match, Seat } from '../../match/types.ts';
import { type Sentence, say } from '../../sentence.ts';
import { boardLetters, type Waiting } from '../letters/letters.ts';
import { wantedLetters } from '../letters/wanted-letters.ts';
import { heldForRobot, withUntold } from '../letters/with-robot.ts';
import type { Asking, Change, Deeds } from '../shape/types.ts';
import { tellMoved } from './played.ts';

/**
 * What follows from a move: it may force a pass, the queue of the other side may answer it at once, an
 * open offer may end, and both players get one board letter that tells all of it. Where the robot is to
 * move then, its player's letter waits for that.
 *
 * @param before the match as it stood before the ply
 * @param player whoever has moved
 * @param untold what the robot's opponent has not been told yet
 */
export function takeTurn(
  before: Match,
  moved: Moved,
  player: Seat,
  asking: Pick<Asking, 'reading' | 'comment'>,
  untold?: Untold,
): Deeds {
  const { reading } = asking;
  const { board } = before;
  const opponent = before[opposite(moved.ply.colour)];
  const queue = reading.queue(board, opponent.id);
  const replied =
    queue?.revision === before.revision ? playFromQueue(queue, before.position, moved) : undefined;
  const moves = [moved, ...(replied?.played ?? [])];
  const steps = moves.flatMap((each) => each.steps);
  const events = moves.flatMap(tellMoved);

  const offer = reading.openOffer(board);
  const movers = moves.map((each) => (each === moved ? player.id : opponent.id));
  const end = offer && offerAfter(offer, movers);
  if (offer && end) {
    const makes = offer.by === player.id ? player : opponent;
    const { userid } = makes;
    // Only an undo lapses: nobody can answer it any more.
    events.push(
      end === 'lapsed'
        ? say('undo-lapsed-by-move', { userid })
        : say(`${offer.kind}-declined-by-move`, { userid }),
    );
  }
  const left = replied?.left;
  const waiting: Waiting = {
    ...(end && { offer: null }),
    ...(replied && { queue: { playerId: opponent.id, says: tellQueue(replied.end), left } }),
  };
  const last = moves.at(-1) ?? moved;
  const letters = boardLetters(last.match, asking, events, player, waiting);
  const told = withUntold(letters, last.match, untold);
  const { sent, kept } = heldForRobot(told, last.match, reading);
  const wanted = wantedLetters(sent, player, steps.length > 1 ? undefined : events);
  return {
    changes: [
      ...(end ? [{ do: 'end-offer', board, end } as const] : []),
      ...steps.map(({ match }): Change => ({ do: 'advance-match', match })),
      ...kept,
      ...(left ? [{ do: 'put-queue', queue: left } as const] : []),
      ...wanted.changes,
    ],
    letters: wanted.letters,
  };
}

/** What the owner of a queue, and nobody else, is told when it could not be played to its end. */
function tellQueue(end: QueueEnd | undefined): readonly Sentence[] {
  if (!end) return [];
  return end.kind === 'not-reached'
    ? [say('queue-not-reached')]
    : [say('queue-illegal', { move: end.move }), end.why];
}
