import type { Section } from '../../intent.ts';
import type { Sentence } from '../../sentence.ts';
import type { Decided, Refused } from './types.ts';

/** Refuses a command, with the reason. */
export const refuse = (
  understood: string | undefined,
  reason: Sentence,
  board?: Section['board'],
): Refused => refuseWith({ understood, says: [reason], ...(board && { board }) });

/** Refuses a command, with a full section. */
export const refuseWith = (section: Section): Refused => ({ refused: true, section });

/** Answers a request for information. */
export const tell = (section: Section): Decided => ({ section });
