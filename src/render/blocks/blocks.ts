import { columnsMax } from '../../limits.ts';

/**
 * A block of a letter's text, to be set in any width: the HTML part has the same words as the text, from
 * the same template.
 */
export type Block =
  /** Prose; between its lines are line breaks. */
  | { readonly kind: 'prose'; readonly lines: readonly string[] }
  /** Words or commands with descriptions. */
  | {
      readonly kind: 'terms';
      readonly terms: readonly Term[];
      /** Descriptions are next to the terms; below if terms are long. */
      readonly beside: boolean;
      /** No term need be broken, even on a phone. */
      readonly whole: boolean;
    }
  | { readonly kind: 'items'; readonly items: readonly string[] }
  /** Preformatted: commands to type, a list without descriptions. */
  | { readonly kind: 'fixed'; readonly lines: readonly string[] }
  /** A sample of another letter. A line with a gap has columns. */
  | { readonly kind: 'sample'; readonly lines: readonly SampleLine[] }
  /** Columns that must not be broken. */
  | { readonly kind: 'diagram'; readonly lines: readonly string[] }
  /** Numbered steps, with explanations between. */
  | { readonly kind: 'steps'; readonly steps: readonly Step[] }
  /** A person's words below the stars, with the line that names the author. */
  | { readonly kind: 'words'; readonly whose: string; readonly lines: readonly string[] };

/** A term and its description; empty if the next term has it for both. */
interface Term {
  readonly term: string;
  readonly text: string;
}

interface SampleLine {
  readonly text: string;
  readonly inColumns: boolean;
}

/** An input, and its explanation. */
interface Step {
  readonly number: number;
  readonly line: string;
  readonly blocks: readonly Block[];
}

/** Below this line are a person's words. */
const STARS = '*'.repeat(60);
/** The margin of a sample, and the width of its text. */
const BAR = /^ +\| ?/;
const SAMPLE_COLUMNS = columnsMax - 4;
/** A line of prose of this length may be wrapped into the next. */
const FULL_LINE = columnsMax - 16;
/** Maximum length of a term with its description next to it on a phone. */
const BESIDE_CHARS_MAX = 20;
/** Maximum length of a term that is not broken there. */
const WHOLE_CHARS_MAX = 18;
/** A term, two or more blanks, and its description. */
const TWO_COLUMNS = /^( *\S+(?: \S+)* {2,})\S/;
/** The files above and below one or two diagrams; or a ruler of stars. */
const DIAGRAM = /^ *a(?: [b-z])*(?: +a(?: [b-z])*)?$|^ +\*{20,}$/;
const STEP = /^ {0,2}(\d{1,2}) {2}(\S.*)$/;

/**
 * Splits the text of a letter into blocks, in one pass.
 *
 * @param isDiagram whether a paragraph is a diagram, beyond the recognized ones
 */
export function blocksOf(
  text: string,
  isDiagram: (lines: readonly string[]) => boolean = () => false,
): readonly Block[] {
  const lines = text.trimEnd().split('\n');
  const stars = lines.indexOf(STARS);
  const own = stars < 0 ? lines : lines.slice(0, stars);
  const blocks: Block[] = [];
  let steps: Step[] = [];
  for (const paragraph of paragraphsOf(own)) {
    const next = stepsIn(paragraph, steps.length + 1);
    const step = steps.at(-1);
    if (next) {
      if (!step) blocks.push({ kind: 'steps', steps });
      steps.push(...next);
    } else if (step && isIndented(paragraph[0] ?? '')) {
      steps[steps.length - 1] = { ...step, blocks: [...step.blocks, betweenSteps(paragraph)] };
    } else {
      steps = [];
      blocks.push(...(isDiagram(paragraph) ? [diagram(paragraph)] : blocksOfParagraph(paragraph)));
    }
  }
  if (stars < 0) return blocks;
  const [whose = '', ...words] = lines.slice(stars + 1);
  return [...blocks, { kind: 'words', whose, lines: words }];
}

/** Lines between empty ones; the indent of the first line is kept. */
function paragraphsOf(lines: readonly string[]): readonly (readonly string[])[] {
  const paragraphs: string[][] = [];
  let open: string[] | undefined;
  for (const line of lines) {
    if (line.trim() === '') {
      open = undefined;
    } else if (open) {
      open.push(line);
    } else {
      open = [line];
      paragraphs.push(open);
    }
  }
  return paragraphs;
}

/** The steps of a paragraph, if numbered from `first` on; else undefined. */
function stepsIn(lines: readonly string[], first: number): readonly Step[] | undefined {
  const steps = lines.flatMap((each) => {
    const [, number, line = ''] = STEP.exec(each) ?? [];
    return number === undefined ? [] : [{ number: Number(number), line, blocks: [] }];
  });
  const isCounted = steps.every(({ number }, at) => number === first + at);
  return isCounted && steps.length === lines.length ? steps : undefined;
}

/** The explanation of a step: indented prose, or a diagram. */
const betweenSteps = (lines: readonly string[]): Block =>
  isDrawn(lines) ? diagram(lines) : prose(lines);

/** Splits a paragraph where its indentation starts or ends. */
function blocksOfParagraph(lines: readonly string[]): readonly Block[] {
  const [first = ''] = lines;
  if (lines.every((line) => BAR.test(line))) return [sample(lines)];
  if (isDrawn(lines)) return [diagram(lines)];
  const turn = lines.findIndex((line) => isIndented(line) !== isIndented(first));
  if (turn < 0) return [isIndented(first) ? setApart(lines) : prose(lines)];
  // A long list with a hanging indent.
  if (turn === 1 && first.length >= FULL_LINE) return [prose(lines.map((line) => line.trim()))];
  return [lines.slice(0, turn), lines.slice(turn)].flatMap(blocksOfParagraph);
}

function sample(lines: readonly string[]): Block {
  const texts = lines.map((line) => line.replace(BAR, ''));
  const set = joined(texts, (line, before) => !goesOnInSample(before, line));
  return { kind: 'sample', lines: set.map((text) => ({ text, inColumns: isInColumns(text) })) };
}

const isInColumns = (line: string): boolean => line.includes('  ');
/** Whether a line of a sample continues in the next. One that ends with a bracket does not: it is mostly a list's. */
const goesOnInSample = (line: string, next: string): boolean =>
  isProseLine(line) &&
  isProseLine(next) &&
  !line.endsWith(')') &&
  !hasRoom(line, next, SAMPLE_COLUMNS);
/** Words, not a row of a table or a board. */
const isProseLine = (line: string): boolean => line !== '' && !isInColumns(line);

const isDrawn = (lines: readonly string[]): boolean => lines.some((line) => DIAGRAM.test(line));

const diagram = (lines: readonly string[]): Block => ({ kind: 'diagram', lines: outdent(lines) });

const isIndented = (line: string): boolean => line.startsWith(' ');

function prose(lines: readonly string[]): Block {
  const whole = joined(lines, (line, before) => !goesOn(before, line));
  return { kind: 'prose', lines: whole.map((line) => line.trim()) };
}

/**
 * Whether a line of prose continues in the next. One that ends with text to type does only if the next word
 * had no room in it.
 */
function goesOn(line: string, next: string): boolean {
  if (line.length < FULL_LINE) return false;
  return !hasRoom(line, next, columnsMax) || !/: [a-z][^.]*$/.test(line);
}

/** Whether the first word of the next line would fit in this one. */
function hasRoom(line: string, next: string, columns: number): boolean {
  const [word = ''] = next.trim().split(' ', 1);
  return line.length + 1 + word.length <= columns;
}

/** Joins lines with their continuations. */
function joined(
  lines: readonly string[],
  begins: (line: string, before: string) => boolean,
): readonly string[] {
  const whole: string[] = [];
  for (const [at, line] of lines.entries()) {
    if (at === 0 || begins(line, lines[at - 1] ?? '')) whole.push(line);
    else whole.push(`${whole.pop()} ${line.trim()}`);
  }
  return whole;
}

/** Indented lines: items, terms in two aligned columns, or preformatted. */
function setApart(lines: readonly string[]): Block {
  const indent = indentOf(lines[0] ?? '');
  if (lines[0]?.startsWith('- ', indent)) {
    const items = joined(lines, (line) => line.startsWith('- ', indent));
    return { kind: 'items', items: items.map((item) => item.trim().slice(2)) };
  }
  const second = lines.map((line) => TWO_COLUMNS.exec(line)?.[1]?.length).find((at) => at);
  const terms = second === undefined ? undefined : termsOf(lines, indent, second);
  if (!terms) return { kind: 'fixed', lines: outdent(lines) };
  const longest = Math.max(...terms.map(({ term }) => term.length));
  const beside = longest <= BESIDE_CHARS_MAX;
  return { kind: 'terms', terms, beside, whole: longest <= WHOLE_CHARS_MAX };
}

/** @returns undefined when a line is neither a term, nor continues a description */
function termsOf(
  lines: readonly string[],
  indent: number,
  second: number,
): readonly Term[] | undefined {
  const terms: Term[] = [];
  for (const line of lines) {
    const [term, text] = [line.slice(0, second), line.slice(second).trim()];
    const last = terms.at(-1);
    if (term.trim() === '' && last) {
      terms[terms.length - 1] = { term: last.term, text: `${last.text} ${text}`.trim() };
    } else if (indentOf(line) !== indent) {
      return undefined;
    } else if (!line.trim().includes('  ')) {
      terms.push({ term: line.trim(), text: '' });
    } else if (term.endsWith('  ') || term.length < second) {
      terms.push({ term: term.trim(), text });
    } else {
      return undefined;
    }
  }
  return terms;
}

const indentOf = (line: string): number => Math.max(line.search(/\S/), 0);

export function outdent(lines: readonly string[]): readonly string[] {
  const indent = Math.min(...lines.map(indentOf));
  return lines.map((line) => line.slice(indent));
}
