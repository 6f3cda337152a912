import { feedbackPerDayMax, feedbackPerPlayerPerDayMax } from '../../limits.ts';
import { err, ok } from '../../result.ts';
import { say } from '../../sentence.ts';
import { refuse } from '../shape/decision.ts';
import type { Command } from '../shape/types.ts';

/** Sends a player's words to the admins of the server. */
export const feedback: Command = {
  name: 'feedback',
  aliases: [],
  usage: 'feedback, and the text on the lines below',
  summary: 'sends what you write below it to whoever runs this server',
  example: 'feedback',
  audience: 'player',
  need: 'proof',
  takesComment: true,
  options: [],

  read({ words }) {
    if (words.length > 0) return err(say('feedback-shape'));
    const text = 'feedback';
    return ok({
      text,
      board: undefined,
      wantsText: true,
      run({ player, reading, comment, hasAdmin }) {
        if (!hasAdmin) return refuse(text, say('feedback-nobody'));
        if (comment === '') return refuse(text, say('feedback-shape'));
        const count = feedbackPerPlayerPerDayMax;
        const hours = reading.hoursToAct(player.id, 'feedback', count);
        if (hours > 0) return refuse(text, say('feedback-enough', { count, hours }));
        if (reading.allActsToday('feedback') >= feedbackPerDayMax) {
          return refuse(text, say('feedback-full'));
        }
        return {
          changes: [
            { do: 'note-act', playerId: player.id, act: 'feedback' },
            { do: 'tell-admins', from: player.userid, text: comment },
          ],
          letters: [],
          section: { understood: text, says: [say('feedback-sent')] },
        };
      },
    });
  },
};
