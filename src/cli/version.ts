import { readFileSync } from 'node:fs';
import { PACKAGE_ROOT } from '../package-root.ts';

/** What `turnpost version` prints. */
export function version(): string {
  const file = readFileSync(`${PACKAGE_ROOT}package.json`, 'utf8');
  return (JSON.parse(file) as { version: string }).version;
}
