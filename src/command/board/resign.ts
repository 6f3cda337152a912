import { resignMatch } from '../../match/resign.ts';
import { say } from '../../sentence.ts';
import { boardLetters } from '../letters/letters.ts';
import { refuse } from '../shape/decision.ts';
import { boardCommand } from '../shape/words.ts';

/** Gives a match up, at once, also when it is the other player's turn. */
export const resign = boardCommand(
  { name: 'resign', summary: 'gives a match up, at once, also out of turn' },
  (text, board, context) => {
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
);
