import type { Intent } from '../intent.ts';
import type { Player } from '../player/types.ts';

/**
 * The letters about a ply that its readers want: who has `set notify result` gets no board just
 * because the other side has moved. The mover's own board, the last one, and one that carries the
 * other player's words go out whatever is set.
 */
export const wantedLetters = (letters: readonly Intent[], mover: Player): readonly Intent[] =>
  letters.filter(
    ({ to, message }) =>
      to.choices?.['notify'] !== 'result' ||
      to.playerId === mover.id ||
      message.kind !== 'board' ||
      message.facts.outcome !== undefined ||
      message.facts.comment !== undefined,
  );
