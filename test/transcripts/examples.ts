import { COMMANDS } from '../../src/command/text/registry.ts';
import { columnsMax } from '../../src/limits.ts';
import { wrap } from '../../src/render/wrap.ts';
import type { Exchange } from './play.ts';
import { headerOf, type Letter } from './transcript.ts';

/** So long is what a help page shows of an answer, and so far from the margin. */
const LINES = 8;
const MARGIN = '  | ';

/** The transcript that is about a command. */
export const transcriptOf = (name: string): string => `${name.replaceAll(' ', '-')}.md`;

/**
 * The beginning of the answer to the example of each command, by the command's name; what asks for
 * a yes is answered when the yes is there. It is looked for in the transcript `NAME.md`.
 *
 * @param exchanges by the file of their transcript, without its folder
 */
export function answersToExamples(
  exchanges: ReadonlyMap<string, readonly Exchange[]>,
): Readonly<Record<string, string>> {
  const answers = COMMANDS.map(({ name, example, need }): [string, string] => {
    const own = exchanges.get(transcriptOf(name)) ?? [];
    const at = own.findIndex(({ written }) => asks(written.letter, example));
    const found = at < 0 ? undefined : own[need === 'confirmation' ? at + 1 : at];
    return [name, found ? beginningOf(found.answer) : ''];
  });
  return Object.fromEntries(answers);
}

/** The example, word for word, is the subject or the first line. */
export const asks = (letter: Letter, example: string): boolean =>
  headerOf(letter, 'Subject') === example ||
  letter.text.find((line) => line.trim() !== '') === example;

/** Whole sentences, and so much of a diagram that one sees what it is. */
function beginningOf(answer: readonly string[]): string {
  const lines: string[] = [];
  let length = 0;
  for (const sentence of sentencesOf(answer)) {
    lines.push(...inMargin(sentence));
    if (length < LINES) length = lines.length;
  }
  const files = lines.findIndex((line) => FILES.test(line));
  const ranks = files >= 0 && files < length ? files + 1 + RANKS : 0;
  const first = lines.slice(0, Math.max(length, ranks)).join('\n').trimEnd();
  return lines.length > Math.max(length, ranks) ? `${first}\n...` : first;
}

/** The letters above a diagram, and how many of its ranks are shown at least. */
const FILES = /^ *a(?: [b-z])*$/;
const RANKS = 3;

/** Joins the lines that were broken because the next word had no room. */
function sentencesOf(lines: readonly string[]): readonly string[] {
  const sentences: string[] = [];
  let room = columnsMax;
  for (const line of lines) {
    const [word = ''] = line.split(' ');
    // The last of a list that says what can be set may just fit.
    const isList = sentences.at(-1)?.endsWith(')');
    const goesOn = word !== '' && room <= word.length && !isList;
    if (goesOn) sentences.push(`${sentences.pop() ?? ''} ${line}`);
    else sentences.push(line);
    room = line === '' ? columnsMax : columnsMax - line.length;
  }
  return sentences;
}

const inMargin = (line: string): readonly string[] =>
  line.length <= columnsMax - MARGIN.length
    ? [line]
    : wrap(line, MARGIN).replaceAll(`\n${MARGIN}`, '\n').split('\n');
