import { confirm, isCancel, log, password, select, text } from '@clack/prompts';
import wrapAnsi from 'wrap-ansi';

/** Asks a person at a terminal. Each method throws `Cancelled` if the person quits. */
export interface Prompter {
  text(question: TextQuestion): Promise<string>;
  /** The input is not echoed. */
  secret(question: Omit<TextQuestion, 'initial' | 'example'>): Promise<string>;
  choose<T extends string>(question: Choice<T>): Promise<T>;
  confirm(message: string, initial: boolean): Promise<boolean>;
  /** Prints a message of one line or several. */
  say(text: string, kind?: 'info' | 'ok' | 'warn' | 'wrong'): void;
}

export interface TextQuestion {
  readonly message: string;
  /** The default answer. */
  readonly initial?: string | undefined;
  /** An example of an answer. */
  readonly example?: string;
  /** The error of an answer; undefined if it is valid. */
  readonly trouble?: (text: string) => string | undefined;
}

interface Choice<T extends string> {
  readonly message: string;
  readonly options: readonly {
    readonly value: T;
    readonly label: string;
    readonly hint?: string;
  }[];
  readonly initial?: T | undefined;
}

/** The person quit, by Ctrl-C or Escape. */
export class Cancelled extends Error {}

/** Whether standard input and output are a terminal. */
export const hasTerminal = (): boolean =>
  process.stdin.isTTY === true && process.stdout.isTTY === true;

/** Asks at the terminal of this process. */
export const terminalAsker: Prompter = {
  text: async ({ message, initial = '', example = '', trouble }) =>
    uncancelled(
      await text({
        message,
        initialValue: initial,
        placeholder: example,
        validate: (typed) => trouble?.(typed?.trim() ?? ''),
      }),
    ).trim(),
  secret: async ({ message, trouble }) =>
    uncancelled(await password({ message, validate: (typed) => trouble?.(typed ?? '') })) ?? '',
  choose: async ({ message, options, initial }) => {
    const selected = await select<string>({
      message,
      options: options.map((option) => ({ ...option })),
      ...(initial !== undefined && { initialValue: initial }),
    });
    const chosen = options.find(({ value }) => value === uncancelled(selected));
    if (!chosen) throw new Cancelled();
    return chosen.value;
  },
  confirm: async (message, initial) =>
    uncancelled(await confirm({ message, initialValue: initial })),
  say: (words, kind = 'info') => {
    const tell = { info: log.message, ok: log.success, warn: log.warn, wrong: log.error }[kind];
    tell(wrapped(words));
  },
};

/** A narrower terminal breaks lines itself. */
const COLUMNS_MIN = 20;
/** Prefix of each line. */
const GUIDE = '│  ';

/** Breaks lines between words, for this terminal; a longer word is kept. */
const wrapped = (text: string): string =>
  wrapAnsi(text, Math.max(COLUMNS_MIN, (process.stdout.columns || 80) - GUIDE.length));

function uncancelled<T>(answer: T): Exclude<T, symbol> {
  if (isCancel(answer)) throw new Cancelled();
  return answer as Exclude<T, symbol>;
}
