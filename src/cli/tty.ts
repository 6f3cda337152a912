import { styleText } from 'node:util';

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow';
export type Paint = (style: Style, text: string) => string;

/** Colours, progress and questions on a terminal. In a pipe there are none. */
export interface Tty {
  readonly isInteractive: boolean;
  /** Styles a text for standard output, where that shows colours. */
  readonly paint: Paint;
  /** Shows progress on a terminal, in place of the last message; '' clears it. */
  progress(line: string): void;
  /**
   * Asks at a terminal whether to go on.
   *
   * @returns the answer; true without a terminal
   */
  confirm(question: string): Promise<boolean>;
}

export const unstyled: Paint = (_, text) => text;

const painted: Paint = (style, text) => styleText(style, text, { validateStream: false });

/** The terminal of a process. Node.js streams handle NO_COLOR, TERM and the like. */
export function ttyOf({ stdin, stdout, stderr }: typeof process): Tty {
  const canRewrite = stderr.isTTY && stderr.hasColors();
  let isShown = false;
  return {
    isInteractive: stdin.isTTY === true,
    paint: stdout.isTTY && stdout.hasColors() ? painted : unstyled,
    progress(line) {
      if (!stderr.isTTY) return;
      if (canRewrite && (isShown || line !== '')) stderr.write(`\r\u001b[K${line}`);
      if (!canRewrite && line !== '') stderr.write(`${line}\n`);
      isShown = line !== '';
    },
    confirm: async (question) => !stdin.isTTY || !stderr.isTTY || ask(question, stdin, stderr),
  };
}

/** Reads standard input to its end. At a terminal it first prints how to end it. */
export async function* readStandardInput({
  input,
  isInteractive,
  printError,
}: Pick<Tty, 'isInteractive'> & {
  readonly input: AsyncIterable<Uint8Array>;
  printError(line: string): void;
}): AsyncGenerator<Uint8Array> {
  if (isInteractive) printError('Type the text, and then Ctrl-D on a line of its own.');
  yield* input;
}

/** A bare Enter, or the end of the input, means no. */
async function ask(
  question: string,
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
): Promise<boolean> {
  const { createInterface } = await import('node:readline');
  // The terminal itself echoes, and Ctrl-C still ends the process.
  const reader = createInterface({ input, output, terminal: false });
  return new Promise((resolve) => {
    reader.once('close', () => {
      output.write('\n');
      resolve(false);
    });
    reader.question(`${question} [y/N] `, (answer) => {
      reader.removeAllListeners('close');
      reader.close();
      resolve(/^y(?:es)?$/i.test(answer.trim()));
    });
  });
}
