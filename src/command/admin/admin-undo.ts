import { takeBackLast } from '../../match/take-back.ts';
import { err, ok } from '../../result.ts';
import { say } from '../../sentence.ts';
import { boardLetters } from '../letters/letters.ts';
import { heldForRobot } from '../letters/with-robot.ts';
import { refuse } from '../shape/decision.ts';
import type { Command } from '../shape/types.ts';
import { parseNumber } from '../shape/words.ts';
import { bareOf, readReason, reasonGiven, withReason } from './admin-reason.ts';

/** Takes back what happened last on a board: a ply, or the end of the match. */
export const adminUndo: Command = {
  name: 'admin undo',
  aliases: [],
  usage: 'admin undo N [REASON]',
  summary: 'takes back the last ply, or the end of a match',
  example: 'admin undo 12 the letter was sent by mistake',
  audience: 'admin',
  need: 'confirmation',
  takesComment: false,
  options: [],

  read({ words }) {
    const [number, ...rest] = words;
    const board = parseNumber(number);
    if (board === undefined) return err(say('admin-undo-shape'));
    const reason = readReason(rest);
    if (!reason.ok) return reason;
    const act = `admin undo ${board}`;
    const text = withReason(act, reason.value);
    return ok({
      text,
      bare: bareOf(act, reason.value),
      board,
      run(asking) {
        const match = asking.reading.match(board);
        if (!match) return refuse(act, say('no-such-board', { board }));
        const back = takeBackLast(match);
        if (!back.ok) return refuse(act, back.error);
        const { ply, passes, match: before } = back.value;
        const event = ply
          ? say('taken-back-by-admin', { move: ply.text, ply: ply.number })
          : say('reopened-by-admin');
        const letters = boardLetters(before, asking, [
          event,
          ...passes.map((pass) => say('pass-taken-back', { ply: pass })),
          ...reasonGiven(reason.value),
        ]);
        const { sent, kept } = heldForRobot(letters, before, asking.reading);
        return {
          changes: [
            { do: 'advance-match', match: before, event: 'admin-undo' },
            ...kept,
            { do: 'log-admin', act: text },
          ],
          letters: sent,
          section: { understood: text, says: [say('you-took-back', { board })] },
        };
      },
    });
  },
};
