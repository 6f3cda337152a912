import { endMatch } from '../../match/end.ts';
import type { MatchOutcome } from '../../match/types.ts';
import { err, ok } from '../../result.ts';
import { say } from '../../sentence.ts';
import { boardLetters } from '../letters/letters.ts';
import { refuse } from '../shape/decision.ts';
import type { Command } from '../shape/types.ts';
import { parseNumber } from '../shape/words.ts';
import { bareOf, readReason, reasonGiven, withReason } from './admin-reason.ts';

const OUTCOMES: ReadonlyMap<string, MatchOutcome> = new Map([
  ['black', { winner: 'black', ending: 'won-by-admin' }],
  ['white', { winner: 'white', ending: 'won-by-admin' }],
  ['draw', { winner: undefined, ending: 'drawn-by-admin' }],
  ['cancel', { winner: undefined, ending: 'cancelled-by-admin' }],
]);

/** Ends a match as the admin has decided. */
export const adminEnd: Command = {
  name: 'admin end',
  aliases: [],
  usage: 'admin end N black/white/draw/cancel [REASON]',
  summary: 'ends a match; both players are told, with the reason',
  example: 'admin end 12 draw both agreed on the telephone',
  audience: 'admin',
  need: 'confirmation',
  takesComment: false,
  options: [],

  read({ words }) {
    const [number, how = '', ...rest] = words;
    const board = parseNumber(number);
    const outcome = OUTCOMES.get(how.toLowerCase());
    if (board === undefined || !outcome) return err(say('admin-end-shape'));
    const reason = readReason(rest);
    if (!reason.ok) return reason;
    const act = `admin end ${board} ${how.toLowerCase()}`;
    const text = withReason(act, reason.value);
    return ok({
      text,
      bare: bareOf(act, reason.value),
      board: undefined,
      run(asking) {
        const match = asking.reading.match(board);
        if (!match) return refuse(act, say('no-such-board', { board }));
        const ended = endMatch(match, outcome);
        if (!ended.ok) return refuse(act, ended.error);
        return {
          changes: [
            { do: 'advance-match', match: ended.value, event: 'admin-end' },
            { do: 'log-admin', act: text },
          ],
          letters: boardLetters(ended.value, asking, reasonGiven(reason.value)),
          section: { understood: text, says: [say('you-ended', { board })] },
        };
      },
    });
  },
};
