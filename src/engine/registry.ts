import { forms } from './games/forms/forms.ts';
import { formsOriginal } from './games/forms/forms-original.ts';
import { minefield } from './games/minefield/minefield.ts';
import type { Game } from './shape/game.ts';
import { RULES, type RulesId } from './shape/ground.ts';

/** Every kind of game by its id. */
export const BY_RULES: Readonly<Record<RulesId, Game>> = {
  forms,
  'forms-original': formsOriginal,
  minefield,
};

/** Every kind of game that is offered, in the order in which help lists them. */
export const GAMES: readonly Game[] = RULES.map((rules) => BY_RULES[rules]);

/** The game of a rules id such as `forms`, in any case; undefined when there is none. */
export const findGame = (rules: string): Game | undefined =>
  GAMES.find((game) => game.rules === rules.toLowerCase());

/** The game of a rules id. */
export const gameOf = (rules: RulesId): Game => BY_RULES[rules];
