import { ok } from '../../result.ts';
import { tell } from '../shape/decision.ts';
import type { Command, Ready } from '../shape/types.ts';
import { set, settingLines } from './set.ts';

/** Changes the language of the sender's letters, or tells which it is: `set language` in a word. */
export const language: Command = {
  name: 'language',
  aliases: [],
  usage: 'language [LANGUAGE]',
  summary: 'changes the language of your letters',
  example: 'language',
  audience: 'player',
  need: 'proof',
  takesComment: false,
  options: [],

  read({ words, options }, place) {
    return words.length === 0
      ? ok(tellLanguage)
      : set.read({ words: ['language', ...words], options }, place);
  },
};

const tellLanguage: Ready = {
  text: 'language',
  board: undefined,
  run: ({ player }) =>
    tell({
      understood: 'language',
      says: settingLines(player).filter(({ code }) => code === 'setting-language'),
    }),
};
