import { readdirSync, readFileSync } from 'node:fs';
import { SAMPLES } from '../../sandbox/samples/samples.ts';
import { renderLetter } from '../../src/render/letter.ts';
import { GOLDEN, hasFile } from '../render/golden-files.ts';
import { ALICE, templates } from '../render/reader.ts';

/** What stands for lines that an earlier letter of the transcript, or one of the gallery, has word for word. */
const TOLD = '[...]';

/** The letters above and below a diagram. */
const FILES = /^ *a(?: [b-z])*$/;

/** The paragraphs and diagrams of the letters of the gallery, from their files where they have one. */
const KNOWN_BLOCKS: ReadonlySet<string> = new Set(
  [
    ...readdirSync(GOLDEN, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.txt'))
      .map((path) => readFileSync(GOLDEN + path, 'utf8')),
    ...SAMPLES.filter((sample) => !hasFile(sample)).map(
      ([, message]) => renderLetter(message, ALICE, templates).text,
    ),
  ].flatMap((text) => blocksOf(text.split('\n'))),
);

/** What the letters of one transcript have told until now. */
export class Told {
  readonly #blocks = new Set<string>();

  /** A letter without what is told already. Its beginning always stands there. */
  shorten(lines: readonly string[]): readonly string[] {
    const marked = blocksOf(lines).map((block, at) => {
      const isTold = at > 0 && (this.#blocks.has(block) || KNOWN_BLOCKS.has(block));
      return isTold && block !== '' ? block.replace(/^/gm, '\0') : block;
    });
    for (const block of blocksOf(lines)) this.#blocks.add(block);
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
