import type { MoveFacts, OutcomeReason, SetupFacts } from '../../src/engine/shape/refusal.ts';
import type { Value } from '../../src/engine/shape/solution.ts';
import type { Colour } from '../../src/engine/shape/types.ts';

/**
 * What is known of a game from elsewhere: from whoever devised it, or from a program that shares
 * nothing with this one. `facts/` has a file of it for each game, data alone, which `facts.test.ts`
 * plays.
 *
 * Positions are written without the id of the rules. A size alone, `6x5`, is the first position
 * there; moves stand behind one another, as in a row of the database.
 */
export interface Facts {
  /** The first position on boards of some sizes. */
  readonly starts?: readonly (readonly [size: string, position: string])[];
  /** Sizes on which nobody can play, and why. */
  readonly sizes?: readonly Refused<SetupFacts>[];
  /** Texts of positions that play cannot lead to, and why. */
  readonly setups?: readonly Refused<SetupFacts>[];
  /** How many sequences of one, two, three ... plies there are. */
  readonly counts?: readonly (readonly [from: string, ...counts: number[]])[];
  /** All moves of a position, in their order. */
  readonly moves?: readonly (readonly [position: string, moves: string])[];
  /** What comes of some moves; and who has won then, if anybody has. */
  readonly games?: readonly (readonly [
    from: string,
    moves: string,
    position: string,
    winner?: Colour | 'nobody',
    reason?: OutcomeReason,
  ])[];
  /** Moves that are refused in a position, and why. */
  readonly refusals?: readonly (readonly [position: string, ...Refused<MoveFacts>])[];
  /** What a position is worth to whoever is to move, with best play. */
  readonly values?: readonly (readonly [position: string, value: Value])[];
  /** What the help page shows in its pairs of boards: a position, and a move there. */
  readonly shown: readonly (readonly [position: string, move: string])[];
}

/** A text with the code of its refusal, and with exactly the facts of that code. */
type Refused<FactsByCode> = {
  readonly [Code in keyof FactsByCode]: readonly [
    text: string,
    code: Code,
    facts: FactsByCode[Code],
  ];
}[keyof FactsByCode];

/** What is known of a game. */
export const factsOf = async (rules: string): Promise<Facts> => {
  const { facts }: { readonly facts: Facts } = await import(`./facts/${rules}.ts`);
  return facts;
};
