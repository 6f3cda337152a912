import { Cancelled, type Prompter } from '../../../src/cli/init/asker.ts';

/** A person who gives the answers of a list, to questions that are known by a part of their words. */
export interface Answering extends Prompter {
  /** The questions that were asked, and what was said in between. */
  readonly heard: string[];
  /** All that there was to choose from. */
  readonly offered: string[];
  /** Answers that nobody has asked for. */
  left(): readonly unknown[];
}

/** `[part of the question, answer]`; without an answer the person takes what stands there. */
export type Answer = readonly [string, (string | boolean)?];

/** @param answers in order; at their end the person leaves */
export function answering(answers: readonly Answer[]): Answering {
  const rest = [...answers];
  const heard: string[] = [];
  const offered: string[] = [];
  const next = (message: string): Answer => {
    heard.push(message);
    const answer = rest.shift();
    if (!answer) throw new Cancelled();
    if (!message.includes(answer[0])) throw new Error(`"${message}" is not "${answer[0]}"`);
    return answer;
  };
  const typed = (
    message: string,
    initial: string,
    trouble: ((text: string) => string | undefined) | undefined,
  ): string => {
    for (;;) {
      const [, text = initial] = next(message);
      const wrong = trouble?.(String(text));
      if (wrong === undefined) return String(text);
      heard.push(wrong);
    }
  };
  return {
    heard,
    offered,
    left: () => rest,
    text: async ({ message, initial = '', trouble }) => typed(message, initial, trouble),
    secret: async ({ message, trouble }) => typed(message, '', trouble),
    async choose({ message, options, initial }) {
      const [, value = initial] = next(message);
      offered.push(...options.map((option) => option.label));
      const chosen = options.find((option) => option.value === value);
      if (!chosen) throw new Error(`"${message}" has no ${value}`);
      return chosen.value;
    },
    async confirm(message, initial) {
      const [, value = initial] = next(message);
      return value === true;
    },
    say: (text) => void heard.push(text),
  };
}
