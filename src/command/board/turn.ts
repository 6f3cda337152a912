import { opposite } from '../../engine/board.ts';
import { offerAfter } from '../../match/offer.ts';
import type { Moved } from '../../match/play.ts';
import { type FromQueue, playFromQueue } from '../../match/queue.ts';
import type { Match } from '../../match/types.ts';
import type { Player } from '../../player/types.ts';
import { type Sentence, say } from '../../sentence.ts';
import { boardLetters, type Waiting } from '../letters/letters.ts';
import { wantedLetters } from '../letters/wanted-letters.ts';
import type { Asking, Change, Deeds } from '../shape/types.ts';
import { played } from './played.ts';

/**
 * What follows from a ply: the queue of the other side may answer it at once, an open offer may end,
 * and both players get one board letter that tells all of it.
 *
 * @param before the match as it stood before the ply
 */
export function takeTurn(before: Match, moved: Moved, player: Player, asking: Asking): Deeds {
  const { reading } = asking;
  const { board } = before;
  const opponent = before[opposite(moved.ply.colour)];
  const queue = reading.queue(board, opponent.id);
  const replied =
    queue?.revision === before.revision ? playFromQueue(queue, before.position, moved) : undefined;
  const plies = replied?.kind === 'played' ? [moved, replied.moved] : [moved];
  const events = plies.map((each) => played(each === moved ? player : opponent, each));

  const offer = reading.openOffer(board);
  const movers = [player.id, opponent.id].slice(0, plies.length);
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
  const left = replied?.kind === 'played' ? replied.left : undefined;
  const waiting: Waiting = {
    ...(end && { offer: null }),
    ...(replied && { queue: { playerId: opponent.id, says: tellQueue(replied), left } }),
  };
  const last = plies.at(-1) ?? moved;
  const letters = boardLetters(last.match, asking, events, player, waiting);
  const wanted = wantedLetters(letters, player, plies.length > 1 ? undefined : events);
  return {
    changes: [
      ...(end ? [{ do: 'end-offer', board, end } as const] : []),
      ...plies.map(({ match }): Change => ({ do: 'advance-match', match })),
      ...(left ? [{ do: 'put-queue', queue: left } as const] : []),
      ...wanted.changes,
    ],
    letters: wanted.letters,
  };
}

/** What the owner of a queue, and nobody else, is told when it could not be played. */
function tellQueue(replied: FromQueue): readonly Sentence[] {
  switch (replied.kind) {
    case 'played':
      return [];
    case 'not-reached':
      return [say('queue-not-reached')];
    case 'illegal':
      return [say('queue-illegal', { move: replied.move }), replied.why];
  }
}
