/** A dialogue of letters as Markdown: what people write, and what they get. README.md has the format. */
export interface Transcript {
  readonly title: string;
  /** Everything above the first letter, as it was written. */
  readonly head: readonly string[];
  readonly given: readonly Given[];
  /** Whether it is about boards, so that each is shown. */
  readonly showsBoards?: boolean;
  /** What happens, in order. */
  readonly rounds: readonly Round[];
}

/** What holds before the first letter. */
export type Given =
  | { readonly kind: 'players'; readonly userids: readonly string[] }
  | { readonly kind: 'next'; readonly number: number }
  | {
      readonly kind: 'board';
      readonly number: number;
      readonly terms: string;
      readonly black: string;
      readonly white: string;
    }
  /** The number of a letter of the server's that could not be sent. */
  | { readonly kind: 'given-up'; readonly letter: number }
  | { readonly kind: 'did'; readonly who: string; readonly line: string };

/** Letters that reach the server together, or time that passes, and what people get then. */
export interface Round {
  readonly later: { readonly words: string; readonly ms: number } | undefined;
  readonly written: readonly Written[];
  readonly got: readonly Got[];
  /** It says that there is no letter. */
  readonly nobody: boolean;
}

/** A letter as it stands in a block: header lines, a blank one, the text. */
export interface Letter {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly text: readonly string[];
}

/** A part of the dialogue: its heading, what is said about it, and its letter. */
interface Part {
  readonly heading: string;
  readonly note: readonly string[];
  readonly letter: Letter;
  readonly who: string;
  /** What the heading calls the letter. */
  readonly label: string | undefined;
}

export interface Written extends Part {
  /** The label says which letter is answered; without one it is the newest. */
  readonly answers: boolean;
}

export type Got = Part;

const FENCE = '```';
const WRITTEN = /^(at the same time, )?(\S+) (writes|answers)(?: \(([^)]+)\))?$/;
const GOT = /^(\S+) gets(?: \(([^)]+)\))?$/;
const LATER = /^(\d+) (minute|hour|day)s? later$/;
const HEADER = /^([A-Z][A-Za-z-]+):(?: (.*))?$/;
const BOARDS = '- boards are shown';
const NOBODY = 'nobody gets a letter';
const MINUTE_MS = 60_000;
const UNIT_MS: Readonly<Record<string, number>> = {
  minute: MINUTE_MS,
  hour: 60 * MINUTE_MS,
  day: 24 * 60 * MINUTE_MS,
};

/**
 * Takes a transcript apart.
 *
 * @throws Error with the heading or line that is not understood
 */
export function parseTranscript(markdown: string): Transcript {
  const [head = [], ...sections] = sectionsOf(markdown.trimEnd().split('\n'));
  const [title = ''] = head;
  if (!title.startsWith('# ')) throw new Error('a transcript begins with its title');
  const rounds: Round[] = [];
  for (const section of sections) addSection(rounds, section);
  const facts = head.filter((line) => line.startsWith('- '));
  const showsBoards = facts.includes(BOARDS);
  const given = facts.filter((line) => line !== BOARDS).map(parseGiven);
  return { title: title.slice(2), head: trimEnd(head), given, showsBoards, rounds };
}

/** The lines of each section, its heading first; a `## ` within a block is none. */
function sectionsOf(lines: readonly string[]): string[][] {
  const sections: string[][] = [[]];
  let fenced = false;
  for (const line of lines) {
    if (line === FENCE) fenced = !fenced;
    if (!fenced && line.startsWith('## ')) sections.push([]);
    sections.at(-1)?.push(line);
  }
  if (fenced) throw new Error('a block is not closed');
  return sections;
}

function addSection(rounds: Round[], section: readonly string[]): void {
  const { heading, line } = headingOf(section);
  const last = rounds.at(-1);
  const [, count = '', unit = ''] = LATER.exec(heading) ?? [];
  if (unit !== '') {
    const later = { words: heading, ms: Number(count) * (UNIT_MS[unit] ?? 0) };
    rounds.push({ later, written: [], got: [], nobody: false });
    return;
  }
  if (heading === NOBODY) {
    if (last) rounds.splice(-1, 1, { ...last, nobody: true });
    return;
  }
  const [, together, who = '', verb, label] = WRITTEN.exec(heading) ?? [];
  if (verb !== undefined) {
    const answers = verb === 'answers';
    const part =
      line === undefined ? partOf(section) : oneLine(section, answers ? [] : ['Subject']);
    const written: Written = { ...part, who, label, answers };
    if (together === undefined || !last) {
      rounds.push({ later: undefined, written: [written], got: [], nobody: false });
    } else rounds.splice(-1, 1, { ...last, written: [...last.written, written] });
    return;
  }
  const [, reader, name] = GOT.exec(heading) ?? [];
  if (reader === undefined || !last) throw new Error(`not understood: ${heading}`);
  const part = partOf(section);
  const subject = line === undefined ? [] : [['Subject', line] as const];
  const letter = { headers: [...subject, ...part.letter.headers], text: part.letter.text };
  const got: Got = { ...part, letter, who: reader, label: name };
  rounds.splice(-1, 1, { ...last, got: [...last.got, got] });
}

/** What is behind a colon: the subject of a letter, or the only line of an answer. */
function headingOf([first = '']: readonly string[]) {
  const [heading = '', line] = first.slice(3).split(/: (.*)/);
  return { heading, line };
}

/** A letter that its heading has whole. */
function oneLine(section: readonly string[], [header]: readonly string[]) {
  const { heading, line = '' } = headingOf(section);
  const letter: Letter =
    header === undefined ? { headers: [], text: [line] } : { headers: [[header, line]], text: [] };
  return { heading, note: trimEnd(section.slice(2)), letter };
}

function partOf(section: readonly string[]) {
  const { heading } = headingOf(section);
  const lines = section.slice(1);
  const opens = lines.indexOf(FENCE);
  const closes = lines.lastIndexOf(FENCE);
  if (opens < 0 || closes <= opens) throw new Error(`no letter: ${heading}`);
  if (trimEnd(lines.slice(closes + 1)).length > 0) throw new Error(`text below: ${heading}`);
  const note = trimEnd(lines.slice(1, opens));
  return { heading, note, letter: parseLetter(lines.slice(opens + 1, closes)) };
}

/** The text alone is a letter too: an answer needs no header line. */
function parseLetter(lines: readonly string[]): Letter {
  if (!HEADER.test(lines[0] ?? '')) return { headers: [], text: lines };
  const end = lines.indexOf('') < 0 ? lines.length : lines.indexOf('');
  const headers = lines.slice(0, end).map((line): readonly [string, string] => {
    const [, name = '', value = ''] = HEADER.exec(line) ?? [];
    if (name === '') throw new Error(`not a header line: ${line}`);
    return [name, value];
  });
  return { headers, text: lines.slice(end + 1) };
}

function parseGiven(line: string): Given {
  const [, userids] = /^- players: (.+)$/.exec(line) ?? [];
  if (userids !== undefined) return { kind: 'players', userids: userids.split(', ') };
  const [, next] = /^- the next number is (\d+)$/.exec(line) ?? [];
  if (next !== undefined) return { kind: 'next', number: Number(next) };
  const [, letter] = /^- letter out(\d+) was given up$/.exec(line) ?? [];
  if (letter !== undefined) return { kind: 'given-up', letter: Number(letter) };
  const [, board, terms = '', black = '', white = ''] =
    /^- board (\d+): (.+), (\S+) is Black, (\S+) is White$/.exec(line) ?? [];
  if (board !== undefined) return { kind: 'board', number: Number(board), terms, black, white };
  const [, who, does = ''] = /^- (\S+): `(.+)`$/.exec(line) ?? [];
  if (who === undefined) throw new Error(`not understood: ${line}`);
  return { kind: 'did', who, line: does };
}

/** The Markdown of a transcript: what `parseTranscript` reads. */
export function printTranscript({ head, rounds }: Pick<Transcript, 'head' | 'rounds'>): string {
  const sections = rounds.flatMap(({ later, written, got, nobody }) => [
    ...(later ? [`## ${later.words}`] : []),
    ...written.map(printWritten),
    ...got.map(printGot),
    ...(nobody ? [`## ${NOBODY}`] : []),
  ]);
  return `${[head.join('\n'), ...sections].join('\n\n')}\n`;
}

function printWritten(part: Written): string {
  const { letter, answers } = part;
  const [[name, subject = ''] = []] = letter.headers;
  const [line = ''] = answers ? letter.text : [subject];
  const lines = letter.headers.length + letter.text.length;
  const isWhole =
    lines === 1 && (answers || name === 'Subject') && line !== '' && line.trim() === line;
  return isWhole ? printPart(part, line, []) : printPart(part, undefined, printLetter(letter));
}

function printGot(part: Got): string {
  return printPart(part, headerOf(part.letter, 'Subject'), part.letter.text);
}

function printPart(
  { heading, note }: Part,
  line: string | undefined,
  block: readonly string[],
): string {
  const head = line === undefined ? `## ${heading}` : `## ${heading}: ${line}`;
  const said = note.length > 0 ? `\n\n${note.join('\n')}\n` : '';
  const fenced = block.length > 0 ? `\n${[FENCE, ...block, FENCE].join('\n')}` : '';
  return `${head}${said}${fenced}`.trimEnd();
}

/** The lines of a letter's block. */
function printLetter({ headers, text }: Letter): readonly string[] {
  const lines = headers.map(([name, value]) => `${name}:${value === '' ? '' : ` ${value}`}`);
  return lines.length > 0 && text.length > 0 ? [...lines, '', ...text] : [...lines, ...text];
}

/** The value of a header line. */
export const headerOf = ({ headers }: Letter, name: string): string | undefined =>
  headers.find(([each]) => each === name)?.[1];

const trimEnd = (lines: readonly string[]): readonly string[] =>
  lines.join('\n').trimEnd() === '' ? [] : lines.join('\n').trimEnd().split('\n');
