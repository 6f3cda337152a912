import { gameOf } from '../../engine/registry.ts';
import type { Position } from '../../engine/shape/types.ts';
import type { Section } from '../../intent.ts';
import { shownLimits } from '../../limits.ts';
import { foldCase } from '../../match/types.ts';
import { say } from '../../sentence.ts';

/** Commands that a letter offers. */
export interface Offered {
  /** In our own spelling; none if the letter's words are no longer stored. */
  readonly lines: readonly string[];
  /** `typed`: anybody may have caused the letter, so only the line counts. `past`: answered before. */
  readonly state: 'open' | 'typed' | 'past';
  /** The text of the letter that was asked about, which goes along with any of them. */
  readonly comment?: string;
}

/** A move as a line in the answer to a letter about several things; on board 0, no match has begun. */
export const moveLine = (board: number, move: string): string =>
  board === 0 ? move : `move ${board} ${move}`;

/**
 * Answers a part of a move with the moves that have it: those that begin there, as a tap on a stone with
 * several moves sends its cell alone, or else those that go to the cell. Undefined if there are none.
 *
 * @param line writes a move as a line of an answer
 */
export function answerWithMoves(
  position: Position,
  written: string,
  line: (move: string) => string,
): Section | undefined {
  const game = gameOf(position.rules);
  const part = foldCase(game, written);
  const all = game.legalMoves(position).map((move) => {
    const text = game.makeMove(move, position);
    return { text, step: text.split('/')[0] ?? text, first: game.firstPartOf(move, position) };
  });
  const begin = all.filter(({ first, step }) => first === part || bare(step) === bare(part));
  const goThere = CELL.test(part) ? all.filter(({ step }) => endsIn(step, part)) : [];
  const moves = begin.length > 0 ? begin : goThere;
  const [example] = moves;
  if (example === undefined) return undefined;
  // A move of several steps is looked up step by step where there are too many.
  const steps = new Set(moves.map(({ step }) => step));
  const isLong = moves.length > shownLimits.moves && steps.size > 1;
  const lines = (isLong ? [...steps] : moves.map(({ text }) => text)).map(line);
  const head = CELL.test(part) ? part : example.step;
  const facts = { head, commands: lines.join(' | ') };
  const says =
    moves === goThere
      ? say('moves-to', { ...facts, count: lines.length })
      : isLong
        ? say('moves-begin', { ...facts, count: moves.length, move: example.text })
        : say('moves-of', { ...facts, count: moves.length });
  return { understood: undefined, says: [says], answers: lines, offers: [] };
}

/** Answers with all legal moves, or with their first parts where there are too many. */
export function answerWithAllMoves(position: Position, line: (move: string) => string): Section {
  const game = gameOf(position.rules);
  const all = game.legalMoves(position);
  const [move = '', ...others] = all.map((each) => game.makeMove(each, position));
  const isLong = all.length > shownLimits.moves;
  const firsts = new Set(all.map((each) => game.firstPartOf(each, position)));
  const lines = (isLong ? [...firsts] : [move, ...others]).map(line);
  const facts = { count: all.length, commands: lines.join(' | ') };
  const says = isLong ? say('moves-all-begin', { ...facts, move }) : say('moves-all', facts);
  return { understood: undefined, says: [says], answers: lines };
}

const CELL = /^[a-z][1-9]\d?$/i;

/** A step without the signs between its cells: `d1d7`. */
const bare = (step: string): string => step.replace(/[-x]/g, '');

/** Whether a step ends in this cell, with another cell or a piece's letter in front of it. */
const endsIn = (step: string, cell: string): boolean =>
  step.endsWith(cell) && /[\dx-]$|^[A-Z]/.test(step.slice(0, -cell.length));

/**
 * The text of an answer that offers several lines for choice, as a tap on a stone writes it: the head, how to
 * choose, and the lines, numbered.
 *
 * @param hint how to choose, in the reader's language
 */
export const writeChoices = (head: string, hint: string, lines: readonly string[]): string =>
  [`[${head}] ${hint}`, ...lines.map((line, index) => `${index + 1}) ${line}`), ''].join('\n');

/** The first line of such a text, with a number that is written in front of or behind it. */
const HEADING = /^\s*(\d?)\s*\[([^\s[\]]{1,60})\]\s.*?(\d?)\s*$/;
const CHOICE = /^\s*(\d)\)\s*(\S.*?)\s*$/;
const NUMBER = /^\s*#?(\d)[.)!]?\s*$/;
/** The other cell of the move, or the two others. */
const TARGET = /^\s*([a-z][1-9]\d?(?:[-/ ]?[a-z][1-9]\d?)?)[.!]?\s*$/i;
/** What is written behind the hint on how to choose. */
const BEHIND = /^[^:]*:\s*(\S.*)$/;

/**
 * The lines of an answer to `writeChoices`: the chosen line, or the head if none is, and then what else is
 * written. A line is chosen by its number, by deleting the others, or by typing the other cell of the move.
 * Lines without such a heading are returned as they are. So are those with a heading but no numbered command
 * below it, unless another cell completes a move, or the letter begins with the heading and it names a cell.
 *
 * @param isCommand whether a line is a command in full, as which it may be typed instead
 */
export function readChoices(
  lines: readonly string[],
  isCommand: (line: string) => boolean,
): readonly string[] {
  const choiceIn = (line: string) => {
    const [, number, choice] = CHOICE.exec(line) ?? [];
    return number !== undefined && choice !== undefined && isCommand(choice)
      ? ([number, choice] as const)
      : undefined;
  };
  const at = lines.findIndex((line) => HEADING.test(line));
  const heading = HEADING.exec(lines[at] ?? '');
  const choices = new Map<string, string>();
  // Some programs add empty lines.
  let end = at + 1;
  for (; end < lines.length; end++) {
    const line = lines[end] ?? '';
    const pair = choiceIn(line);
    if (pair) choices.set(...pair);
    else if (line.trim() !== '' && !NUMBER.test(line)) break;
  }
  if (!heading) return lines;
  const numbers = new Set([heading[1], heading[3]].filter((number) => number !== ''));
  const rest: string[] = [];
  for (const [index, line] of lines.entries()) {
    const typed = NUMBER.exec(line)?.[1];
    if (typed !== undefined) numbers.add(typed);
    else if (index < at || index >= end) rest.push(line);
  }
  const [only] = numbers.size === 0 && choices.size === 1 ? choices.keys() : numbers;
  const chosen = numbers.size > 1 || only === undefined ? undefined : choices.get(only);
  if (chosen !== undefined) return [chosen, ...rest];
  const behind = BEHIND.exec(lines[at] ?? '')?.[1];
  if (choices.size === 0 && behind !== undefined) rest.unshift(behind);
  const first = rest.find((line) => line.trim() !== '');
  const target = TARGET.exec(first ?? '')?.[1];
  const move = `${heading[2]}${target}`;
  if (target !== undefined && isCommand(move)) {
    return [move, ...rest.slice(rest.indexOf(first ?? '') + 1)];
  }
  const isHead =
    CELL.test(heading[2] ?? '') && lines.slice(0, at).every((line) => line.trim() === '');
  if (choices.size === 0 && !(isHead && isCommand(heading[2] ?? ''))) return lines;
  // A line that is typed in full leaves nothing to choose.
  return first !== undefined && isCommand(first) ? rest : [heading[2] ?? '', ...rest];
}
