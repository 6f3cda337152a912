import { err, ok } from '../../result.ts';
import { say } from '../../sentence.ts';
import type { Command } from '../shape/types.ts';

/**
 * Ends what the letters that a player has got so far can do: somebody else may have seen them. What
 * waits for a yes ends as well, because its question is such a letter.
 */
export const tokensNew: Command = {
  name: 'tokens new',
  aliases: ['new tokens'],
  usage: 'tokens new',
  summary: 'makes older letters worthless, and sends your boards anew',
  example: 'tokens new',
  audience: 'player',
  need: 'confirmation',
  takesComment: false,
  options: [],

  read({ words }) {
    if (words.length > 0) return err(say('no-words-wanted', { command: 'tokens new' }));
    const text = 'tokens new';
    return ok({
      text,
      board: undefined,
      run: ({ player }) => ({
        changes: [{ do: 'end-tokens', playerId: player.id }],
        letters: [],
        section: { understood: text, says: [say('tokens-ended')] },
      }),
    });
  },
};
