import type { Random, Time } from '../ports.ts';
import { checkLetterMsMax, checkLookMs, checkStepMsMax } from '../server-limits.ts';

/** What a check may do, and with what. */
export interface Ways {
  /** How far it goes: this machine alone; the mail servers too; and letters through them as well. */
  readonly reach: 'machine' | 'servers' | 'letters';
  readonly time: Time;
  readonly random: Random;
  /** The variable TZ. */
  readonly zone?: string | undefined;
  readonly patience?: Patience;
}

/** How long is waited, in milliseconds. */
export interface Patience {
  /** For one step with a mail server. */
  readonly stepMs: number;
  /** For a letter to ourselves, and between two looks whether it has come. */
  readonly letterMs: number;
  readonly lookMs: number;
}

/** All of it takes about a minute at the most. */
export const USUAL_PATIENCE: Patience = {
  stepMs: checkStepMsMax,
  letterMs: checkLetterMsMax,
  lookMs: checkLookMs,
};
