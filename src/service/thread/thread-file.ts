import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * The compiled file of a thread of this folder; a thread cannot read TypeScript.
 *
 * @param name such as `solver-thread`
 */
export function threadFile(name: string): string {
  const here = fileURLToPath(new URL(`./${name}.js`, import.meta.url));
  const built = fileURLToPath(new URL(`../../../dist/service/thread/${name}.js`, import.meta.url));
  return existsSync(here) ? here : built;
}
