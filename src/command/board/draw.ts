import { err, ok } from '../../result.ts';
import { say } from '../../sentence.ts';
import type { Command } from '../shape/types.ts';
import { onlyNumber } from '../shape/words.ts';
import { offerOnBoard } from './board-offer.ts';

/** Offers the other player a draw, in games that can end in one. */
export const draw: Command = {
  name: 'draw',
  aliases: ['propose'],
  usage: 'draw N',
  summary: 'offers a draw; a move of your opponent declines it',
  example: 'draw 12',
  audience: 'player',
  need: 'proof-as-shown',
  takesComment: true,
  options: [],

  read(words, place) {
    const board = onlyNumber(words, place);
    if (board === undefined) return err(say('board-number-missing', { command: 'draw' }));
    const text = `draw ${board}`;
    return ok({ text, board, run: (asking) => offerOnBoard(text, board, 'draw', asking) });
  },
};
