import { err, ok } from '../../result.ts';
import { say } from '../../sentence.ts';
import { toPlayer } from '../letters/letters.ts';
import { refuse } from '../shape/decision.ts';
import type { Command } from '../shape/types.ts';

/** Sends the admin's words to every player who is not suspended and wants them, to each once. */
export const adminBroadcast: Command = {
  name: 'admin broadcast',
  aliases: [],
  usage: 'admin broadcast, and the text on the lines below',
  summary: 'sends a letter to all players, to each once',
  example: 'admin broadcast',
  audience: 'admin',
  need: 'confirmation',
  takesComment: true,
  options: [],

  read({ words }) {
    if (words.length > 0) return err(say('broadcast-shape'));
    const text = 'admin broadcast';
    return ok({
      text,
      board: undefined,
      run({ reading, comment }) {
        if (comment === '') return refuse(text, say('broadcast-shape'));
        const players = reading
          .playerIds()
          .filter((id) => !reading.isSuspended(id))
          .flatMap((id) => reading.playerById(id) ?? [])
          .filter(({ settings }) => settings?.news !== 'no');
        const count = players.length;
        return {
          changes: [{ do: 'log-admin', act: `${text} (${count})` }],
          letters: players.map((player) => ({
            to: toPlayer(player),
            message: { kind: 'broadcast', facts: { text: comment } },
            reply: { purpose: 'account', number: 0 },
          })),
          section: { understood: text, says: [say('you-broadcast', { count })] },
        };
      },
    });
  },
};
