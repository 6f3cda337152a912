import { err, ok } from '../../result.ts';
import { say } from '../../sentence.ts';
import { tell } from '../shape/decision.ts';
import type { Command } from '../shape/types.ts';

/** Sends a page with a board on it, and what to do when it does not line up. */
export const testDisplay: Command = {
  name: 'test display',
  aliases: [],
  usage: 'test display',
  summary: 'shows whether boards line up in your mail program',
  example: 'test display',
  audience: 'player',
  need: 'nothing',
  takesComment: false,
  options: [],

  read({ words }) {
    const text = 'test display';
    if (words.length > 0) return err(say('no-words-wanted', { command: text }));
    return ok({
      text,
      board: undefined,
      run: () => tell({ understood: text, says: [], page: { kind: 'display', topic: 'forms' } }),
    });
  },
};
