import { opposite } from '../../engine/stones/board.ts';
import { oneDayMs, sayAfterEndMsMax, saysPerBoardPerDayMax } from '../../limits.ts';
import { colourOf } from '../../match/types.ts';
import { err } from '../../result.ts';
import { say } from '../../sentence.ts';
import { boardLetterTo, takesNoWords } from '../letters/letters.ts';
import { parsed, refuse, tell } from '../shape/decision.ts';
import type { Command, Decision, PlayerContext } from '../shape/types.ts';
import { numberOrDefault, onlyNumber } from '../shape/words.ts';

/** Sends the other player a comment without a move, in a board letter. */
export const sayAtBoard: Command = {
  name: 'say',
  aliases: ['chat'],
  usage: 'say N',
  summary: 'sends the text below to your opponent, without a move',
  example: 'say 12',
  audience: 'player',
  need: 'proof',
  takesComment: true,

  read(line, letterContext) {
    const board = onlyNumber(line, letterContext);
    if (board === undefined) {
      const answeredBoard = numberOrDefault(letterContext);
      return err(
        answeredBoard === undefined
          ? say('board-number-missing', { command: 'say' })
          : say('say-shape', { board: answeredBoard }),
      );
    }
    const text = `say ${board}`;
    // Words for a board other than the answered one need the proof for it.
    const proven = (letterContext.number ?? board) === board ? board : undefined;
    return parsed({ text, board: proven, wantsText: true }, (context) =>
      sayTo(text, board, context),
    );
  },
};

function sayTo(text: string, board: number, context: PlayerContext): Decision {
  const { queries, player, comment } = context;
  const match = queries.match(board);
  if (!match) return refuse(text, say('no-such-board', { board }));
  const colour = colourOf(match, player.id);
  if (!colour) return refuse(text, say('not-your-board', { board }));
  const opponent = match[opposite(colour)];
  if (match.robot) {
    return tell({ understood: text, says: [say('say-to-robot', { userid: opponent.userid })] });
  }
  if (!queries.playerById(opponent.id)) {
    return refuse(text, say('say-to-nobody', { userid: opponent.userid }));
  }
  if (comment === '') return refuse(text, say('say-nothing', { board }));
  if (takesNoWords(opponent.id, player, queries)) {
    return refuse(text, say('takes-no-messages', { userid: opponent.userid }));
  }
  if (match.outcome && queries.msSinceChange(board) > sayAfterEndMsMax) {
    return refuse(text, say('say-too-late', { board, days: sayAfterEndMsMax / oneDayMs }));
  }
  if (queries.commentsToday(board, player.id) >= saysPerBoardPerDayMax) {
    return refuse(text, say('say-enough', { board, count: saysPerBoardPerDayMax }));
  }
  const event = say('words-came', { userid: player.userid });
  return {
    changes: [{ do: 'note-say', board, playerId: player.id }],
    letters: boardLetterTo(opponent.id, match, context, [event], player),
    section: { understood: text, says: [say('say-sent', { userid: opponent.userid })] },
  };
}
