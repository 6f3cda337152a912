import type { Engine } from './engine.ts';
import { forms } from './forms.ts';
import { formsOriginal } from './forms-original.ts';
import { minefield } from './minefield.ts';
import { RULES, type RulesId } from './rules.ts';

const BY_RULES: Readonly<Record<RulesId, Engine>> = {
  forms,
  'forms-original': formsOriginal,
  minefield,
};

/** Every kind of game that is offered, in the order in which help lists them. */
export const ENGINES: readonly Engine[] = RULES.map((rules) => BY_RULES[rules]);

/** The engine of a rules id such as `forms`, in any case; undefined when there is none. */
export const findEngine = (rules: string): Engine | undefined =>
  ENGINES.find((engine) => engine.rules === rules.toLowerCase());

/** The engine of a rules id. */
export const engineOf = (rules: RulesId): Engine => BY_RULES[rules];
