import type { BoardFacts, Intent } from '../../intent.ts';
import type { Player } from '../../player/types.ts';
import type { Change, Deeds } from '../shape/types.ts';

/**
 * The letters about a ply that its readers want. Who has `set notify result` gets no board just
 * because the other side has moved; for who has `set notify daily` it waits for the letter of the
 * day. The mover's own board and the last one go out whatever is set, and to the first of them also
 * one that carries the other player's words.
 */
export function wantedLetters(letters: readonly Intent[], mover: Player): Deeds {
  const wanted: Intent[] = [];
  const changes: Change[] = [];
  for (const letter of letters) {
    const { to } = letter;
    const facts = routineBoard(letter, mover);
    const notify = facts && to.choices?.['notify'];
    if (facts && notify === 'daily' && to.playerId !== undefined) {
      changes.push({ do: 'put-untold', playerId: to.playerId, facts });
    } else if (!(notify === 'result' && facts?.comment === undefined)) wanted.push(letter);
  }
  return { changes, letters: wanted };
}

/** The board of a letter that goes out only because somebody else has moved. */
const routineBoard = ({ to, message }: Intent, mover: Player): BoardFacts | undefined =>
  message.kind === 'board' && message.facts.outcome === undefined && to.playerId !== mover.id
    ? message.facts
    : undefined;
