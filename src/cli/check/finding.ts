import type { Random, Time } from '../../ports.ts';
import {
  checkLetterMsMax,
  checkLookMs,
  checkStepMsMax,
  checkWorkMsMax,
} from '../../server-limits.ts';
import { WORDS } from './words.ts';

/** The result of one check, for the operator. It contains no password and no key. */
export interface Finding {
  /** What was checked, in a word or two: `imap`, `disk`. */
  readonly name: string;
  /** `warn`: the server runs, but the operator should know. `wrong`: it will not work. */
  readonly level: 'ok' | 'warn' | 'wrong';
  /** The fault, or that all is well, in one line. */
  readonly what: string;
  /** The remedy: what to do about the fault. */
  readonly remedy?: string;
}

export type Code = keyof typeof WORDS;
/** The placeholders of a text, in braces. */
type Named<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Named<Rest>
  : never;
export type FactsOf<For extends Code> = Readonly<
  Record<Named<(typeof WORDS)[For]>, string | number>
>;

/**
 * The finding of a code, its text filled in.
 *
 * @param name of what was checked, if not that of the code
 */
export function finding<For extends Code>(code: For, facts: FactsOf<For>, name?: string): Finding {
  const [, level, words = ''] = /^(\w+) (.*)$/s.exec(WORDS[code]) ?? [];
  const [what = '', remedy] = words
    .split(' -> ')
    .map((text) =>
      text.replace(/\{(\w+)\}/g, (_, each: keyof typeof facts) => String(facts[each])),
    );
  return {
    name: name ?? code.slice(0, code.indexOf('/')),
    level: level as Finding['level'],
    what,
    ...(remedy !== undefined && { remedy }),
  };
}

/** The scope and the ports of a check. */
export interface CheckContext {
  /** This machine alone; the mail servers too; or letters through them as well. */
  readonly reach: 'machine' | 'servers' | 'letters';
  readonly time: Time;
  readonly random: Random;
  /** The variable TZ. */
  readonly zone?: string | undefined;
  readonly patience?: Timeouts;
}

/** Timeouts in milliseconds. A check takes about a minute at most. */
export const DEFAULT_TIMEOUTS = {
  /** For one step with a mail server. */
  stepMs: checkStepMsMax,
  /** For all checks after both logins. */
  workMs: checkWorkMsMax,
  /** For a test letter to arrive, and between two looks for it. */
  letterMs: checkLetterMsMax,
  lookMs: checkLookMs,
};
export type Timeouts = Readonly<typeof DEFAULT_TIMEOUTS>;
