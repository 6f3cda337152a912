import type { BoardFacts, Intent } from '../../intent.ts';
import type { Seat } from '../../match/types.ts';
import type { Sentence } from '../../sentence.ts';
import type { Change, Deeds } from '../shape/types.ts';

/**
 * The letters about a ply that its readers want. Who has `set notify result` gets no board just
 * because the other side has moved; for who has `set notify daily` it waits for the letter of the
 * day. To the first of them goes also one that carries the other player's words, and the last one
 * goes out whatever is set. So does the mover's own board, but where `set copies no` is set and it
 * would tell nothing that the mover does not know.
 *
 * @param known what the mover knows of; undefined where the other side has moved since
 */
export function wantedLetters(
  letters: readonly Intent[],
  mover: Seat,
  known: readonly Sentence[] | undefined,
): Deeds {
  const wanted: Intent[] = [];
  const changes: Change[] = [];
  for (const letter of letters) {
    if (known && isCopy(letter, mover, known)) continue;
    const { to } = letter;
    const facts = routineBoard(letter, mover);
    const notify = facts && to.choices?.['notify'];
    if (facts && notify === 'daily' && to.playerId !== undefined) {
      changes.push({ do: 'put-untold', playerId: to.playerId, facts });
    } else if (!(notify === 'result' && facts?.comment === undefined)) wanted.push(letter);
  }
  return { changes, letters: wanted };
}

/** The board of who has just moved and wants no copies, with no word for that reader alone. */
const isCopy = ({ to, message }: Intent, mover: Seat, known: readonly Sentence[]): boolean =>
  to.playerId === mover.id &&
  to.choices?.['copies'] === 'no' &&
  message.kind === 'board' &&
  message.facts.outcome === undefined &&
  message.facts.events.length === known.length;

/** The board of a letter that goes out only because somebody else has moved. */
const routineBoard = ({ to, message }: Intent, mover: Seat): BoardFacts | undefined =>
  message.kind === 'board' && message.facts.outcome === undefined && to.playerId !== mover.id
    ? message.facts
    : undefined;
