/** The id of every kind of game that is offered, in the order in which help lists them. */
export const RULES = ['forms', 'forms-original', 'minefield'] as const;
export type RulesId = (typeof RULES)[number];
