import type { Match, Seat } from '../../match/types.ts';
import type { Player } from '../../player/types.ts';
import type { Reading } from '../shape/types.ts';

/** The player at a board who has blocked another one, and does not get the words of that one. */
export const unheardBy = (match: Match, writer: Seat, reading: Reading): Player | undefined => {
  const deaf = [match.black, match.white].find(({ id }) => reading.blocks(id, writer.id));
  return deaf && reading.playerById(deaf.id);
};
