import { opposite } from '../../engine/stones/board.ts';
import { boardLimits, oneDayMs } from '../../limits.ts';
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
    // Left out for another board: the text of the letter would count for the answered board alone.
    const answered = (letterContext.number ?? board) === board ? board : undefined;
    return parsed({ text: `say ${board}`, board: answered, wantsText: true }, (context) =>
      sayTo(board, context),
    );
  },
};

function sayTo(board: number, context: PlayerContext): Decision {
  const { queries, player, comment } = context;
  const match = queries.match(board);
  if (!match) return refuse(say('no-such-board', { board }));
  const colour = colourOf(match, player.id);
  if (!colour) return refuse(say('not-your-board', { board }));
  const { id, userid } = match[opposite(colour)];
  if (match.robot) return tell({ says: [say('say-to-robot', { userid })] });
  if (!queries.playerById(id)) return refuse(say('say-to-nobody', { userid }));
  if (comment === '') return refuse(say('say-nothing', { board }));
  if (takesNoWords(id, player, queries)) return refuse(say('takes-no-messages', { userid }));
  if (match.outcome && queries.msSinceChange(board) > boardLimits.sayAfterEndMs) {
    return refuse(say('say-too-late', { board, days: boardLimits.sayAfterEndMs / oneDayMs }));
  }
  if (queries.commentsInLastDay(board, player.id) >= boardLimits.saysPerDay) {
    return refuse(say('say-enough', { board, count: boardLimits.saysPerDay }));
  }
  const event = say('words-came', { userid: player.userid });
  return {
    changes: [{ do: 'note-say', board, playerId: player.id }],
    letters: boardLetterTo(id, match, context, [event], player),
    section: { says: [say('say-sent', { userid })] },
  };
}
