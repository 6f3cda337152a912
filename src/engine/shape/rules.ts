/** The id of every kind of game that is offered. */
export const RULES = [
  // In the order in which help lists them.
  'forms',
  'forms-original',
  'minefield',
] as const;
export type RulesId = (typeof RULES)[number];
