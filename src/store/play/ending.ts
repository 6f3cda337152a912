import { ENDINGS, type Ending } from '../../match/types.ts';

const KNOWN: ReadonlyMap<string, Ending> = new Map(ENDINGS.map((ending) => [ending, ending]));

/**
 * The door for how a match has ended, as a row has it.
 *
 * @throws Error when no match ends like that: the row is damaged, or from another program
 */
export const storedEnding = (text: string): Ending => {
  const ending = KNOWN.get(text);
  if (ending === undefined) throw new Error(`no match ends by "${text}"`);
  return ending;
};
