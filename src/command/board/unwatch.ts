import { colourOf } from '../../match/seats.ts';
import { err, ok } from '../../result.ts';
import { say } from '../../sentence.ts';
import { refuse, refuseWith } from '../shape/decision.ts';
import { offering } from '../shape/offering.ts';
import type { Command } from '../shape/types.ts';
import { onlyNumber } from '../shape/words.ts';

/** Ends what `watch` and `notify` have begun. */
export const unwatch: Command = {
  name: 'unwatch',
  aliases: ['unsubscribe'],
  usage: 'unwatch N',
  summary: 'ends watch and notify',
  example: 'unwatch 12',
  audience: 'player',
  need: 'proof',
  takesComment: false,
  options: [],

  read(words, place) {
    const named = words.words.length > 0;
    const board = onlyNumber(words, place);
    if (board === undefined) return err(say('board-number-missing', { command: 'unwatch' }));
    const text = `unwatch ${board}`;
    return ok({
      text,
      board: undefined,
      need: 'any-proof',
      run({ player, reading, proven }) {
        if (!reading.watches(player.id).some((each) => each.board === board)) {
          const match = reading.match(board);
          // Who names no board wants an end of letters, and these end with the match or the account.
          return !named && match && colourOf(match, player.id)
            ? refuseWith(offering(['signoff'], { proven }, say('watch-own', { board })))
            : refuse(text, say('not-watching', { board }));
        }
        return {
          changes: [{ do: 'unwatch', board, playerId: player.id }],
          letters: [],
          section: { understood: text, says: [say('unwatched', { board })] },
        };
      },
    });
  },
};
