import { makeRecord } from '../../match/record/record.ts';
import { err, ok } from '../../result.ts';
import { say } from '../../sentence.ts';
import { refuse, tell } from '../shape/decision.ts';
import type { Command } from '../shape/types.ts';
import { onlyNumber } from '../shape/words.ts';

/** Sends the record of a match as text, which `preview` and other programs can read. */
export const record: Command = {
  name: 'record',
  aliases: [],
  usage: 'record N',
  summary: 'sends a match as text that programs can read',
  example: 'record 12',
  audience: 'player',
  need: 'nothing',
  takesComment: false,
  options: [],

  read(words, place) {
    const board = onlyNumber(words, place);
    if (board === undefined) return err(say('board-number-missing', { command: 'record' }));
    const text = `record ${board}`;
    return ok({
      text,
      board: undefined,
      run({ reading }) {
        const match = reading.match(board);
        if (!match) return refuse(text, say('no-such-board', { board }));
        const says = [say('record-of', { board })];
        return tell({ understood: text, says, text: makeRecord(match) });
      },
    });
  },
};
