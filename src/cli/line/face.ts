import { styleText } from 'node:util';

/** How a word is set off from the others. */
export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow';
export type Paint = (style: Style, text: string) => string;

/** What a person at a terminal sees and is asked. In a pipe there is nothing of it. */
export interface Face {
  /** Somebody types the standard input. */
  readonly isTyped: boolean;
  /** Sets a word off on the standard output, where that shows colours. */
  readonly paint: Paint;
  /** Says on a terminal how far something has come, in the place of what it said last; '' clears it. */
  progress(line: string): void;
  /**
   * Asks at a terminal whether to go on. A script is not asked.
   *
   * @returns whether to go on
   */
  confirm(question: string): Promise<boolean>;
}

/** The text as it is. */
export const plain: Paint = (_, text) => text;

const painted: Paint = (style, text) => styleText(style, text, { validateStream: false });

/** The face of a process. NO_COLOR, TERM and their like are known to the streams of Node.js. */
export function faceOf({ stdin, stdout, stderr }: typeof process): Face {
  const isRewritten = stderr.isTTY && stderr.hasColors();
  let isShown = false;
  return {
    isTyped: stdin.isTTY === true,
    paint: stdout.isTTY && stdout.hasColors() ? painted : plain,
    progress(line) {
      if (!stderr.isTTY) return;
      if (isRewritten && (isShown || line !== '')) stderr.write(`\r\u001b[K${line}`);
      if (!isRewritten && line !== '') stderr.write(`${line}\n`);
      isShown = line !== '';
    },
    confirm: async (question) => !stdin.isTTY || !stderr.isTTY || ask(question, stdin, stderr),
  };
}

/** The standard input, for a command that reads it to its end: whoever types it is told how to end it. */
export async function* textTyped({
  input,
  isTyped,
  complain,
}: Pick<Face, 'isTyped'> & {
  readonly input: AsyncIterable<Uint8Array>;
  complain(line: string): void;
}): AsyncGenerator<Uint8Array> {
  if (isTyped) complain('Type the text, and then Ctrl-D on a line of its own.');
  yield* input;
}

/** Whoever just presses the return key, or ends the input, has not agreed. */
async function ask(
  question: string,
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
): Promise<boolean> {
  const { createInterface } = await import('node:readline');
  // The terminal itself shows what is typed, and Ctrl-C ends us as ever.
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
