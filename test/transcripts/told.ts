import { readdirSync, readFileSync } from 'node:fs';
import { SAMPLES } from '../../sandbox/samples/samples.ts';
import { renderLetter } from '../../src/render/letter.ts';
import { GOLDEN, hasFile } from '../render/golden-files.ts';
import { ALICE, templates } from '../render/reader.ts';

/**
 * What stands for lines that a letter of the transcript has above, or one of the gallery, word for word: in
 * the commands below a board, but for numbers, moves and days. It stands for each board, too, and for what is
 * usual below it, except in a transcript that is about boards.
 */
const TOLD = '[...]';

/** The letters above and below a diagram. */
const FILES = /^ *a(?: [b-z])*$/;

/** When a letter came, in the zone of its reader: the lines are broken elsewhere. */
const CAME = /^It came on \d+ \w+ \d{4} at \d\d:\d\d \S+\./;

/** The paragraphs and diagrams of the letters of the gallery, from their files where they have one. */
const KNOWN_BLOCKS: ReadonlySet<string> = new Set(
  [
    ...readdirSync(GOLDEN, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.txt'))
      .map((path) => readFileSync(GOLDEN + path, 'utf8')),
    ...SAMPLES.filter((sample) => !hasFile(sample)).map(
      ([, message]) => renderLetter(message, ALICE, templates).text,
    ),
  ].flatMap((text) => blocksOf(text.split('\n')).map(shapeOf)),
);

/** The two sides above a list of moves, or its first line without them. */
const MOVES = /^ {5}\S+(?: \(.\))? {2,}\S+.*\n(?: {5}.*\n)? *\d+ {2}/;

/** What stands below most boards: the commands, and how to get fewer letters. */
const USUAL = [
  /^(?:Move by .*\nReply with your move on the first line, for example: \S+\n)?Also: (?:undo \d+ \| )?say \d+ \| show \d+(?: #\d+)? \| help forms \| resign \d+$/,
  /^(?:Board \d+\. (?:Fewer e-mails: set notify daily\. )?Close account: signoff|A copy of your own move\. No more copies: set copies no)$/,
];

/** A paragraph, with 0 for what differs from board to board in a list of commands, and for when a letter came. */
function shapeOf(block: string): string {
  if (CAME.test(block)) return block.replace(CAME, '0').replace(/\s+/g, ' ');
  if (!block.includes(' | ')) return block;
  return block.replace(/\S*\d\S*/g, '0').replace(/\p{Lu}\p{Ll}+, 0 \p{Lu}\p{Ll}+/gu, '0');
}

/** What the letters of one transcript have told until now. */
export class Told {
  readonly #blocks = new Set<string>();
  readonly #showsBoards: boolean;

  constructor(showsBoards: boolean) {
    this.#showsBoards = showsBoards;
  }

  /** A letter without what is told already. Its beginning always stands there. */
  shorten(lines: readonly string[]): readonly string[] {
    const marked = blocksOf(lines).map((block, at) => {
      const isBoard = FILES.test(block.split('\n')[0] ?? '') || MOVES.test(block);
      const isKnown = this.#blocks.has(shapeOf(block)) || KNOWN_BLOCKS.has(shapeOf(block));
      const isUsual = isBoard || USUAL.some((pattern) => pattern.test(block));
      const isTold = at > 0 && (isKnown || (isUsual && !this.#showsBoards));
      this.#blocks.add(shapeOf(block));
      return isTold && block !== '' ? block.replace(/^/gm, '\0') : block;
    });
    // A single line is as short as what stands for it.
    const short = marked
      .join('\n')
      .replace(/\0.*(?:\n+\0.*)*/g, (told) => (told.includes('\n') ? TOLD : told.slice(1)));
    return short.split('\n');
  }
}

/** Paragraphs, diagrams, and the empty lines between them. */
function blocksOf(lines: readonly string[]): readonly string[] {
  const blocks: string[][] = [];
  let inDiagram = false;
  let ends = true;
  for (const line of lines) {
    const isEdge = FILES.test(line);
    if (ends || line === '' || (isEdge && !inDiagram)) blocks.push([]);
    blocks.at(-1)?.push(line);
    ends = line === '' || (isEdge && inDiagram);
    inDiagram = isEdge ? !inDiagram : inDiagram && line !== '';
  }
  return blocks.map((block) => block.join('\n'));
}
