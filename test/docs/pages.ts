import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * What a page tells its reader to write somewhere: the indented blocks of a section, as they stand,
 * without the indentation.
 *
 * @param page the path of a page of the project
 */
export function indentedBlocks(page: string, section: string): readonly string[] {
  const [, after] = readFileSync(join(ROOT, page), 'utf8').split(`\n## ${section}\n`);
  if (after === undefined) throw new Error(`${page} has no section ${section}`);
  const [text = ''] = after.split('\n## ');
  return [...text.matchAll(/(?<=\n\n)(?: {4}.*\n)+/g)].map(([block]) =>
    block.replace(/^ {4}/gm, ''),
  );
}

/** The one block that has this in it. */
export function blockWith(blocks: readonly string[], part: string): string {
  const [block, ...others] = blocks.filter((each) => each.includes(part));
  if (block === undefined || others.length > 0) throw new Error(`not one block with ${part}`);
  return block;
}
