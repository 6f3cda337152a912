import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A walk-through of docs/: its blocks of code, and a copy of the project in which they are done. */

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What the tests of engines and of the help pages have from elsewhere. */
const SUPPORT = [
  'run/present',
  'process/processor',
  'run/seed',
  'desk/vocabulary',
  'toy/grow',
  'toy/offer-toys',
].map((name) => `test/support/${name}.ts`);

/** A block of a page that has a name behind its language: the path of a file, or what it shows. */
export interface Block {
  /** The page in docs/. */
  readonly page: string;
  readonly language: string;
  readonly name: string;
  readonly text: string;
}

/** The named blocks of a page, in its order. */
export const readBlocks = (page: string): readonly Block[] =>
  [
    ...readFileSync(join(ROOT, 'docs', page), 'utf8').matchAll(/^```(\w+) (\S+)\n(.*?)^```$/gms),
  ].map(([, language = '', name = '', text = '']) => ({ page, language, name, text }));

/** The text of the block that has this name. */
export const blockOf = (blocks: readonly Block[], name: string): string => {
  const block = blocks.find((each) => each.name === name);
  if (!block) throw new Error(`the page has no block ${name}`);
  return block.text;
};

/**
 * Copies what can be played with into a new folder that git passes over, and does there what the
 * blocks say. Whoever calls this removes the folder.
 *
 * @throws Error when a change does not fit the file: then the page tells of an older file
 */
export function buildCopy(blocks: readonly Block[]): string {
  const written = blocks.filter(({ name }) => name.includes('/')).map(toFile);
  const copy = mkdtempSync(join(ROOT, '.tmp-walk-through-'));
  writeFileSync(join(copy, '.gitignore'), '*\n');
  const parts = ['src', 'templates', 'test/engine', 'test/golden', 'test/render'];
  for (const part of [...parts, ...SUPPORT]) {
    cpSync(join(ROOT, part), join(copy, part), { recursive: true });
  }
  for (const { name, text } of written) {
    mkdirSync(dirname(join(copy, name)), { recursive: true });
    writeFileSync(join(copy, name), text);
  }
  return copy;
}

/** What a file of the project becomes, or a new one. */
const toFile = ({ page, language, name, text }: Block) =>
  language === 'diff'
    ? { name, text: applyChange(readFileSync(join(ROOT, name), 'utf8'), text, name, page) }
    : { name, text };

/**
 * Lines of a change begin with `+`, `-` or a blank, but for empty ones, which stay as they are. `@@`
 * stands between two places of a file.
 */
function applyChange(file: string, change: string, name: string, page: string): string {
  return change.split(/^@@\n/m).reduce((text, place) => {
    const lines = place.trimEnd().split('\n');
    const withSigns = (signs: string) =>
      lines.flatMap((line) => (signs.includes(line.charAt(0)) ? [`${line.slice(1)}\n`] : []));
    const [before, ...after] = text.split(withSigns(' -').join(''));
    if (before === undefined || after.length !== 1) {
      throw new Error(`docs/${page} is to be mended: ${name} does not have this once:\n${place}`);
    }
    return before + withSigns(' +').join('') + after.join('');
  }, file);
}
