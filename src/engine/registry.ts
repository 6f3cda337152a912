import { forms } from './games/forms/forms.ts';
import { formsOriginal } from './games/forms/forms-original.ts';
import { minefield } from './games/minefield/minefield.ts';
import type { Game } from './shape/game.ts';
import { RULES, type RulesId } from './shape/ground.ts';

/** All games by rules id. */
export const BY_RULES: Readonly<Record<RulesId, Game>> = {
  forms,
  'forms-original': formsOriginal,
  minefield,
};

/** All games, in the order in which help lists them. */
export const GAMES: readonly Game[] = RULES.map((rules) => BY_RULES[rules]);

/** The game of a rules id such as `forms`, in any case; undefined if there is none. */
export const findGame = (rules: string): Game | undefined =>
  GAMES.find((game) => game.rules === rules.toLowerCase());

export const gameOf = (rules: RulesId): Game => BY_RULES[rules];
