import { err, ok } from '../../result.ts';
import { say } from '../../sentence.ts';
import type { Command } from '../shape/types.ts';
import { onlyNumber } from '../shape/words.ts';
import { offerOnBoard } from './board-offer.ts';

/** Asks the other player to let the last move be taken back. */
export const undo: Command = {
  name: 'undo',
  aliases: [],
  usage: 'undo N',
  summary: 'asks to take your last move back; your opponent decides',
  example: 'undo 12',
  audience: 'player',
  need: 'proof-as-shown',
  takesComment: true,
  options: [],

  read(words, place) {
    const board = onlyNumber(words, place);
    if (board === undefined) return err(say('board-number-missing', { command: 'undo' }));
    const text = `undo ${board}`;
    return ok({ text, board, run: (asking) => offerOnBoard(text, board, 'undo', asking) });
  },
};
