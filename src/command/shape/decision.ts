import type { Section } from '../../intent.ts';
import type { Sentence } from '../../sentence.ts';
import type { Decided, Refused } from './types.ts';

/** Nothing changes, and the answer says why. */
export const refuse = (
  understood: string | undefined,
  reason: Sentence,
  board?: Section['board'],
): Refused => refuseWith({ understood, says: [reason], ...(board && { board }) });

/** The same with everything that a section can hold. */
export const refuseWith = (section: Section): Refused => ({ refused: true, section });

/** Nothing changes, and the answer tells what was asked for. */
export const tell = (section: Section): Decided => ({ changes: [], letters: [], section });
