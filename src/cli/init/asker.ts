/** Asks a person at a terminal. Whoever leaves in the middle makes any of these throw `Left`. */
export interface Asker {
  text(question: TextQuestion): Promise<string>;
  /** What is typed is not shown. */
  secret(question: Omit<TextQuestion, 'initial' | 'example'>): Promise<string>;
  choose<T extends string>(question: Choice<T>): Promise<T>;
  confirm(message: string, initial: boolean): Promise<boolean>;
  /** Says something in between, of one line or several. */
  say(text: string, kind?: 'info' | 'ok' | 'warn' | 'wrong'): void;
}

export interface TextQuestion {
  readonly message: string;
  /** Stands there already. */
  readonly initial?: string | undefined;
  /** What such an answer looks like. */
  readonly example?: string;
  /** What is wrong with an answer. */
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

/** The person has gone, by Ctrl-C or Escape. */
export class Left extends Error {}
