import type { Intent } from '../../intent.ts';
import type { Player } from '../../player/types.ts';
import { type Sentence, say } from '../../sentence.ts';
import type { Reading } from '../shape/types.ts';
import { clockFacts } from './clock-facts.ts';
import { boardFacts, boardLetter } from './letters.ts';

/**
 * The running boards of a player whose older letters do not count any more, to be answered in their
 * place.
 *
 * @param saying what is said of a board, where it is sent for another reason
 */
export const boardsAnew = (
  player: Player,
  reading: Reading,
  saying: (board: number) => Sentence = () => say('board-anew'),
): readonly Intent[] =>
  reading.activeMatches(player.id).map((match) => {
    const facts = boardFacts(match, [saying(match.board)], {
      offer: reading.openOffer(match.board),
      queue: reading.queue(match.board, player.id),
      clock: clockFacts(match, reading),
    });
    return boardLetter(match, player, facts);
  });
