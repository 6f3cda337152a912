import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * The compiled file of a thread of this folder, or of a process of another one; neither can read
 * TypeScript.
 *
 * @param name such as `solver-thread`
 */
export function threadFile(name: string, room = 'thread'): string {
  const file = `service/${room}/${name}.js`;
  const here = fileURLToPath(new URL(`../../${file}`, import.meta.url));
  const built = fileURLToPath(new URL(`../../../dist/${file}`, import.meta.url));
  return existsSync(here) ? here : built;
}
