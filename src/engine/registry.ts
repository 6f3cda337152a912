import type { Engine } from './engine.ts';
import { forms } from './forms.ts';
import { formsOriginal } from './forms-original.ts';
import { minefield } from './minefield.ts';

/** Every kind of game that is offered, in the order in which help lists them. */
export const ENGINES: readonly Engine[] = [forms, formsOriginal, minefield];

/** The engine of a rules id such as `forms`, in any case; undefined when there is none. */
export const findEngine = (rules: string): Engine | undefined =>
  ENGINES.find((engine) => engine.rules === rules.toLowerCase());

/**
 * The engine of a rules id that is known to be registered, such as one read from a stored match.
 *
 * @throws Error when it is not: then the database is from another program.
 */
export const engineOf = (rules: string): Engine => {
  const engine = findEngine(rules);
  if (!engine) throw new Error(`no engine is registered for the rules "${rules}"`);
  return engine;
};
