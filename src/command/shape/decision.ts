import type { Section } from '../../intent.ts';
import type { Sentence } from '../../sentence.ts';
import type { Decision } from './types.ts';

/** Nothing changes, and the answer says why. */
export const refuse = (
  understood: string | undefined,
  reason: Sentence,
  board?: Section['board'],
): Decision => refuseWith({ understood, says: [reason], ...(board && { board }) });

/** The same with everything that a section can hold. */
export const refuseWith = (section: Section): Decision => ({
  changes: [],
  letters: [],
  section,
  refused: true,
});

/** Nothing changes, and the answer tells what was asked for. */
export const tell = (section: Section): Decision => ({ changes: [], letters: [], section });
