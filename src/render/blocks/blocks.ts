import { columnsMax } from '../../limits.ts';

/**
 * A piece of a letter's text, so that it can be set in any width and not only in fixed columns: an
 * HTML part says what the text says, in the same words, from the same template.
 */
export type Block =
  /** Prose; each line begins anew. */
  | { readonly kind: 'prose'; readonly lines: readonly string[] }
  /** What is said of several words or commands. */
  | {
      readonly kind: 'terms';
      readonly terms: readonly Term[];
      /** What is said of each stands beside it; otherwise below, as they are long. */
      readonly beside: boolean;
      /** They are so short that none need be broken, on a telephone either. */
      readonly whole: boolean;
    }
  | { readonly kind: 'items'; readonly items: readonly string[] }
  /** What is set apart: commands to type, a list without more to say. */
  | { readonly kind: 'fixed'; readonly lines: readonly string[] }
  /** How another letter begins. A line with a gap in it stands in columns. */
  | { readonly kind: 'sample'; readonly lines: readonly SampleLine[] }
  /** What stands in columns and makes no sense when a line is broken. */
  | { readonly kind: 'diagram'; readonly lines: readonly string[] }
  /** What to write one after the other, and what is said between. */
  | { readonly kind: 'steps'; readonly steps: readonly Step[] }
  /** Somebody's own words below the stars, and the line that says whose. */
  | { readonly kind: 'words'; readonly whose: string; readonly lines: readonly string[] };

/** A word or a command, and what is said of it; nothing, where the next lines say it for both. */
interface Term {
  readonly term: string;
  readonly text: string;
}

interface SampleLine {
  readonly text: string;
  readonly inColumns: boolean;
}

/** What to write, and what comes of it. */
interface Step {
  readonly number: number;
  readonly line: string;
  readonly blocks: readonly Block[];
}

/** Everything below this line is somebody's own words. */
const STARS = '*'.repeat(60);
/** The margin of a sample, and how wide what stands beside it is. */
const BAR = /^ +\| ?/;
const SAMPLE_COLUMNS = columnsMax - 4;
/** A line of prose this long has gone to the edge and goes on in the next one. */
const FULL_LINE = columnsMax - 16;
/** A longer word or command leaves no room beside it on a telephone. */
const BESIDE_CHARS_MAX = 20;
/** A longer one is broken there, rather than what stands beside it. */
const WHOLE_CHARS_MAX = 18;
/** A word or a command, two blanks at least, and what is said of it. */
const TWO_COLUMNS = /^( *\S+(?: \S+)* {2,})\S/;
/** The letters above and below a diagram, or two of them side by side; or a ruler of stars. */
const DIAGRAM = /^ *a(?: [b-z])*(?: +a(?: [b-z])*)?$|^ +\*{20,}$/;
/** A number and what to write. */
const STEP = /^ {0,2}(\d{1,2}) {2}(\S.*)$/;

/**
 * Takes the text of a letter apart, in one pass.
 *
 * @param isDiagram whether a paragraph is one, of those that do not look like it
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

/** Lines between empty ones; blanks in front of the first line belong to it. */
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

/** The steps that a paragraph consists of, when they are counted from this number on. */
function stepsIn(lines: readonly string[], first: number): readonly Step[] | undefined {
  const steps = lines.flatMap((each) => {
    const [, number, line = ''] = STEP.exec(each) ?? [];
    return number === undefined ? [] : [{ number: Number(number), line, blocks: [] }];
  });
  const isCounted = steps.every(({ number }, at) => number === first + at);
  return isCounted && steps.length === lines.length ? steps : undefined;
}

/** What is said of a step is indented as it is, and prose all the same. */
const betweenSteps = (lines: readonly string[]): Block =>
  isDrawn(lines) ? diagram(lines) : prose(lines);

/** A paragraph may begin as prose and go on with lines that are indented, or the other way round. */
function blocksOfParagraph(lines: readonly string[]): readonly Block[] {
  const [first = ''] = lines;
  if (lines.every((line) => BAR.test(line))) return [sample(lines)];
  if (isDrawn(lines)) return [diagram(lines)];
  const turn = lines.findIndex((line) => isIndented(line) !== isIndented(first));
  if (turn < 0) return [isIndented(first) ? setApart(lines) : prose(lines)];
  // A long list of words hangs below its first line.
  if (turn === 1 && first.length >= FULL_LINE) return [prose(lines.map((line) => line.trim()))];
  return [lines.slice(0, turn), lines.slice(turn)].flatMap(blocksOfParagraph);
}

function sample(lines: readonly string[]): Block {
  const texts = lines.map((line) => line.replace(BAR, ''));
  const set = joined(texts, (line, before) => !goesOnInSample(before, line));
  return { kind: 'sample', lines: set.map((text) => ({ text, inColumns: isInColumns(text) })) };
}

const isInColumns = (line: string): boolean => line.includes('  ');
/** Whether it was broken for want of room; the lines of a list stand alone, and many end with a bracket. */
const goesOnInSample = (line: string, next: string): boolean =>
  isSaid(line) && isSaid(next) && !line.endsWith(')') && !hasRoom(line, next, SAMPLE_COLUMNS);
/** Words of a letter, and no row of a table or a board. */
const isSaid = (line: string): boolean => line !== '' && !isInColumns(line);

const isDrawn = (lines: readonly string[]): boolean => lines.some((line) => DIAGRAM.test(line));

const diagram = (lines: readonly string[]): Block => ({ kind: 'diagram', lines: outdent(lines) });

const isIndented = (line: string): boolean => line.startsWith(' ');

/** Undoes the line breaks of a paragraph that was broken to fit. */
function prose(lines: readonly string[]): Block {
  const whole = joined(lines, (line, before) => !goesOn(before, line));
  return { kind: 'prose', lines: whole.map((line) => line.trim()) };
}

/** Whether a line of prose goes on in the next. One that ends with what to type has come to its end. */
function goesOn(line: string, next: string): boolean {
  if (line.length < FULL_LINE) return false;
  return !hasRoom(line, next, columnsMax) || !/: [a-z][^.]*$/.test(line);
}

/** Whether the first word of the next line would have stood in this one, too. */
function hasRoom(line: string, next: string, columns: number): boolean {
  const [word = ''] = next.trim().split(' ', 1);
  return line.length + 1 + word.length <= columns;
}

/** Joins lines with those that they go on in. */
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

/**
 * Indented lines: terms where there are two columns, the second of which begins at the same place in
 * every line that has one.
 */
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

/** Undefined when a line is neither a term, with or without its text, nor goes on with the text. */
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

/** The same lines without the blanks that all of them begin with. */
export function outdent(lines: readonly string[]): readonly string[] {
  const indent = Math.min(...lines.map(indentOf));
  return lines.map((line) => line.slice(indent));
}
