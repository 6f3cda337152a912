import type { Command } from '../shape/types.ts';
import { set } from './set.ts';

/** Changes the language of the sender's letters: `set language` in a word. */
export const language: Command = {
  name: 'language',
  aliases: [],
  usage: 'language LANGUAGE',
  summary: 'changes the language of your letters',
  example: 'language en',
  audience: 'player',
  need: 'proof',
  takesComment: false,
  options: [],

  read: ({ words, options }, place) => set.read({ words: ['language', ...words], options }, place),
};
