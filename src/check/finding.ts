import type { Random, Time } from '../ports.ts';
import { checkLetterMsMax, checkLookMs, checkStepMsMax, checkWorkMsMax } from '../server-limits.ts';
import { WORDS } from './words.ts';

/** What one probe has found, for the operator. It names no password and no key. */
export interface Finding {
  /** What was looked at, in a word or two: `imap`, `disk`. */
  readonly name: string;
  /** `warn`: the server runs, and somebody should know. `wrong`: it will not work as it is. */
  readonly level: 'ok' | 'warn' | 'wrong';
  /** What is the matter, or that all is well, in one line. */
  readonly what: string;
  /** What to do about it. */
  readonly remedy?: string;
}

export type Code = keyof typeof WORDS;
/** The names that a text has in braces. */
type Named<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Named<Rest>
  : never;
export type FactsOf<For extends Code> = Readonly<
  Record<Named<(typeof WORDS)[For]>, string | number>
>;

/**
 * A finding in its words.
 *
 * @param name of what was looked at, where it is not that of the code
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

/** What a check may do, and with what. */
export interface CheckContext {
  /** How far it goes: this machine alone; the mail servers too; and letters through them as well. */
  readonly reach: 'machine' | 'servers' | 'letters';
  readonly time: Time;
  readonly random: Random;
  /** The variable TZ. */
  readonly zone?: string | undefined;
  readonly patience?: Patience;
}

/** How long is waited, in milliseconds. All of it takes about a minute at the most. */
export const USUAL_PATIENCE = {
  /** For one step with a mail server. */
  stepMs: checkStepMsMax,
  /** For all that is done once both servers are entered. */
  workMs: checkWorkMsMax,
  /** For a letter to ourselves, and between two looks whether it has come. */
  letterMs: checkLetterMsMax,
  lookMs: checkLookMs,
};
export type Patience = Readonly<typeof USUAL_PATIENCE>;
