import { resignMatch } from '../../match/resign.ts';
import { err, ok } from '../../result.ts';
import { say } from '../../sentence.ts';
import { boardLetters } from '../letters/letters.ts';
import { refuse } from '../shape/decision.ts';
import type { Command } from '../shape/types.ts';
import { onlyNumber } from '../shape/words.ts';

/** Gives a match up, at once, also when it is the other player's turn. */
export const resign: Command = {
  name: 'resign',
  aliases: [],
  usage: 'resign N',
  summary: 'gives a match up, at once, also out of turn',
  example: 'resign 12',
  audience: 'player',
  need: 'proof-as-shown',
  takesComment: true,
  options: [],

  read(words, place) {
    const board = onlyNumber(words, place);
    if (board === undefined) return err(say('board-number-missing', { command: 'resign' }));
    const text = `resign ${board}`;
    return ok({
      text,
      board,
      run(context) {
        const match = context.queries.match(board);
        if (!match) return refuse(text, say('no-such-board', { board }));
        const { player } = context;
        const resigned = resignMatch(match, player.id, 'resigned');
        if (!resigned.ok) return refuse(text, resigned.error);
        return {
          changes: [{ do: 'advance-match', match: resigned.value, event: 'resign' }],
          letters: boardLetters(resigned.value, context, [], player),
          section: undefined,
        };
      },
    });
  },
};
